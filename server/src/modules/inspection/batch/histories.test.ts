import { batchEdit } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { newInspection, recordAction } from '@huanji/contract/features/inspection/record-action'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { CLEAN_ANSWERS } from '../../../demo/trade/inspecting.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { markListed, markReturned, markSold, markUnlisted } from '../commands.ts'
import { type BatchUnit, batchFixtures, FINE_SCRATCHES, phone } from '../testing/batches.ts'

const RUNS = 3
const STEPS = 40
const SEED = Number(process.env.HISTORY_SEED ?? process.env.TEST_SEED ?? 20_261_128)

let shop: TradingGateway
let owner: SignedInEmployee
let does: ReturnType<typeof batchFixtures>

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  does = batchFixtures(shop)
})
afterAll(() => shop.close())

const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await shop.database.open.ownerQuery(text, values)).rows as Row[]

/** The same numbers for the same seed, each from 0 up to, not including, its limit. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed + 1
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

const ANSWERS = [
  CLEAN_ANSWERS,
  { ...CLEAN_ANSWERS, B01: { options: ['B01-3'] } },
  { ...CLEAN_ANSWERS, C01: { options: ['C01-4'] } },
]

interface RecordRow {
  readonly id: string
  readonly state: string
  readonly version: number
}

/** One thing that people or the marketplace do to a batch's phones; a refusal is an answer too. */
function stepsOf(pick: (limit: number) => number, imeis: readonly string[], batchIds: string[]) {
  const anyOf = <T>(list: readonly T[]): T | undefined => list[pick(list.length || 1)]
  const unit = (): BatchUnit => phone(anyOf(imeis) ?? nextImei(), pick(4) === 0 ? { answers: FINE_SCRATCHES } : {})
  const units = () => Array.from({ length: 1 + pick(5) }, unit)
  const recordIn = async (...states: string[]): Promise<RecordRow | undefined> =>
    anyOf(
      await query<RecordRow>(
        `select id, state, version from inspection where merchant_id = $1 and state = any($2) order by inspection_no`,
        [owner.actor.merchantId, states],
      ),
    )
  const now = () => shop.clock.now()
  const add = async () => {
    const batchId = anyOf(batchIds)
    const made = await does.add(owner, units(), batchId !== undefined && pick(2) === 0 ? { batchId } : {})
    if (made.batchId !== null && !batchIds.includes(made.batchId)) batchIds.push(made.batchId)
  }
  const edit = async () => {
    const batchId = anyOf(batchIds)
    if (batchId === undefined) return
    const { version } = (await does.details(owner, batchId)).batch
    await shop.call(batchEdit.edit, { batchId, version, answers: anyOf(ANSWERS) ?? CLEAN_ANSWERS }, owner.login)
  }
  const shoot = async () => {
    const batchId = anyOf(batchIds)
    if (batchId === undefined) return
    const { sampleInspectionId } = (await does.details(owner, batchId)).batch
    const [sample] = await query<RecordRow>('select id, state from inspection where id = $1', [sampleInspectionId])
    if (sample?.state === 'awaiting_photos') await does.shootSample(owner, batchId)
  }
  const list = async () => {
    const record = await recordIn('listable')
    if (record) await inMerchant((tx) => markListed(tx, [record.id], owner.actor, now()))
  }
  const unlist = async () => {
    const record = await recordIn('listed')
    if (record) await inMerchant((tx) => markUnlisted(tx, [record.id], owner.actor, now(), ''))
  }
  const sell = async () => {
    const record = await recordIn('listed')
    if (record) await inMerchant((tx) => markSold(tx, [record.id], 'marketplace', now()))
  }
  const comeBack = async () => {
    const record = await recordIn('sold')
    if (record) await inMerchant((tx) => markReturned(tx, [record.id], owner.actor, now(), '退货'))
  }
  const end = async () => {
    const record = await recordIn('draft', 'awaiting_photos', 'listable')
    const rows = record ? [{ inspectionId: record.id }] : []
    if (record) await shop.data(recordAction.deleteDetRecord, { rows, reason: '录入错误' }, owner.login)
  }
  const again = async () => {
    const record = await recordIn('listable')
    const input = { inspectionId: record?.id ?? '', version: record?.version ?? 1, reason: '抽检' }
    if (record) await shop.data(newInspection.reinspect, input, owner.login)
  }
  const together = () => Promise.all([add(), add(), edit()]).then(() => undefined)
  return [add, add, add, edit, edit, shoot, shoot, list, list, unlist, sell, comeBack, end, again, together]
}

