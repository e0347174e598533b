import { ownPort } from '../support/ports.ts'
import { type ProcessExit, type RunningProcess, startProgram, untilReady } from './server-process.ts'

/** The real server in a process of its own, over the same data and ports at every start. */
export interface GatewayProcess {
  readonly url: string
  readonly opsUrl: string
  readonly settings: Readonly<Record<string, string>>
  /** Starts it, with settings beside its own, and waits until it is ready for calls; a later start keeps them. */
  start(more?: Readonly<Record<string, string>>): Promise<void>
  killHard(): Promise<ProcessExit>
  terminate(): Promise<ProcessExit>
  output(): string
  readonly isRunning: boolean
}

export interface GatewayOptions {
  readonly dataFolder: string
  readonly settings?: Readonly<Record<string, string>>
  /** Where the program lies: a copy of the project, or this one. */
  readonly root?: string
  /** What goes before its command: a place of its own to run in. */
  readonly within?: readonly string[]
}

/** The settings that make a gateway use a marketplace other than its own sandbox. */
export function marketplaceSettings(at: { url: string; appKey: string; appSecret: string }): Record<string, string> {
  return {
    HUANJI_MARKETPLACE_URL: at.url,
    HUANJI_MARKETPLACE_APP_KEY: at.appKey,
    HUANJI_MARKETPLACE_APP_SECRET: at.appSecret,
  }
}

/** Nobody listens there; with it a server neither starts its own sandbox nor fills it with a demonstration. */
const NO_MARKETPLACE = { url: 'http://127.0.0.1:9', appKey: 'nobody', appSecret: 'nobody-secret' }

/** Prepares a gateway on free ports; `start` runs it. */
export async function gatewayProcess(options: GatewayOptions): Promise<GatewayProcess> {
  const [port, opsPort, sandboxPort] = [await ownPort(), await ownPort(), await ownPort()]
  let settings = settingsOf(options, { port, opsPort, sandboxPort })
  let running: RunningProcess | null = null
  let written = ''
  const end = async (how: 'killHard' | 'terminate'): Promise<ProcessExit> => {
    if (!running) throw new Error('the gateway is not running')
    const exit = await running[how]()
    written += exit.output
    running = null
    return exit
  }
  return {
    url: `http://127.0.0.1:${port}`,
    opsUrl: `http://127.0.0.1:${opsPort}`,
    settings,
    start: async (more = {}) => {
      settings = { ...settings, ...more }
      running = startProgram('server/src/main.ts', settings, options.root, options.within)
      await untilReady(running, `http://127.0.0.1:${opsPort}/ready`)
    },
    killHard: () => end('killHard'),
    terminate: () => end('terminate'),
    output: () => written + (running?.output() ?? ''),
    get isRunning() {
      return running !== null
    },
  }
}

function settingsOf(
  { dataFolder, settings }: GatewayOptions,
  ports: { port: number; opsPort: number; sandboxPort: number },
): Record<string, string> {
  return {
    PORT: String(ports.port),
    OPS_PORT: String(ports.opsPort),
    HUANJI_SANDBOX_PORT: String(ports.sandboxPort),
    HUANJI_MODE: 'demo',
    HUANJI_HOST: '127.0.0.1',
    HUANJI_DATA: dataFolder,
    HUANJI_PUBLIC_URL: `http://127.0.0.1:${ports.port}`,
    HUANJI_RATE_FACTOR: '0',
    ...marketplaceSettings(NO_MARKETPLACE),
    ...settings,
  }
}
