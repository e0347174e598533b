import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import type { Channel } from '@huanji/domain/channel'
import type { Difference } from '@huanji/domain/fees/reconcile'
import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import { createSandboxClock } from '@huanji/marketplace/sandbox/clock'
import type { Sandbox, SandboxControl } from '@huanji/marketplace/sandbox/options'
import { createSandbox } from '@huanji/marketplace/sandbox/sandbox'
import { accessInProcess } from '@huanji/server/demo/in-process'
import { addAddress } from '@huanji/server/modules/address/commands'
import { storedFigures } from '@huanji/server/modules/figure/figure-store'
import { foldMarks } from '@huanji/server/modules/figure/fold'
import { plainCount } from '@huanji/server/modules/figure/testing/plain-count'
import { allDifferences } from '@huanji/server/modules/reconciliation/compare'
import type { Actor } from '@huanji/server/platform/actor'
import { settableClock } from '@huanji/server/platform/clock'
import { pollAccountFlows, pollSettlements } from '@huanji/server/sync/account'
import { pollEntries, pollOrders, pollSessions } from '@huanji/server/sync/polls'
import type { SellerAtWork } from '@huanji/server/sync/refresh'
import { lookAtDeadlines, pollRefunds } from '@huanji/server/sync/refund-polls'
import { lookAgainFor } from '@huanji/server/sync/requests/index'
import { lookAtStockAgain } from '@huanji/server/sync/requests/stock'
import { refreshShops } from '@huanji/server/sync/shops'
import { startTestGateway, TEST_START } from '../support/gateway.ts'
import { ownPort } from '../support/ports.ts'
import type { BothSides, Report } from './facts.ts'
import { openLine } from './line.ts'
import { type Inspected, openStockRoom, type StockPhone } from './stock-room.ts'

const ACCESS = { appKey: '200001', appSecret: 'a secret of the simulation' }
const EVER = { from: '2000-01-01', to: '2999-12-31' }
/** What the schedules look at. */
const LOOKS = [pollSessions, pollEntries, pollOrders, pollSettlements, pollAccountFlows, pollRefunds, lookAtDeadlines]
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
/** A merchant with shops at a marketplace of its own. */
export interface World extends BothSides {
  readonly control: SandboxControl
  /** The marketplace as the product reaches it, for what the product has no hand for. */
  readonly marketplace: MarketplaceClient
  readonly owner: Actor
  readonly seller: SellerAtWork
  readonly shopIds: readonly string[]
  /** Makes a call as the owner; gives the refusal's word where it is refused. @throws Error for what is no refusal */
  ask<S extends CallSpec>(spec: S, payload: InputOf<S>): Promise<Answer<OutputOf<S>>>
  /** Phones of both SKUs, photographed and ready to be offered; bagged for the auction. */
  phones(channel: Channel, count: number): Promise<StockPhone[]>
  /** Inspects a phone anew for a channel, with photographs and a bag: going on from its record, or as if it were new. */
  inspect(phone: Report, channel: Channel, from: 'record' | 'imei'): Promise<Inspected>
  /** Lets time pass on both sides, and runs what falls due. */
  pass(durationMs: number): Promise<void>
  /** Looks at the marketplace as the schedules do: for what no push told of, and for requests that still stand. */
  look(): Promise<void>
  /** Orders whose bills are not what the marketplace settled, by our own reckoning. */
  reconciled(): Promise<Difference[]>
  /** The figures by day once they are counted, beside a plain count of the rows; by what they are of. */
  figures(): Promise<{ readonly stored: object; readonly counted: object }>
  nowMs(): number
}

export type Answer<Data> =
  | { readonly data: Data; readonly refusal: null }
  | { readonly data: null; readonly refusal: string }

/** The real server with all its modules, on the database that TEST_DATABASE names, and a marketplace for each world. */
export async function openUniverse() {
  const clock = settableClock(TEST_START)
  const line = openLine(ACCESS)
  const gateway = await startTestGateway({
    clock,
    marketplace: { ...ACCESS, url: line.url },
    marketplaceClient: line.client,
  })
  const services = { ...gateway.app.services, db: gateway.db }
  const access = accessInProcess(services, { takeSignals: () => [] })
  let merchants = 0
  let sandbox: Sandbox | null = null

  /** A new merchant at a new marketplace; the one before is closed. */
  async function openWorld(seed: number, shopCount = 2): Promise<World> {
    await sandbox?.stop()
    const opened = createSandbox({
      ...ACCESS,
      port: await ownPort(),
      dataFile: null,
      pushUrl: `${gateway.url}/marketplace/push`,
      seed,
      clock: createSandboxClock({ startMs: clock.now().getTime(), speed: 0 }),
      log: QUIET,
      behaviour: { bid: false, shop: false, defaultShare: 1, refundShare: 0 },
    })
    sandbox = opened
    await opened.start()
    const control = line.connect(opened)
    const { actor: owner } = await gateway.merchant(`模拟${++merchants}`)
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
    const stockRoom = openStockRoom({ owner, access, ask, rows, services })
    return {
      control,
      marketplace: line.client,
      merchantId,
      dump: control.dump,
      owner,
      seller,
      shopIds: shops.map(({ id }) => id),
      ask,
      phones: stockRoom.phones,
      inspect: stockRoom.inspect,
      pass,
      look: async () => {
        // a poll that fails goes on with its next turn
        for (const poll of LOOKS) {
          await poll(services, seller).catch(() => undefined)
        }
        await lookAgainFor(services, merchantId)
        await lookAtStockAgain(services)
        await gateway.runJobs()
      },
      rows,
      reconciled: () => gateway.db.tenant(merchantId, allDifferences),
      figures: async () => {
        await foldMarks(gateway.db, merchantId, () => clock.now())
        const stored = await gateway.db.tenant(merchantId, (tx) => storedFigures(tx, EVER))
        return { stored: Object.fromEntries(stored), counted: Object.fromEntries(await plainCount(rows, merchantId)) }
      },
      nowMs: () => clock.now().getTime(),
    }
  }

  const rows = async <Row>(text: string) => (await gateway.database.open.ownerQuery(text)).rows as Row[]

  const asking =
    (by: Actor) =>
    async <S extends CallSpec>(spec: S, payload: InputOf<S>): Promise<Answer<OutputOf<S>>> => {
      try {
        return { data: await access.as(by).call(spec, payload), refusal: null }
      } catch (error) {
        const refusal = error instanceof Error ? (/: \S+ ([A-Z][A-Z_]+) /.exec(error.message)?.[1] ?? null) : null
        if (refusal === null || refusal === 'INTERNAL') throw error
        return { data: null, refusal }
      }
    }

  return {
    openWorld,
    rows,
    /** Changes a row of bills behind the product's back. */
    tamper: async (text: string) => {
      const { ownerQuery } = gateway.database.open
      await ownerQuery('alter table bill no force row level security')
      await ownerQuery(text)
      await ownerQuery('alter table bill force row level security')
    },
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
