import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import { batch } from '@huanji/contract/calls/batch'
import { detRecord } from '@huanji/contract/calls/inspection'
import { realPhoto } from '@huanji/contract/calls/photo'
import { extSealBag } from '@huanji/contract/calls/sealed-bag'
import type { Channel } from '@huanji/domain/channel'
import { createMarketplaceClient } from '@huanji/marketplace/client/client'
import { createSandboxClock } from '@huanji/marketplace/sandbox/clock'
import type { Sandbox, SandboxControl } from '@huanji/marketplace/sandbox/options'
import { createSandbox } from '@huanji/marketplace/sandbox/sandbox'
import { accessInProcess } from '@huanji/server/demo/in-process'
import { batchPlan, type PhonePlan } from '@huanji/server/demo/phones'
import { addAddress } from '@huanji/server/modules/address/commands'
import { reconcileBills } from '@huanji/server/modules/bill/commands'
import { createMerchant } from '@huanji/server/modules/people/commands'
import type { Actor } from '@huanji/server/platform/actor'
import { settableClock, systemClock } from '@huanji/server/platform/clock'
import { newId } from '@huanji/server/platform/ids'
import { lookAgain } from '@huanji/server/sync/desired-state'
import { pollEntries, pollOrders, pollSessions, pollSettlements } from '@huanji/server/sync/polls'
import type { SellerAtWork } from '@huanji/server/sync/refresh'
import { refreshShops } from '@huanji/server/sync/shops'
import { startTestGateway, TEST_START } from '../support/gateway.ts'
import { type CloneCodes, cloneStatement } from './clones.ts'
import type { BothSides } from './facts.ts'

const ACCESS = { appKey: '200001', appSecret: 'a secret of the simulation' }
const MARKETPLACE = 'http://marketplace.test'
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const MODEL = {
  modelId: 'apple-iphone-13',
  sku: { regulatoryNo: 'A2634', ram: '', storage: '128GB', colour: '午夜色' },
  answers: {},
}

/** A phone in stock that can be offered on a channel. */
export interface StockPhone {
  readonly inspectionId: string
  readonly imei: string
  readonly bagCode: string
}

/** A merchant with shops at a marketplace of its own. */
export interface World extends BothSides {
  readonly control: SandboxControl
  readonly owner: Actor
  readonly seller: SellerAtWork
  readonly shopIds: readonly string[]
  /** Makes a call as the owner; gives the refusal's word where it is refused. @throws Error for what is no refusal */
  ask<S extends CallSpec>(spec: S, payload: InputOf<S>): Promise<Answer<OutputOf<S>>>
  /** Phones of one batch, photographed and ready to be offered; bagged for the auction. */
  phones(channel: Channel, count: number): Promise<StockPhone[]>
  /** Lets time pass on both sides, and runs what falls due. */
  pass(durationMs: number): Promise<void>
  /** Looks at the marketplace as the schedules do: for what no push told of, and for wishes that still stand. */
  look(): Promise<void>
  /** Orders whose bills are not what the marketplace settled, by our own reckoning. */
  reconciled(): Promise<unknown[]>
  nowMs(): number
}

export type Answer<Data> =
  | { readonly data: Data; readonly refusal: null }
  | { readonly data: null; readonly refusal: string }

