import path from 'node:path'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { afterEach, expect, test } from 'vitest'
import { signIn } from '../contract/fixtures/client.ts'
import { codeOf, send, type Target } from '../contract/gateway/target.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { openFolder, temporaryFolder, withMerchant } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess } from './gateway-process.ts'
import { seededRandom } from './killer.ts'

const SEED = Number(process.env.FAULT_SEED ?? 20260107)
const WRITERS = 6
const BREAKS = ['in order', 'killed', 'killed', 'in order', 'killed'] as const
/** From the moment the database answers again to the first write that goes through. */
const BACK_WITHIN_MS = 5_000
const TEST_TIMEOUT_MS = 300_000

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Writes without end as several people at once, each repeating a call with its key until it is answered. */
function writers(target: Target, who: LoginContext) {
  const acknowledged: string[] = []
  const strange: string[] = []
  let isOver = false
  const writeOne = async (firstCode: string): Promise<void> => {
    while (!isOver) {
      try {
        const answer = await send(
          target,
          bagRoll.registerRoll.path,
          who,
          { firstCode, count: 1 },
          {
            idempotencyKey: `roll-${firstCode}`,
          },
        )
        const code = codeOf(answer)
        if (code === ERR.ok) {
          acknowledged.push(firstCode)
          return
        }
        if (code !== ERR.busy && code !== ERR.keyInFlight) strange.push(answer.text)
      } catch (error) {
        strange.push(String(error))
        return
      }
      await pause(20)
    }
  }
  const writer = async (number: number): Promise<void> => {
    for (let count = 0; !isOver && strange.length === 0; count += 1) {
      await writeOne(`DOWN${number}${String(count).padStart(6, '0')}`)
    }
  }
  const running = Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)))
  return {
    acknowledged,
    strange,
    stop: async () => {
      isOver = true
      await running
    },
  }
}

async function onServer(): Promise<{
  gateway: GatewayProcess
  server: Awaited<ReturnType<typeof startPostgres>>
  target: Target
  who: LoginContext
  dataFolder: string
}> {
  const { folder, remove } = await temporaryFolder()
  cleanups.push(remove)
  const server = await startPostgres()
  cleanups.push(() => server.stop())
  const dataFolder = path.join(folder, 'data')
  const merchant = await withMerchant(dataFolder, '13800131009', server.url)
  const gateway = await gatewayProcess({ dataFolder, settings: { DATABASE_URL: server.url } })
  await gateway.start()
  cleanups.push(async () => (gateway.isRunning ? gateway.killHard() : null))
  const target = { url: gateway.url, letPass: async () => {} }
  return { gateway, server, target, dataFolder, who: await signIn(target, merchant.phone, merchant.password) }
}

test(
  `a PostgreSQL server that is restarted and killed under load costs no acknowledged write and no process (seed ${SEED})`,
  async () => {
    const random = seededRandom(SEED)
    const { gateway, server, target, who, dataFolder } = await onServer()
    const load = writers(target, who)
    const back: number[] = []
    for (const how of BREAKS) {
      await pause(300 + random() * 900)
      await server.restart(how)
      const [startedAt, before] = [performance.now(), load.acknowledged.length]
      while (load.acknowledged.length === before && performance.now() - startedAt < BACK_WITHIN_MS) await pause(5)
      back.push(Math.round(performance.now() - startedAt))
    }
    await pause(500)
    await load.stop()
    process.stdout.write(`acknowledged: ${load.acknowledged.length}, back after ${back.join(', ')} ms\n`)
    expect(load.strange).toEqual([])
    expect(back.filter((ms) => ms >= BACK_WITHIN_MS)).toEqual([])
    expect(load.acknowledged.length).toBeGreaterThan(100)
    expect((await gateway.terminate()).code).toBe(0)

    const home = await openFolder(dataFolder, server.url)
    const { rows } = await home.ownerQuery(
      `select bag_code as code, count(*)::int as times from seal_bag_record where action = 'register' group by 1`,
    )
    await home.close()
    const kept = new Map((rows as { code: string; times: number }[]).map(({ code, times }) => [code, times]))
    expect([...kept].filter(([, times]) => times !== 1)).toEqual([])
    expect(load.acknowledged.filter((code) => !kept.has(code))).toEqual([])
  },
  TEST_TIMEOUT_MS,
)
