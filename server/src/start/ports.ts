import net from 'node:net'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import type { Settings } from '../settings.ts'

/** A port that is about to be listened on, and the setting that chose it. */
export interface WantedPort {
  readonly setting: string
  readonly port: number
  readonly host: string
}

/** The ports that a server with these settings listens on. */
export function wantedPorts({ port, opsPort, sandboxPort, host, part, marketplace }: Settings): WantedPort[] {
  return [
    ...(part === 'worker' ? [] : [{ setting: 'PORT', port, host }]),
    { setting: 'OPS_PORT', port: opsPort, host },
    ...(marketplace === null ? [{ setting: 'HUANJI_SANDBOX_PORT', port: sandboxPort, host: '127.0.0.1' }] : []),
  ]
}

/** What is wrong with a port, in a sentence for the cause and one for the cure. */
interface Fault {
  readonly cause: string
  readonly cure: string
}

/**
 * Makes sure that nobody listens on the ports, before anything else is begun.
 * @throws StartupRefusal naming every port that cannot be had, and its setting
 */
export async function checkPorts(wanted: readonly WantedPort[]): Promise<void> {
  const faults: Fault[] = []
  for (const [index, one] of wanted.entries()) {
    const twin = wanted.slice(0, index).find(({ port }) => port === one.port && port !== 0)
    const fault = twin === undefined ? await portFault(one) : twinFault(twin, one)
    if (fault !== null) faults.push(fault)
  }
  if (faults.length === 0) return
  // one address for all ports: its fault is said once
  const lines = (part: keyof Fault) => [...new Set(faults.map((fault) => fault[part]))].join('\n')
  throw new StartupRefusal(lines('cause'), lines('cure'))
}

const twinFault = (twin: WantedPort, one: WantedPort): Fault => ({
  cause: `设置 ${twin.setting} 与 ${one.setting} 用了同一个端口 ${one.port}。`,
  cure: `请为其中一个换一个端口。 ${twin.setting} and ${one.setting} are the same port: change one.`,
})

/** What keeps us from listening on a port, or null. @throws whatever has no cure that could be said */
async function portFault({ setting, port, host }: WantedPort): Promise<Fault | null> {
  const probe = net.createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen(port, host, resolve)
    })
  } catch (error) {
    return faultOf(error, setting, port)
  }
  await new Promise((resolve) => probe.close(resolve))
  return null
}

function faultOf(error: unknown, setting: string, port: number): Fault {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') {
    return {
      cause: `端口 ${port} 已被其他程序占用。`,
      cure: `请停止占用端口 ${port} 的程序，或用 ${setting} 指定另一个端口，例如 ${setting}=${port + 10}。 The port is taken: set ${setting}.`,
    }
  }
  if (code === 'EACCES') {
    return {
      cause: `没有权限监听端口 ${port}。`,
      cure: `请用 ${setting} 指定 1024 以上的端口。 Not allowed to listen on the port: set ${setting} above 1024.`,
    }
  }
  if (code === 'EADDRNOTAVAIL') {
    return {
      cause: 'HUANJI_HOST 不是本机的地址。',
      cure: '请改为本机网卡的地址或 0.0.0.0。 HUANJI_HOST is no address of this machine.',
    }
  }
  throw error
}
