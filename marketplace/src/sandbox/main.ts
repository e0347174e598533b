import { createSandboxClock } from './clock.ts'
import type { SandboxLog } from './options.ts'
import { createSandbox } from './sandbox.ts'

/**
 * The sandbox as a process of its own. Settings by environment:
 * SANDBOX_APP_KEY, SANDBOX_APP_SECRET, SANDBOX_PUSH_URL (required); SANDBOX_PORT (0: a free one), SANDBOX_HOST, SANDBOX_DATA (file;
 * in memory when left out), SANDBOX_OWN_SELLER (the merchant of a merchant's own application, whom no call names), SANDBOX_SEED (1), SANDBOX_START (ISO time; now), SANDBOX_SPEED (1), SANDBOX_CONTROL (1 serves control).
 */
function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name}: the sandbox cannot start without it`)
  return value
}

function numberOf(name: string, otherwise: number): number {
  const text = process.env[name]
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number of 0 or more, not "${text}"`)
  return value
}

function startOf(text: string | undefined): { startMs?: number } {
  if (!text) return {}
  const startMs = Date.parse(text)
  if (Number.isNaN(startMs)) throw new Error(`SANDBOX_START must be an ISO time, not "${text}"`)
  return { startMs }
}

function line(level: string, facts: object, message: string): void {
  process.stdout.write(`${JSON.stringify({ level, message, ...facts })}\n`)
}

const log: SandboxLog = {
  info: (facts, message) => line('info', facts, message),
  warn: (facts, message) => line('warn', facts, message),
  error: (facts, message) => line('error', facts, message),
}

const host = process.env.SANDBOX_HOST
const sandbox = createSandbox({
  port: numberOf('SANDBOX_PORT', 0),
  ...(host ? { host } : {}),
  dataFile: process.env.SANDBOX_DATA ?? null,
  appKey: required('SANDBOX_APP_KEY'),
  appSecret: required('SANDBOX_APP_SECRET'),
  ownSellerId: numberOf('SANDBOX_OWN_SELLER', 0) || undefined,
  pushUrl: required('SANDBOX_PUSH_URL'),
  seed: numberOf('SANDBOX_SEED', 1),
  clock: createSandboxClock({ ...startOf(process.env.SANDBOX_START), speed: numberOf('SANDBOX_SPEED', 1) }),
  log,
  httpControl: process.env.SANDBOX_CONTROL === '1',
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    sandbox.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error: String(error) }, 'the sandbox did not stop in order')
        process.exit(1)
      },
    )
  })
}

await sandbox.start()
