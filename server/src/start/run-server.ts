import { endSentence } from './run-command.ts'
import { type RunningServer, type StartOptions, startServer } from './server.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs the server as this process: the first signal ends it in order, the second at once; a refusal ends it with its sentence. */
export async function runServer(options: StartOptions): Promise<void> {
  let running: RunningServer | null = null
  let isLeaving = false

  function leave(signal: string): void {
    if (isLeaving) process.exit(1)
    isLeaving = true
    say(`收到 ${signal}，正在有序停止（再次发送则立即退出）…`)
    const stopping = running?.stop() ?? Promise.resolve()
    stopping.then(
      () => {
        say('已停止。')
        process.exit(0)
      },
      (error: unknown) => {
        process.stderr.write(`停止时出错：${error instanceof Error ? error.message : String(error)}\n`)
        process.exit(1)
      },
    )
  }

  // what the server writes is nobody else's on the machine: photographs, the database, files of exports
  process.umask(0o077)
  process.on('SIGTERM', () => leave('SIGTERM'))
  process.on('SIGINT', () => leave('SIGINT'))

  try {
    running = await startServer(process.env, say, options)
  } catch (error) {
    process.stderr.write(`焕机没有启动：${endSentence(error)}\n`)
    process.exit(1)
  }
}
