import path from 'node:path'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { newId } from '@huanji/server/platform/ids'
import { afterEach, expect, test } from 'vitest'
import { signIn } from '../contract/fixtures/client.ts'
import { codeOf, send } from '../contract/gateway/target.ts'
import { type EventStream, openEventStream, type StreamEvent } from '../support/event-stream.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { temporaryFolder, withMerchant } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess, marketplaceSettings } from './gateway-process.ts'
import { startMarketplace } from './marketplace-process.ts'

const TEST_TIMEOUT_MS = 300_000
const SECRET = '4f0c9b1d7e5a83264f0c9b1d7e5a8326b81e77aa5d'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function processes() {
  const { folder, remove } = await temporaryFolder()
  cleanups.push(remove)
  const server = await startPostgres()
  cleanups.push(() => server.stop())
  const dataFolder = path.join(folder, 'data')
  const merchant = await withMerchant(dataFolder, '13800131010', server.url)
  const start = async (part: 'gateway' | 'worker', more: Record<string, string> = {}): Promise<GatewayProcess> => {
    const settings = { DATABASE_URL: server.url, HUANJI_PART: part, HUANJI_SECRET: SECRET, ...more }
    const started = await gatewayProcess({ dataFolder, settings })
    await started.start()
    cleanups.push(async () => (started.isRunning ? started.killHard() : null))
    return started
  }
  return { folder, server, merchant, start }
}

const targetOf = ({ url }: GatewayProcess) => ({ url, letPass: async () => {} })

/** Adds an address, once the gateway has a database to add it to. */
async function addAddress(gateway: GatewayProcess, who: LoginContext): Promise<void> {
  const payload = { ...address.edit.example, detail: `科技园路${newId()}号` }
  const endMs = performance.now() + 30_000
  while (codeOf(await send(targetOf(gateway), address.edit.path, who, payload)) !== ERR.ok) {
    if (performance.now() > endMs) throw new Error('no address could be added')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const heard = (topic: string) => (events: readonly StreamEvent[]) =>
  events.some(({ data }) => data.topics?.includes(topic))
const standing = (isWhole: boolean) => (events: readonly StreamEvent[]) =>
  events.some(({ name, data }) => name === 'standing' && data.isWhole === isWhole)

/** Waits for the last word about whether all processes are heard, and for what it brings. */
async function becomesWhole(stream: EventStream): Promise<void> {
  await stream.until((events) => events.findLast(({ name }) => name === 'standing')?.data.isWhole === true)
  await new Promise((resolve) => setTimeout(resolve, 500))
  stream.takeTopics()
}

test(
  'a stream hears what other processes commit, whatever happens to them and to the database',
  async () => {
    const { folder, server, merchant, start } = await processes()
    const [first, second] = await Promise.all([start('gateway'), start('gateway')])
    const who = await signIn(targetOf(first), merchant.phone, merchant.password)
    const stream = await openEventStream(first.url, who)
    cleanups.push(async () => stream.close())
    await becomesWhole(stream)

    await addAddress(second, who)
    await stream.until(heard('address'))

    // killed before it could tell, perhaps: whoever starts in its place says so
    await second.killHard()
    stream.takeTopics()
    const third = await start('gateway')
    await stream.until(heard('order'))

    // what a worker learns from the marketplace
    const marketplace = await startMarketplace(path.join(folder, 'sandbox.sqlite'), `${first.url}/marketplace/push`)
    cleanups.push(() => marketplace.running.killHard())
    await marketplace.control.openShop({ sellerId: merchant.sellerId, userName: 'faults', nick: '耐摔手机行' })
    await start('worker', marketplaceSettings(marketplace))
    stream.takeTopics()
    await stream.until(heard('shop'))

    for (const how of ['in order', 'killed'] as const) {
      stream.takeTopics()
      await server.restart(how)
      await stream.until(standing(false))
      await becomesWhole(stream)
      await addAddress(third, who)
      await stream.until(heard('address'))
    }
    expect(stream.isOver).toBe(false)

    const startMs = performance.now()
    expect((await first.terminate()).code).toBe(0)
    expect(performance.now() - startMs).toBeLessThan(10_000)
    expect(stream.asides.at(-1)).toMatch(/^retry: \d+$/)
  },
  TEST_TIMEOUT_MS,
)
