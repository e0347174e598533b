import path from 'node:path'
import { auditTrail } from '@huanji/contract/features/audit/calls'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { cleanPhone, imeiOf, inspectStepByStep } from '@huanji/server/demo/trade/inspecting'
import * as selling from '@huanji/server/demo/trade/selling'
import { expect } from 'vitest'
import { type Client, signIn } from '../contract/fixtures/client.ts'
import { openFolder, temporaryFolder, withMerchant } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess, marketplaceSettings } from './gateway-process.ts'
import { seededRandom } from './killer.ts'
import { type MarketplaceProcess, startMarketplace } from './marketplace-process.ts'
import { patientClient } from './patient-client.ts'
import { expectAllOf, expectOnceEach, settle } from './sold-phones.ts'

/** A database that is killed and started again while the product is at work on it. */
export interface DatabaseAtRisk {
  readonly url: string
  /** Each part of it that can be killed by itself, by name; starts it again as a supervisor does. */
  readonly parts: Readonly<Record<string, () => Promise<void>>>
  /** Transactions that were prepared and neither committed nor rolled back. */
  preparedTransactions(): Promise<number>
}

export interface CampaignPlan {
  readonly seed: number
  /** How often something is killed, taking turns among gateways, worker and the parts of the database. */
  readonly kills: number
}

const MERCHANTS = 2
/** People of each merchant who take one phone after the other from the scan to the bill. */
const TRADERS = 2
/** People of each merchant who register one roll of bags after the other. */
const WRITERS = 2
/** From the moment that what was killed runs again to the first write that goes through, at every gateway. */
const BACK_WITHIN_MS = 30_000
const PREPARED_WITHIN_MS = 150_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Two gateways and a worker over one database, and a marketplace. */
async function startProduct(database: DatabaseAtRisk, folder: string, accounts: readonly { sellerId: number }[]) {
  const dataFolder = path.join(folder, 'data')
  const settings = { DATABASE_URL: database.url, HUANJI_POOL: '8' }
  const gateways: GatewayProcess[] = []
  for (let number = 0; number < 2; number += 1) {
    gateways.push(await gatewayProcess({ dataFolder, settings: { ...settings, HUANJI_PART: 'gateway' } }))
  }
  const worker = await gatewayProcess({ dataFolder, settings: { ...settings, HUANJI_PART: 'worker' } })
  const marketplace = await startMarketplace(
    path.join(folder, 'sandbox.sqlite'),
    `${gateways[0]?.url}/marketplace/push`,
  )
  await marketplace.quietBuyers()
  for (const [number, { sellerId }] of accounts.entries()) {
    await marketplace.control.openShop({ sellerId, userName: `campaign-${number}`, nick: `${number}号手机行` })
  }
  // one after the other: the first makes what the installation keeps
  for (const process of [...gateways, worker]) await process.start(marketplaceSettings(marketplace))
  return { gateways, worker, marketplace }
}

/** One merchant's people at work; each finishes what it has begun once it is over. */
interface Merchant {
  readonly client: Client
  readonly sold: selling.SoldPhone[]
  /** The first codes of rolls that were acknowledged. */
  readonly rolls: string[]
  /** What ended one of them before it was over; null while all are at work. */
  failure(): unknown
  finish(): Promise<void>
}

interface Opening {
  readonly number: number
  readonly urls: readonly string[]
  readonly marketplace: MarketplaceProcess
  readonly phone: string
  readonly password: string
}

