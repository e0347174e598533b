import net from 'node:net'
import { StartupRefusal } from '../platform/startup-refusal.ts'

/** A port that is about to be listened on, and the setting that chose it. */
export interface WantedPort {
  readonly setting: string
  readonly port: number
  readonly host: string
}

/** Makes sure that nobody listens on the ports, before anything else is begun. @throws StartupRefusal naming the port and its setting */
export async function checkPorts(wanted: readonly WantedPort[]): Promise<void> {
  for (const [index, one] of wanted.entries()) {
    const twin = wanted.slice(0, index).find(({ port }) => port === one.port && port !== 0)
    if (twin !== undefined) {
      throw new StartupRefusal(
        `设置 ${twin.setting} 与 ${one.setting} 用了同一个端口 ${one.port}。`,
        `请为其中一个换一个端口。 ${twin.setting} and ${one.setting} are the same port: change one.`,
      )
    }
    await checkPort(one)
  }
}

async function checkPort({ setting, port, host }: WantedPort): Promise<void> {
  const probe = net.createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen(port, host, resolve)
    })
  } catch (error) {
    throw portRefusal(error, setting, port)
  }
  await new Promise((resolve) => probe.close(resolve))
}

function portRefusal(error: unknown, setting: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    return new StartupRefusal(
      `端口 ${port} 已被其他程序占用。`,
      `请停止占用它的程序，或用 ${setting} 指定另一个端口，例如 ${setting}=${port + 10}。 The port is taken: set ${setting}.`,
    )
  }
  if (code === 'EACCES') {
    return new StartupRefusal(
      `没有权限监听端口 ${port}。`,
      `请用 ${setting} 指定 1024 以上的端口。 Not allowed to listen on the port: set ${setting} above 1024.`,
    )
  }
  if (code === 'EADDRNOTAVAIL') {
    return new StartupRefusal(
      'HUANJI_HOST 不是本机的地址。',
      '请改为本机网卡的地址或 0.0.0.0。 HUANJI_HOST is no address of this machine.',
    )
  }
  return error
}
