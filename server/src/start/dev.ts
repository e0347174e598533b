import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { readSettings, type Settings } from '../settings.ts'
import { checkPorts, wantedPorts } from './ports.ts'
import { endSentence } from './run-command.ts'
import { buildTool, WEB } from './web-build.ts'

/**
 * `npm run dev`: the whole product as `npm start` runs it, for working on it. One port for the person: the development
 * server answers there with the web client, which follows every edit, and hands the calls on to a gateway that starts
 * anew whenever one of its own files changes, those of domain and contract included. Calls wait until it is back.
 */

const STOP_LIMIT_MS = 30_000

/** A loopback port that nobody uses now. */
async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Each in a process group of its own: a Ctrl-C at the terminal reaches this process alone, which ends them in order. */
function startProgram(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const isDetached = process.platform !== 'win32'
  return spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env }, detached: isDetached })
}

function startGateway({ mode, port, publicUrl }: Settings, gatewayPort: number): ChildProcess {
  const file = path.join(import.meta.dirname, 'dev-gateway.ts')
  return startProgram(['--watch', '--watch-preserve-output', file], {
    HUANJI_MODE: mode,
    HUANJI_HOST: '127.0.0.1',
    PORT: String(gatewayPort),
    HUANJI_PUBLIC_URL: publicUrl,
    DEV_ADDRESS: `http://127.0.0.1:${port}`,
  })
}

function startWeb({ host, port }: Settings, gatewayPort: number): ChildProcess {
  const tool = buildTool()
  if (tool === null) throw new StartupRefusal('开发工具没有安装。', '请先运行 npm ci。 Run npm ci first.')
  const where = ['--host', host, '--port', String(port), '--strictPort']
  return startProgram([tool, WEB, ...where, '--clearScreen', 'false', '--logLevel', 'warn'], {
    DEV_GATEWAY: `http://127.0.0.1:${gatewayPort}`,
  })
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
  clearTimeout(late)
}

try {
  const settings = readSettings(process.env)
  await checkPorts(wantedPorts(settings))
  const gatewayPort = await freePort()
  const children = [startGateway(settings, gatewayPort), startWeb(settings, gatewayPort)]
  let isLeaving = false
  const leave = async (code: number) => {
    if (isLeaving) return
    isLeaving = true
    await Promise.all(children.map(end))
    process.exit(code)
  }
  // whichever ends by itself takes the other with it
  for (const child of children) child.once('exit', () => void leave(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void leave(0))
} catch (error) {
  process.stderr.write(`焕机没有启动：${endSentence(error)}\n`)
  process.exitCode = 1
}