async function openMerchant({ number, urls, marketplace, phone, password }: Opening): Promise<Merchant> {
  const [url = ''] = urls
  const client = patientClient(urls, await signIn({ url, letPass: async () => {} }, phone, password))
  const shopAccountId = await selling.usableShop(client)
  const [sold, rolls]: [selling.SoldPhone[], string[]] = [[], []]
  let isOver = false

  async function trade(person: number): Promise<void> {
    for (let count = 0; !isOver; count += 1) {
      const bagCode = `SOLD${number}${person}${String(count).padStart(6, '0')}`
      await client.call(bagRoll.registerRoll, { firstCode: bagCode, count: 1 })
      const imei = imeiOf('35', 7_400_000 + number * 1_000_000 + person * 100_000 + count)
      const { inspectionId } = await inspectStepByStep(client, cleanPhone(imei, { bagCode, shopAccountId }))
      const phone = { imei, bagCode, inspectionId, shopAccountId }
      const one = await selling.sellAtAuction(client, marketplace.control, phone)
      await selling.ship(client, 'auction', selling.parcelOf(one.orderId, one))
      sold.push(one)
    }
  }

  async function register(person: number): Promise<void> {
    for (let count = 0; !isOver; count += 1) {
      const firstCode = `ROLL${number}${person}${String(count).padStart(6, '0')}`
      await client.call(bagRoll.registerRoll, { firstCode, count: 1 })
      rolls.push(firstCode)
      await pause(20)
    }
  }

  const people = [
    ...Array.from({ length: TRADERS }, (_, person) => trade(person)),
    ...Array.from({ length: WRITERS }, (_, person) => register(person)),
  ]
  const all = Promise.all(people)
  let failure: unknown = null
  all.catch((error: unknown) => {
    failure = error
  })
  return {
    client,
    sold,
    rolls,
    failure: () => failure,
    finish: async () => {
      isOver = true
      await all
    },
  }
}

/**
 * Kills gateways, worker and database, one after the other and each without a chance to tidy up, while people of two
 * merchants sell phones and register bags. Whatever was killed is started again and nothing else is touched: everybody
 * must be answered again by themselves, and in the end everything that was acknowledged stands there once, on both sides.
 */
export async function runCampaign(database: DatabaseAtRisk, { seed, kills }: CampaignPlan): Promise<void> {
  const random = seededRandom(seed)
  const { folder, remove } = await temporaryFolder()
  const dataFolder = path.join(folder, 'data')
  const accounts = []
  for (let number = 0; number < MERCHANTS; number += 1) {
    accounts.push(await withMerchant(dataFolder, `1380013110${number}`, database.url))
  }
  const product = await startProduct(database, folder, accounts)
  const { gateways, worker, marketplace } = product
  const processes: Readonly<Record<string, GatewayProcess>> = {
    'gateway 1': gateways[0] as GatewayProcess,
    'gateway 2': gateways[1] as GatewayProcess,
    worker,
  }
  const parts: Record<string, () => Promise<void>> = { ...database.parts }
  for (const [name, process] of Object.entries(processes)) {
    parts[name] = async () => {
      await process.killHard()
      await process.start()
    }
  }
  try {
    const urls = gateways.map(({ url }) => url)
    const merchants: Merchant[] = []
    for (const [number, { phone, password }] of accounts.entries()) {
      merchants.push(await openMerchant({ number, urls, marketplace, phone, password }))
    }
    const back = await killInTurn(parts, { kills, random, isBack: () => isBack({ merchants, processes, database }) })
    for (const { finish } of merchants) await finish()
    const sold = merchants.flatMap((merchant) => merchant.sold)
    const rolls = merchants.flatMap((merchant) => merchant.rolls)
    process.stdout.write(
      `seed ${seed}: ${kills} kills, back after ${back.map(({ name, ms }) => `${name} ${ms}`).join(', ')} ms; ${sold.length} phones sold, ${rolls.length} rolls\n`,
    )
    expect(sold.length).toBeGreaterThan(0)
    await settle(
      marketplace.control,
      merchants.map(({ client, sold: phones }) => ({ client, phones })),
    )
    for (const { client, sold: phones } of merchants) {
      for (const phone of phones) await expectAllOf(client, phone)
      expect(await client.call(auditTrail.verify, {})).toMatchObject({ isIntact: true })
    }
    for (const process of Object.values(processes)) expect((await process.terminate()).code).toBe(0)
    await expectTables(database, dataFolder, { phones: sold.length, rolls })
    const { product: products = {}, order = {} } = await marketplace.control.dump()
    expect([Object.keys(products).length, Object.keys(order).length]).toEqual([sold.length, sold.length])
  } catch (cause) {
    throw new Error(`the processes wrote:\n${troubles(Object.values(processes)).join('\n')}`, { cause })
  } finally {
    for (const process of Object.values(processes)) if (process.isRunning) await process.killHard()
    await marketplace.running.killHard()
    await remove()
  }
}