/** The real server with all its modules, on the database that TEST_DATABASE names, and a marketplace for each world. */
export async function openUniverse() {
  const clock = settableClock(TEST_START)
  const at = { url: '' }
  const client = createMarketplaceClient({
    ...ACCESS,
    baseUrl: MARKETPLACE,
    fetch: (address, init) => fetch(String(address).replace(MARKETPLACE, at.url), init),
    now: () => systemClock.now().getTime(),
    // what goes wrong is to be met by the jobs, and not hidden by the client
    retry: { attempts: 1 },
    breaker: { failuresToOpen: 1_000_000 },
  })
  const gateway = await startTestGateway({
    clock,
    marketplace: { ...ACCESS, url: MARKETPLACE },
    marketplaceClient: client,
  })
  const services = { ...gateway.app.services, db: gateway.db }
  const access = accessInProcess(services, { takeSignals: () => [] } as unknown as Parameters<
    typeof accessInProcess
  >[1])
  const used = { phones: 0, merchants: 0 }
  const models = new Map<string, Promise<StockPhone>>()
  let sandbox: Sandbox | null = null

  /** A new merchant at a new marketplace; the one before is closed. */
  async function openWorld(seed: number, shopCount = 2): Promise<World> {
    await sandbox?.stop()
    const opened = createSandbox({
      ...ACCESS,
      port: 0,
      dataFile: null,
      pushUrl: `${gateway.url}/marketplace/push`,
      seed,
      clock: createSandboxClock({ startMs: clock.now().getTime(), speed: 0 }),
      log: QUIET,
      behaviour: { bid: false, shop: false, defaultShare: 1, refundShare: 0 },
    })
    sandbox = opened
    await opened.start()
    at.url = opened.url
    const { control } = opened
    const owner = await newOwner()
    const { merchantId } = owner
    const [merchant] = await rows<{ seller_id: number }>(
      `select seller_id from merchant where merchant_id = '${merchantId}'`,
    )
    const seller = { merchantId, sellerId: Number(merchant?.seller_id) }
    for (let shop = 1; shop <= shopCount; shop += 1) {
      control.openShop({ sellerId: seller.sellerId, userName: `shop${seller.sellerId}-${shop}`, nick: `${shop}号店` })
    }
    await refreshShops(services, merchantId)
    await pollSessions(services, seller)
    await gateway.db.tenant(merchantId, (tx) => addAddress(tx, { ...SHIP_FROM, now: clock.now() }))
    const shops = await rows<{ id: string }>(
      `select id from shop_account where merchant_id = '${merchantId}' order by user_name`,
    )

    async function pass(durationMs: number): Promise<void> {
      clock.advance(durationMs)
      await control.advance(durationMs)
      await gateway.runJobs()
    }
    const ask = asking(owner)
    return {
      control,
      merchantId,
      dump: control.dump,
      owner,
      seller,
      shopIds: shops.map(({ id }) => id),
      ask,
      phones: (channel, count) => phonesOf(owner, channel, count),
      pass,
      look: async () => {
        // a poll that fails goes on with its next turn
        for (const poll of [pollSessions, pollEntries, pollOrders, pollSettlements]) {
          await poll(services, seller).catch(() => undefined)
        }
        await lookAgain(services)
        await gateway.runJobs()
      },
      rows,
      reconciled: () => gateway.db.tenant(merchantId, reconcileBills),
      nowMs: () => clock.now().getTime(),
    }
  }

  async function newOwner(): Promise<Actor> {
    used.merchants += 1
    const phone = `1380013${String(used.merchants).padStart(4, '0')}`
    const name = `模拟${used.merchants}`
    const now = clock.now()
    const made = await gateway.db.global((tx) => createMerchant(tx, { name, phone, passwordHash: 'none', now }))
    return {
      ...{ merchantId: made.merchantId, employeeId: made.employeeId, employeeName: name, phone },
      ...{ isOwner: true, refundLimitFen: null, grants: new Set<string>(), sessionId: newId() },
    }
  }

  const rows = async <Row>(text: string) => (await gateway.database.open.ownerQuery(text)).rows as Row[]

  const asking =
    (by: Actor) =>
    async <S extends CallSpec>(spec: S, payload: InputOf<S>): Promise<Answer<OutputOf<S>>> => {
      try {
        return { data: await access.call(by, spec, payload), refusal: null }
      } catch (error) {
        const refusal = error instanceof Error ? (/: \S+ ([A-Z][A-Z_]+) /.exec(error.message)?.[1] ?? null) : null
        if (refusal === null || refusal === 'INTERNAL') throw error
        return { data: null, refusal }
      }
    }

  /** Two phones go the whole way, into a batch of their own; the others are copies of the second. */
  async function phonesOf(by: Actor, channel: Channel, count: number): Promise<StockPhone[]> {
    const model = await modelsOf(by, channel)
    const statement = cloneStatement(by.merchantId, model, plansOf(channel, count))
    return rows<StockPhone>(statement)
  }

  function modelsOf(by: Actor, channel: Channel): Promise<StockPhone> {
    const key = `${by.merchantId}/${channel}`
    const known = models.get(key) ?? inspected(by, channel)
    models.set(key, known)
    return known
  }

  function plansOf(channel: Channel, count: number): (CloneCodes & Pick<PhonePlan, 'answers'>)[] {
    const plans = Array.from({ length: count }, (_, index) => batchPlan(1, used.phones + index, { ...MODEL, channel }))
    used.phones += count
    return plans.map(({ number, imei, answers }) => ({
      ...{ imei, answers, bagCode: channel === 'auction' ? `SIM${String(number).padStart(9, '0')}` : '' },
      ...{
        barCode: `HJ9${String(number).padStart(9, '0')}`,
        inspectionNo: `ZJ250101${String(number).padStart(6, '0')}`,
      },
    }))
  }

  async function inspected(by: Actor, channel: Channel): Promise<StockPhone> {
    const plans = plansOf(channel, 2)
    const firstCode = plans[0]?.bagCode ?? ''
    if (firstCode !== '') await access.call(by, extSealBag.registerRoll, { firstCode, count: plans.length })
    const units = plans.map(({ imei, bagCode }) => ({ code: { kind: 'imei' as const, imei }, bagCode }))
    const common = { modelId: MODEL.modelId, sku: MODEL.sku, answers: plans[0]?.answers ?? {} }
    const answer = await access.call(by, batch.addMultiCommodity, { channel, common, units })
    const refused = answer.rows.find((row) => !row.ok)
    if (refused) throw new Error(`a phone was refused: ${refused.problem} ${refused.message}`)
    const [sample = '', inspectionId = ''] = answer.rows.flatMap((row) => row.inspectionId ?? [])
    await photographSample(by, sample)
    return { inspectionId, imei: plans[1]?.imei ?? '', bagCode: plans[1]?.bagCode ?? '' }
  }

  async function photographSample(by: Actor, inspectionId: string): Promise<void> {
    const { photoTaskId } = await access.call(by, detRecord.getDetRecordDetails, { inspectionId })
    const { missingShots } = await access.call(by, realPhoto.getDetectRealPhoto, { photoTaskId })
    const look = { subject: '', colour: MODEL.sku.colour, platform: 'apple' as const }
    const photos = missingShots.map(({ code }) => ({ look, shows: { position: code } }))
    await access.savePhotos(by, photoTaskId, photos)
    await access.filesStored()
  }

  return {
    openWorld,
    rows,
    close: async () => {
      await sandbox?.stop()
      await gateway.close()
    },
  }
}

export type Universe = Awaited<ReturnType<typeof openUniverse>>

const SHIP_FROM = {
  kind: 'ship',
  contactName: '发货员',
  contactPhone: '13800138002',
  regionCode: '440305',
  detail: '科技园一号',
  isDefault: true,
} as const
