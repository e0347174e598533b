import { randomUUID } from 'node:crypto'
import type { CallSpec } from '@huanji/contract/call'
import { IDEMPOTENCY_HEADER, type LoginContext } from '@huanji/contract/envelope'
import { bill, billDetail } from '@huanji/contract/features/bill/calls'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { IPHONE_13, imeiOf } from '@huanji/server/demo/trade/inspecting'
import pg from 'pg'
import { plainClient, signIn } from '../contract/fixtures/client.ts'
import { bodyOf, type Target } from '../contract/gateway/target.ts'
import type { BarePlan } from './bare-server.ts'
import { type FilledDatabase, PASSWORD, PHONE } from './databases.ts'
import { openGateway } from './gateway-server.ts'
import { interleaved, type Load, type Round } from './load.ts'
import { ms, perSecond, ratio, thousands, verdict } from './markdown.ts'
import type { BenchOptions } from './options.ts'
import { about, repeatable } from './plan.ts'
import { type Recorded, recording } from './recorder.ts'
import { startServer } from './server-child.ts'

/** A filled database and the gateway that runs on it. */
export interface Measured {
  readonly database: FilledDatabase
  readonly url: string
  /** Memory that the gateway holds at this moment, in bytes. */
  readonly memory: () => number
}

export interface Result {
  readonly note: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

export const OK = '"_errCode":"0"'

export function targetOf(url: string): Target {
  return { url, letPass: async () => {} }
}

/** The load of one call with the same payload each time. */
function readLoad(name: string, url: string, who: LoginContext, spec: CallSpec, payload: object): Load {
  const body = bodyOf(who, payload)
  return { name, url: `${url}${spec.path}`, nextBody: () => body, expect: OK }
}

function roundOf(rounds: ReadonlyMap<string, Round>, name: string): Round {
  const round = rounds.get(name)
  if (!round) throw new Error(`${name} was not measured`)
  return round
}

/** An inspection's draft that a connection saves again and again; the values are those its statements name. */
interface Draft {
  readonly inspectionId: string
  readonly unitId: string
  readonly imei: string
  readonly values: Readonly<Record<string, unknown>>
}

const DRAFT = { mode: 'draft', channel: 'auction', ...IPHONE_13, answers: {} } as const

/** So high that no other number in a statement is taken for it. */
const FIRST_VERSION = 700_001

/** Saves a draft of a phone that nobody has seen, by a number that tells it from others; gives its record. */
export async function newDraft(url: string, who: LoginContext, serial: number) {
  const imei = imeiOf('35', 880_000_000 + serial)
  const code = { kind: 'imei', imei } as const
  const { inspectionId } = await plainClient(targetOf(url), who).call(detRecord.addDetectRecord, { ...DRAFT, code })
  return { inspectionId, imei }
}

async function makeDrafts({ database, url }: Measured, who: LoginContext, count: number): Promise<Draft[]> {
  const connection = new pg.Client({ connectionString: database.url })
  await connection.connect()
  const drafts: Draft[] = []
  for (let index = 0; index < count; index += 1) {
    const { inspectionId, imei } = await newDraft(url, who, index)
    const { rows } = await connection.query(
      `update inspection set version = ${FIRST_VERSION} where merchant_id = $1 and id = $2
       returning unit_id, photo_task_id, bar_code, inspection_no`,
      [database.merchantId, inspectionId],
    )
    const row = rows[0] as Record<string, string>
    drafts.push({ inspectionId, unitId: row.unit_id ?? '', imei, values: { inspectionId, imei, ...row } })
  }
  await connection.end()
  return drafts
}

const saveOf = ({ inspectionId, imei }: Draft, version: number) => ({
  ...DRAFT,
  inspectionId,
  version,
  code: { kind: 'imei', imei },
})

/** The version that an answer tells. */
const versionAfter = (answer: string): number => Number(/"version":(\d+)/.exec(answer)?.[1])

let rolls = 0
/** A bag code that was never used: letters for the side, digits for the count. */
function nextBag(side: string): string {
  rolls += 1
  return `${side}${String(rolls).padStart(10, '0')}`
}

/** Lets the real gateway answer each call once, and keeps the statements it gave the database. */
async function recordedPlan(
  { database }: Measured,
  folder: string,
  draft: Draft,
  connections: number,
): Promise<{ plan: BarePlan; counts: Record<string, number> }> {
  const { app } = await openGateway(database.url, folder)
  const target = targetOf(app.url)
  const who = await signIn(target, PHONE, PASSWORD)
  const client = plainClient(target, who)
  const sinceMs = Date.now()
  const key = randomUUID()
  const bag = nextBag('RECORD')
  const record = (work: () => Promise<unknown>): Promise<Recorded[]> =>
    recording(async () => {
      await work()
    })
  // Once before, so that nothing that is done only the first time is recorded.
  await client.call(auctionOrder.list, {})
  const list = await record(() => client.call(auctionOrder.list, {}))
  const roll = await record(() => client.call(bagRoll.registerRoll, { firstCode: bag, count: 1 }, key))
  const save = await record(() => client.call(detRecord.addDetectRecord, saveDraft(draft), key))
  await app.close()
  const named = { key, bag, version: FIRST_VERSION, nextVersion: FIRST_VERSION + 1, ...draft.values }
  const repeat = (statements: readonly Recorded[]) => repeatable(statements, { named, sinceMs })
  const lists = { '/list': repeat(about(list, 'sale_order')) }
  const writes = { '/roll': repeat(roll), '/save': repeat(save) }
  return {
    plan: { databaseUrl: database.url, poolSize: Math.max(10, connections), lists, writes },
    counts: { list: list.length, roll: roll.length, save: save.length },
  }
}

const saveDraft = (draft: Draft) => {
  const { code, ...rest } = saveOf(draft, FIRST_VERSION)
  return { ...rest, code: { kind: 'imei' as const, imei: code.imei } }
}

/** Measures calls of the gateway side by side with their own statements behind a bare server. */
export async function againstBare(
  measured: Measured,
  folder: string,
  options: BenchOptions,
  whenDone: (stop: () => Promise<void>) => void,
): Promise<Result> {
  const who = await signIn(targetOf(measured.url), PHONE, PASSWORD)
  const drafts = await makeDrafts(measured, who, options.connections * 2 + 1)
  const [recorded, ...others] = drafts
  if (!recorded) throw new Error('no draft was made')
  const { plan } = await recordedPlan(measured, folder, recorded, options.connections)
  const bare = await startServer('bare-server.ts', { BARE_PLAN: JSON.stringify(plan) })
  whenDone(() => bare.stop())
  const forGateway = others.slice(0, options.connections)
  const forBare = others.slice(options.connections)
  const keyed = (): Record<string, string> => ({ [IDEMPOTENCY_HEADER]: randomUUID() })
  const loads: Load[] = [
    readLoad('list', measured.url, who, auctionOrder.list, {}),
    { name: 'bare list', url: `${bare.url}/list`, nextBody: () => '{}', expect: '"ok":true' },
    {
      name: 'roll',
      url: `${measured.url}${bagRoll.registerRoll.path}`,
      nextBody: () => bodyOf(who, { firstCode: nextBag('G'), count: 1 }),
      headers: keyed,
      expect: OK,
    },
    {
      name: 'bare roll',
      url: `${bare.url}/roll`,
      nextBody: () => JSON.stringify({ key: randomUUID(), bag: nextBag('B') }),
      expect: '"ok":true',
    },
    {
      name: 'save',
      url: `${measured.url}${detRecord.addDetectRecord.path}`,
      nextBody: savesBy(forGateway, (draft, version) => bodyOf(who, saveOf(draft, version))),
      headers: keyed,
      expect: OK,
    },
    {
      name: 'bare save',
      url: `${bare.url}/save`,
      nextBody: savesBy(forBare, ({ values }, version) =>
        JSON.stringify({ key: randomUUID(), ...values, version, nextVersion: version + 1 }),
      ),
      expect: '"ok":true',
    },
    readLoad('nothing', bare.url, who, { ...auctionOrder.list, path: '/nothing' }, {}),
  ].map((load) => (load.name === 'nothing' ? { ...load, expect: '"ok":true' } : load))
  const rounds = await interleaved(loads, options)
  const compared = (title: string, name: string, atLeast: number) => {
    const ours = roundOf(rounds, name)
    const floor = roundOf(rounds, `bare ${name}`)
    const share = ours.perSecond / floor.perSecond
    return [
      title,
      perSecond(ours.perSecond),
      ms(ours.medianMs),
      perSecond(floor.perSecond),
      ms(floor.medianMs),
      ratio(share),
      verdict(share, { atLeast }),
    ]
  }
  return {
    note: `${thousands(measured.database.orders)} orders. The bare server runs the very statements that the gateway was seen to run: the list's alone, and each write's whole transaction. A request that does nothing takes ${ms(roundOf(rounds, 'nothing').medianMs)}.`,
    head: ['call', 'gateway', 'median', 'bare', 'median', 'ratio', 'goal'],
    rows: [
      compared('order list, first page', 'list', 0.7),
      compared('register a bag', 'roll', 0.6),
      compared('save a draft', 'save', 0.6),
    ],
  }
}

/** Bodies that save each connection's own draft, at the version its last answer told. */
function savesBy(drafts: readonly Draft[], body: (draft: Draft, version: number) => string): Load['nextBody'] {
  const versions = new Map<number, number>()
  return (connection, previous) => {
    const draft = drafts[connection]
    if (!draft) throw new Error('there are fewer drafts than connections')
    // A new round starts without an answer; by the end of the one before, its last save was answered.
    const saved = versions.get(connection)
    const version = previous === null ? (saved === undefined ? FIRST_VERSION : saved + 1) : versionAfter(previous)
    versions.set(connection, version)
    return body(draft, version)
  }
}

const PAGE_SIZE = 20
const DEEPEST_PAGE = 5000

/** Measures a page far down by its cursor side by side with the first. */
export async function depth({ database, url }: Measured, options: BenchOptions): Promise<Result> {
  const target = targetOf(url)
  const who = await signIn(target, PHONE, PASSWORD)
  const page = Math.min(DEEPEST_PAGE, Math.floor(database.orders / 3 / PAGE_SIZE) - 1)
  const before = await plainClient(target, who).call(auctionOrder.list, { page: page - 1, pageSize: PAGE_SIZE })
  const deep = { page, pageSize: PAGE_SIZE, cursor: before.nextCursor ?? '' }
  const rounds = await interleaved(
    [
      readLoad('first', url, who, auctionOrder.list, { pageSize: PAGE_SIZE }),
      readLoad('by cursor', url, who, auctionOrder.list, deep),
      readLoad('by number', url, who, auctionOrder.list, { page, pageSize: PAGE_SIZE }),
    ],
    options,
  )
  const first = roundOf(rounds, 'first').medianMs
  const row = (title: string, name: string, goal: string | null) => {
    const { medianMs, p95Ms } = roundOf(rounds, name)
    const share = medianMs / first
    return [title, ms(medianMs), ms(p95Ms), ratio(share), goal ?? verdict(share, { atMost: 1.2 })]
  }
  return {
    note: `${thousands(database.orders)} orders, half of them this merchant's, two in three of the auction market; ${PAGE_SIZE} a page.`,
    head: ['page', 'median', 'p95', 'ratio', 'goal'],
    rows: [
      row('1', 'first', '–'),
      row(`${thousands(page)} by cursor`, 'by cursor', null),
      row(`${thousands(page)} by its number alone`, 'by number', '–'),
    ],
  }
}

/** What every list of the filled orders and goods is filtered by. */
const WORDS: Readonly<Record<string, object>> = {
  'no filter': {},
  'one model': { modelId: 'apple-iphone-14' },
  'two models': { modelId: ['apple-iphone-14', 'xiaomi-14'] },
  'a word of the title': { keyword: 'iPhone' },
  'three words': { keyword: 'iPhone 14 128GB' },
  'four words': { keyword: '95新 国行 配件' },
  'four characters': { keyword: '配件齐全' },
  'a word of no title': { keyword: '没有这样的机型' },
}
const IMEI = `35${'77'.padStart(13, '0')}`
const ORDERS: Readonly<Record<string, object>> = {
  ...WORDS,
  'awaiting shipment': { state: 'awaiting_shipment' },
  'most urgent first': { state: 'awaiting_shipment', sort: 'deadline.asc' },
  'dearest first': { sort: 'deal.desc' },
  'one day': { orderedFrom: '2026-01-01T00:00:00.000Z', orderedTo: '2026-01-01T01:00:00.000Z' },
  'an IMEI': { code: IMEI },
  'a bag': { code: `HJ${'77'.padStart(10, '0')}` },
}
/** The seventieth order of the filled merchant, which is completed. */
const ORDER_NO = `20260101${'70'.padStart(11, '0')}`
const SHOP = 'one shop'

/** The lists with their common filters; values of the filled rows. */
const LISTS: readonly { name: string; spec: CallSpec; filters: Readonly<Record<string, object>> }[] = [
  { name: 'auction orders', spec: auctionOrder.list, filters: ORDERS },
  { name: 'curated orders', spec: curatedOrder.list, filters: { ...ORDERS, short: { isShort: true } } },
  {
    name: 'goods',
    spec: goods.list,
    filters: {
      ...WORDS,
      'on sale': { state: 'on_sale' },
      'of one channel': { channel: 'curated' },
      'stock on sale': { kind: 'stock', state: 'on_sale' },
      'an IMEI': { code: IMEI },
    },
  },
  {
    name: 'after-sale',
    spec: refund.list,
    filters: {
      ...WORDS,
      'one state': { state: 'succeeded' },
      'waits for the merchant': { awaitsMerchant: true },
      'most urgent first': { state: 'awaiting_merchant', sort: 'deadline.asc' },
      'dearest first': { sort: 'amount.desc' },
      'one kind': { kind: 'refundOnly' },
      'of one channel': { channel: 'curated' },
      'an IMEI': { code: IMEI },
    },
  },
  {
    name: 'bill rows',
    spec: bill.list,
    filters: {
      'no filter': {},
      'one type': { type: 'serviceFee' },
      'two types': { type: ['serviceFee', 'penalty'] },
      'one state': { state: 'settled' },
      'of one channel': { channel: 'curated' },
      'largest first': { sort: 'amount.desc' },
      'an order': { orderNo: ORDER_NO },
      'an hour': { occurredFrom: '2026-01-02T01:00:00.000Z', occurredTo: '2026-01-02T02:00:00.000Z' },
    },
  },
  {
    name: 'bills by order',
    spec: billDetail.orders,
    filters: {
      'no filter': {},
      'of one channel': { channel: 'curated' },
      'an order': { orderNo: ORDER_NO },
      'an hour': { orderedFrom: '2026-01-01T00:00:00.000Z', orderedTo: '2026-01-01T01:00:00.000Z' },
    },
  },
]

/** Measures the lists of orders and goods with their common filters over databases of growing size, side by side. */
export async function growth(measured: readonly Measured[], options: BenchOptions): Promise<Result> {
  const sides = []
  for (const one of measured) sides.push({ ...one, who: await signIn(targetOf(one.url), PHONE, PASSWORD) })
  const rows = []
  for (const { name, spec, filters } of LISTS) {
    for (const filter of [...Object.keys(filters), SHOP]) {
      const given = ({ shopAccountId }: FilledDatabase) =>
        filter === SHOP ? { shopAccountId } : (filters[filter] ?? {})
      const loads = sides.map(({ database, url, who }) =>
        readLoad(String(database.orders), url, who, spec, given(database)),
      )
      const rounds = await interleaved(loads, {
        ...options,
        rounds: Math.min(3, options.rounds),
        roundMs: options.roundMs / 3,
      })
      const medians = sides.map(({ database }) => roundOf(rounds, String(database.orders)).medianMs)
      const share = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN)
      rows.push([name, filter, ...medians.map(ms), ratio(share), verdict(share, { atMost: 1.5 })])
    }
  }
  return {
    note: 'Medians of one call, and how the largest compares with the smallest.',
    head: ['list', 'filter', ...sides.map(({ database }) => thousands(database.orders)), 'ratio', 'goal'],
    rows,
  }
}