/** The last lines that tell of an error: pino's levels from 50 on. */
const troubles = (processes: readonly GatewayProcess[]): string[] =>
  processes.flatMap((process) =>
    process
      .output()
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line))
      .slice(-5),
  )

interface AtWork {
  readonly merchants: readonly Merchant[]
  readonly processes: Readonly<Record<string, GatewayProcess>>
  readonly database: DatabaseAtRisk
}

interface Killing {
  readonly kills: number
  readonly random: () => number
  /** Comes back when everybody is answered again. */
  isBack(): Promise<void>
}

/** Kills each part in its turn at a random moment; gives how long each took until everybody was answered again. */
async function killInTurn(parts: Readonly<Record<string, () => Promise<void>>>, { kills, random, isBack }: Killing) {
  const back: { name: string; ms: number }[] = []
  const names = Object.keys(parts)
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(200 + random() * 1_500)
    const name = names[kill % names.length] ?? ''
    await parts[name]?.()
    const startedAt = performance.now()
    await isBack().catch((cause: unknown) => {
      throw new Error(`kill ${kill + 1}, of ${name}`, { cause })
    })
    back.push({ name, ms: Math.round(performance.now() - startedAt) })
  }
  return back
}

/**
 * Waits until every process is ready and a write of each merchant has gone through.
 * @throws Error with who is still waiting when that takes too long
 */
async function isBack({ merchants, processes, database }: AtWork): Promise<void> {
  const deadline = performance.now() + BACK_WITHIN_MS
  const before = merchants.map(({ rolls }) => rolls.length)
  for (;;) {
    const waiting = merchants.flatMap(({ rolls }, number) =>
      rolls.length > (before[number] ?? 0) ? [] : [`the people of merchant ${number}`],
    )
    for (const [name, process] of Object.entries(processes)) {
      const answer = await fetch(`${process.opsUrl}/ready`).then(
        (response) => response.text().then((text) => (response.ok ? '' : text)),
        String,
      )
      if (answer !== '') waiting.push(`${name} (${answer})`)
    }
    const failed = merchants.find(({ failure }) => failure() !== null)
    if (failed) throw failed.failure()
    if (waiting.length === 0) return
    if (performance.now() > deadline) {
      const prepared = await database.preparedTransactions()
      throw new Error(
        `still waiting after ${BACK_WITHIN_MS / 1000} s: ${waiting.join(', ')}; ${prepared} prepared transactions`,
      )
    }
    await pause(10)
  }
}

async function expectTables(
  database: DatabaseAtRisk,
  dataFolder: string,
  wanted: { phones: number; rolls: readonly string[] },
): Promise<void> {
  const home = await openFolder(dataFolder, database.url)
  try {
    await expectOnceEach(home.ownerQuery, wanted.phones)
    const { rows } = await home.ownerQuery(
      `select bag_code as code, count(*)::int as times from seal_bag_record
        where action = 'register' and bag_code like 'ROLL%' group by 1`,
    )
    const kept = new Map((rows as { code: string; times: number }[]).map(({ code, times }) => [code, times]))
    expect([...kept].filter(([, times]) => times !== 1)).toEqual([])
    expect(wanted.rolls.filter((code) => !kept.has(code))).toEqual([])
    const requests = await home.ownerQuery(
      "select subject, subject_id, problem from desired_state where state <> 'settled'",
    )
    expect(requests.rows).toEqual([])
  } finally {
    await home.close()
  }
  const deadline = performance.now() + PREPARED_WITHIN_MS
  while ((await database.preparedTransactions()) > 0) {
    if (performance.now() > deadline) throw new Error('transactions stay prepared')
    await pause(500)
  }
}