interface Frozen {
  readonly batch_id: string
  readonly number: number
  readonly text: string
}
const frozenVersions = () =>
  query<Frozen>('select batch_id, number, v::text as text from batch_version v where frozen_at is not null')

/** A version that is frozen is as it was when it was first seen frozen. */
async function expectFrozen(frozen: Map<string, string>): Promise<void> {
  for (const { batch_id, number, text } of await frozenVersions()) {
    const key = `${batch_id} ${number}`
    expect(frozen.get(key) ?? text).toBe(text)
    frozen.set(key, text)
  }
}

/** What everybody relies on, whatever was done. */
async function expectSound(batchIds: readonly string[]): Promise<void> {
  const twice = await query(
    `select unit_id from inspection where state not in ('sold', 'voided') group by unit_id having count(*) > 1`,
  )
  expect(twice).toEqual([])
  for (const batchId of batchIds) {
    const { batch: shown, list } = await does.details(owner, batchId)
    const inStates = (...states: string[]) => list.filter(({ state }) => states.includes(state)).length
    expect(shown).toMatchObject({
      totalCount: list.length - inStates('voided'),
      waitingCount: inStates('draft', 'awaiting_photos', 'awaiting_seal'),
      availableCount: inStates('listable'),
      lockedCount: inStates('listed'),
      soldCount: inStates('sold'),
    })
    expect(shown.versions[0]?.number).toBe(shown.batchVersion)
    const inStock = list.filter(({ state }) => ['awaiting_photos', 'awaiting_seal', 'listable'].includes(state))
    const grades = new Map(shown.versions.map(({ number, grade }) => [number, grade]))
    for (const { grade, batchVersion } of inStock) expect(grade).toBe(grades.get(batchVersion))
    const sampleIsThere = list.some(({ isSample, state }) => isSample && state === 'awaiting_photos')
    if (inStates('awaiting_photos') > 0)
      expect(sampleIsThere || inStock.some(({ ownExceptions }) => ownExceptions !== '')).toBe(true)
  }
}

test.each(Array.from({ length: RUNS }, (_, run) => SEED + run))(
  'whatever is done to batches leaves them sound, HISTORY_SEED=%i',
  async (seed) => {
    const pick = numbersFrom(seed)
    const imeis = Array.from({ length: 12 }, nextImei)
    const batchIds: string[] = []
    const steps = stepsOf(pick, imeis, batchIds)
    const frozen = new Map<string, string>()
    const sold = new Map<string, string>()
    for (let step = 0; step < STEPS; step += 1) {
      await steps[pick(steps.length)]?.()
      await expectFrozen(frozen)
      for (const [id, text] of sold) expect(await shownOf(id)).toBe(text)
      const records = await query<RecordRow>(`select id, state from inspection where state in ('listed', 'sold')`)
      sold.clear()
      for (const { id } of records) sold.set(id, await shownOf(id))
    }
    await expectSound(batchIds)
  },
  120_000,
)

/** What the report of a phone says, while it is on sale or sold. */
async function shownOf(inspectionId: string): Promise<string> {
  const { groups, grade, explanation, answers } = await shop.data(
    detRecord.getDetRecordDetails,
    { inspectionId },
    owner.login,
  )
  return JSON.stringify({ groups, grade, explanation, answers })
}
