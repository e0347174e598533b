import type { InputOf } from '@huanji/contract/call'
import { ERR } from '@huanji/contract/errors'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { realPhoto } from '@huanji/contract/features/inspection/photo'
import { newInspection, recordAction } from '@huanji/contract/features/inspection/record-action'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { goods, listingHandling } from '@huanji/contract/features/listing/goods'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import type { Grade } from '@huanji/domain/template/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInEmployee } from '../../../tests/support/people.ts'
import type { ActionRule } from '../gateway/allowed-actions.ts'
import { INSPECTION_ACTIONS } from '../modules/inspection/actions.ts'
import { LISTING_ACTIONS } from '../modules/listing/actions.ts'
import { ORDER_ACTIONS } from '../modules/order/actions.ts'
import { isGranted } from '../platform/access.ts'
import {
  ACCEPTED,
  type ActionTrial,
  ALL_POSTS,
  type Attempt,
  NOTHING_ASKED,
  REQUESTS,
  type Request,
  startActionTrial,
} from './testing/action-trial.ts'
import { type StockPhone, stockGoods } from './testing/stock-goods.ts'
import { HOUR_MS, type OnSale } from './testing/trading-gateway.ts'

/**
 * For every state of a thing, every action and every post: what a row says may be done is done, and everything else is
 * refused. The things are put into their states in the database itself, so that states count which take days to reach.
 */

let trial: ActionTrial
let gateway: ActionTrial['gateway']
let owner: ActionTrial['owner']
let outcomeOf: ActionTrial['outcomeOf']
let actionsSeen: ActionTrial['actionsSeen']
let disagreements: ActionTrial['disagreements']
let sql: ActionTrial['sql']
let ask: ActionTrial['ask']

beforeAll(async () => {
  trial = await startActionTrial()
  ;({ gateway, owner, outcomeOf, actionsSeen, disagreements, sql, ask } = trial)
})
afterAll(() => gateway.close())

/** How a call of one row ends: accepted, or why the row was refused. */
const rowOutcome = <S extends typeof recordAction.updateXyUid | typeof recordAction.deleteDetRecord>(
  spec: S,
  payload: InputOf<S>,
  by: SignedInEmployee,
) => trial.rowOutcome(spec, payload, by, ({ results }) => results[0])

describe('a listing', () => {
  let unit: OnSale
  let entryId: string
  let relistInto: { scheduleDate: string; scheduleNumber: string }
  /** What the listing's phone is, and another such phone, which lies here for the curated channel. */
  let like: { sku_id: string; grade: Grade }
  let spare: StockPhone

  beforeAll(async () => {
    unit = await gateway.onSale(owner)
    const { rows } = await sql('select entry_id, sku_id, grade from listing where merchant_id = $1 and id = $2', [
      unit.listingId,
    ])
    const listing = rows[0] as typeof like & { entry_id: string }
    entryId = listing.entry_id
    like = listing
    spare = await stockGoods(gateway).phone(owner, { grade: like.grade })
    await sql(
      `update unit set sku = (select i.sku from unit i, listing_unit l
         where l.merchant_id = $1 and l.listing_id = $3 and i.merchant_id = $1 and i.id = l.unit_id)
       where merchant_id = $1 and id = $2`,
      [spare.unitId, unit.listingId],
    )
    const { scheduleDate, scheduleNumber } = await gateway.session(owner)
    relistInto = { scheduleDate, scheduleNumber }
  })

  interface Situation {
    readonly state: string
    readonly channel?: string
    readonly kind?: string
    readonly entryState?: string | null
    /** Hours from now until no run can be taken back, and until bidding begins. */
    readonly cutOffInHours?: number
    readonly startsInHours?: number
    /** Hours from now until the marketplace waits no longer for the answer to an offer. */
    readonly offerInHours?: number
    readonly request?: Request
  }

  /** The state of the run that goes with a state of the listing. */
  const ENTRY_STATES: Readonly<Record<string, string>> = {
    publishing: 'scheduled',
    on_sale: 'scheduled',
    sold_out: 'won',
    sold_off_shelf: 'won',
    off_shelf: 'withdrawn',
  }

  async function make(situation: Situation): Promise<void> {
    const { state, channel = 'auction', request = NOTHING_ASKED, cutOffInHours = 20, startsInHours = 21 } = situation
    const { kind = 'single', offerInHours = 1 } = situation
    const usual = channel === 'auction' ? (ENTRY_STATES[state] ?? 'closed') : null
    const entryState = situation.entryState === undefined ? usual : situation.entryState
    const isHeld = ['publishing', 'on_sale', 'sold_out', 'sold_off_shelf'].includes(state)
    const at = (hours: number) => new Date(gateway.clock.now().getTime() + hours * HOUR_MS)
    // what an earlier attempt has entered anew
    await sql(`update auction_entry set state = 'closed' where merchant_id = $1 and listing_id = $2`, [unit.listingId])
    await sql(
      'update listing set state = $3, channel = $4, entry_id = $5, kind = $6 where merchant_id = $1 and id = $2',
      [...[unit.listingId, state, channel], entryState === null ? null : entryId, kind],
    )
    await sql('delete from listing_sku where merchant_id = $1 and listing_id = $2', [unit.listingId])
    if (channel === 'curated') {
      await sql(
        `insert into listing_sku (merchant_id, listing_id, sku_id, sku_text, price_fen, position)
         select $1, $2, sku_id, sku_text, 125000, 0 from listing where merchant_id = $1 and id = $2`,
        [unit.listingId],
      )
    }
    await sql('update listing_unit set holding = $3 where merchant_id = $1 and listing_id = $2', [
      unit.listingId,
      isHeld,
    ])
    await sql('update inspection set state = $3 where merchant_id = $1 and id = $2', [
      unit.inspectionId,
      isHeld ? 'listed' : 'listable',
    ])
    await sql(
      `update auction_entry set state = $3, cut_off_at = $4, starts_at = $5, offer_expires_at = $6
         where merchant_id = $1 and id = $2`,
      [...[entryId, entryState ?? 'closed'], ...[at(cutOffInHours), at(startsInHours), at(offerInHours)]],
    )
    await sql('delete from listing_unit where merchant_id = $1 and unit_id = $2', [spare.unitId])
    await sql(`update inspection set state = 'listable' where merchant_id = $1 and id = $2`, [spare.inspectionId])
    await ask('listing', unit.listingId, { want: 'off_shelf' }, request)
  }

  const attempts = (by: SignedInEmployee): readonly Attempt[] => {
    const { listingId } = unit
    const operate =
      (action: InputOf<typeof goods.operate>['action'], change: object = {}) =>
      async () => {
        const row = { listingId, priceConfirmed: true, ...change }
        const answer = await gateway.call(goods.operate, { action, rows: [row] }, by.login)
        if (answer._errCode === ERR.notGranted) return 'notGranted'
        const [result] = answer._data?.results ?? []
        if (!result) throw new Error(answer._errStr)
        return result.ok ? ACCEPTED : result.refusal
      }
    const skus = [{ skuId: like.sku_id, priceFen: 120_000 }]
    const prices = { startPriceFen: 155_000, reservePriceFen: 185_000, priceFen: 120_000, skus }
    const edit = async () => {
      const { version, allowedActions } = await gateway.data(goods.detail, { listingId }, owner.login)
      const title = `iPhone 13 第${version}版${allowedActions.length}`
      return outcomeOf(goods.edit, { listingId, version, title }, by)
    }
    return [
      { actions: ['edit'], call: edit },
      { actions: ['acceptOffer'], call: operate('accept_offer') },
      { actions: ['refuseOffer'], call: operate('refuse_offer') },
      { actions: ['restock'], call: operate('restock', { inspectionIds: [spare.inspectionId] }) },
      { actions: ['takeOff'], call: operate('off_shelf') },
      { actions: ['changePrice'], call: operate('change_price', prices) },
      { actions: ['relist'], call: operate('relist', { ...prices, ...relistInto }) },
      { actions: ['delete'], call: operate('delete') },
      { actions: ['retry'], call: () => outcomeOf(listingHandling.retry, { listingId }, by) },
      { actions: ['askRetake'], call: () => outcomeOf(listingHandling.askRetake, { listingId }, by) },
      { actions: ['giveUp'], call: () => outcomeOf(listingHandling.giveUp, { listingId }, by) },
    ]
  }

  const check = (situation: Situation, of: readonly string[]) =>
    disagreements(
      JSON.stringify(situation),
      () => make(situation),
      (by) => actionsSeen(goods.detail, { listingId: unit.listingId }, by),
      attempts,
      of,
    )

  it.each(LISTING_STATES.states.map(({ code }) => code))('in state %s offers what its calls accept', async (state) => {
    const found = await check({ state }, ALL_POSTS)
    for (const request of REQUESTS) found.push(...(await check({ state, request }, ['owner'])))
    found.push(...(await check({ state, entryState: null }, ['owner'])))
    found.push(...(await check({ state, channel: 'curated' }, ['owner'])))
    expect(found).toEqual([])
  })

  it.each(['scheduled', 'bidding', 'negotiating', 'won', 'unsold', 'withdrawn', 'defaulted', 'closed'])(
    'whose run is %s offers what its calls accept',
    async (entryState) => {
      const found: string[] = []
      for (const state of ['on_sale', 'auto_off', 'sold_off_shelf']) {
        found.push(...(await check({ state, entryState }, ['owner'])))
      }
      found.push(...(await check({ state: 'on_sale', entryState, cutOffInHours: -1 }, ['owner'])))
      found.push(...(await check({ state: 'on_sale', entryState, cutOffInHours: -2, startsInHours: -1 }, ['owner'])))
      expect(found).toEqual([])
    },
  )

  const fixed = { channel: 'curated', kind: 'single' } as const
  const stock = { channel: 'curated', kind: 'stock' } as const

  it.each<{ name: string; often: Situation[]; once: Situation[] }>([
    { name: 'of one phone at a fixed price', often: [{ state: 'on_sale', ...fixed }], once: [] },
    {
      name: 'of stock',
      often: [
        { state: 'on_sale', ...stock },
        { state: 'sold_out', ...stock },
      ],
      once: [
        ...LISTING_STATES.states.map(({ code: state }) => ({ state, ...stock })),
        ...REQUESTS.map((request) => ({ state: 'on_sale', ...stock, request })),
      ],
    },
    {
      name: 'with an offer below its reserve',
      often: [{ state: 'on_sale', entryState: 'negotiating' }],
      once: [
        { state: 'on_sale', entryState: 'negotiating', offerInHours: -1 },
        ...REQUESTS.map((request) => ({ state: 'on_sale', entryState: 'negotiating', request })),
      ],
    },
  ])('$name offers what its calls accept', async ({ often, once }) => {
    const found: string[] = []
    for (const situation of often) found.push(...(await check(situation, ALL_POSTS)))
    for (const situation of once) found.push(...(await check(situation, ['owner'])))
    expect(found).toEqual([])
  })

  it.each(ALL_POSTS)('is offered all its actions in some situation, as far as %s may do them', async (post) => {
    const by = trial.posts.get(post) ?? owner
    const rules = Object.entries(LISTING_ACTIONS) as [string, ActionRule<never>][]
    const maySee = isGranted(goods.detail.access, by.actor)
    const granted = rules.flatMap(([action, { call }]) => (maySee && isGranted(call.access, by.actor) ? [action] : []))
    const seen = new Set<string>()
    const situations: Situation[] = [
      { state: 'on_sale' },
      { state: 'off_shelf' },
      { state: 'publish_failed' },
      { state: 'on_sale', request: REQUESTS[3] },
      { state: 'on_sale', entryState: 'negotiating' },
      { state: 'sold_out', ...stock },
    ]
    for (const situation of situations) {
      await make(situation)
      const inDetail = await actionsSeen(goods.detail, { listingId: unit.listingId }, by)
      const { _data } = await gateway.call(goods.list, { code: unit.imei }, by.login)
      if (_data) expect(_data.list.map(({ allowedActions }) => allowedActions)).toEqual([inDetail])
      for (const action of inDetail) seen.add(action)
    }
    expect([...seen].sort()).toEqual(granted.sort())
  })
})

describe('an inspection record', () => {
  const BAGS = 1000
  let nextBag = 0
  const bagCodeOf = (number: number) => `ACT${String(number).padStart(9, '0')}`
  let inspectionId: string
  let unitId: string
  let imei: string

  beforeAll(async () => {
    await gateway.data(bagRoll.registerRoll, { firstCode: bagCodeOf(0), count: BAGS }, owner.login)
    const submission = gateway.submission()
    imei = submission.code.imei ?? ''
    inspectionId = (await gateway.photographed(owner, submission)).inspectionId
    const { rows } = await sql('select unit_id from inspection where merchant_id = $1 and id = $2', [inspectionId])
    unitId = (rows[0] as { unit_id: string }).unit_id
  })

  interface Situation {
    readonly state: string
    readonly grade?: string | null
    readonly hasBag?: boolean
  }

  /** What inspecting anew left: a record in place of this one. */
  const forgetReplacement = () =>
    sql(`update inspection set state = 'voided' where merchant_id = $1 and previous_inspection_id = $2`, [inspectionId])

  async function make({ state, grade, hasBag = ['listable', 'listed', 'sold'].includes(state) }: Situation) {
    const finalGrade = grade === undefined ? (state === 'draft' ? null : '95') : grade
    const bagCode = hasBag ? bagCodeOf(nextBag++) : null
    await forgetReplacement()
    await sql(
      `update seal_bag set state = 'voided' where merchant_id = $1 and unit_id = $2 and state in ('bound', 'held')`,
      [unitId],
    )
    if (bagCode !== null) {
      await sql(
        `update seal_bag set state = $5, unit_id = $3, inspection_id = $4 where merchant_id = $1 and bag_code = $2`,
        [bagCode, unitId, inspectionId, state === 'awaiting_photos' ? 'held' : 'bound'],
      )
    }
    await sql('update inspection set state = $3, final_grade = $4, bag_code = $5 where merchant_id = $1 and id = $2', [
      ...[inspectionId, state, finalGrade],
      bagCode,
    ])
  }

  /** A bag is asked for without a reason where there is none yet, and with one where one is replaced. */
  const attempts = (by: SignedInEmployee): readonly Attempt[] => {
    const rows = [{ inspectionId }]
    const wanted = { inspectionIds: [inspectionId] }
    const bind = (replaceReason: string) => () =>
      outcomeOf(bagRoll.bind, { inspectionId, bagCode: bagCodeOf(nextBag++), replaceReason }, by)
    return [
      {
        actions: ['continue'],
        call: async () => {
          const { version } = await gateway.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)
          const code = { kind: 'imei' as const, imei }
          const change = { mode: 'draft' as const, inspectionId, version, code }
          return outcomeOf(detRecord.addDetectRecord, gateway.submission(change), by)
        },
      },
      { actions: ['seal'], call: bind('') },
      { actions: ['seal', 'changeBag'], call: bind('封口破损') },
      {
        actions: ['list'],
        call: async () => {
          const { _errCode, _data } = await gateway.call(goods.listable, { ...wanted, channel: 'auction' }, by.login)
          if (_errCode === ERR.notGranted) return 'notGranted'
          return _data?.total === 1 ? ACCEPTED : 'STATE_CHANGED'
        },
      },
      {
        actions: ['changeShop'],
        call: () => rowOutcome(recordAction.updateXyUid, { rows, shopAccountId: owner.shopAccountId }, by),
      },
      {
        actions: ['retake'],
        call: async () => {
          const { photoTaskId, state } = await gateway.data(
            detRecord.getDetRecordDetails,
            { inspectionId },
            owner.login,
          )
          // the first pictures of a phone are nothing that is taken anew
          if (state === 'draft' || state === 'awaiting_photos') return 'STATE_CHANGED'
          return outcomeOf(realPhoto.saveRealPhoto, { photoTaskId, photos: [], removePhotoIds: [] }, by)
        },
      },
      {
        actions: ['reinspect'],
        call: async () => {
          const { version } = await gateway.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)
          return outcomeOf(newInspection.reinspect, { inspectionId, version, reason: '抽检' }, by)
        },
      },
      {
        actions: ['void'],
        call: () => rowOutcome(recordAction.deleteDetRecord, { rows, reason: '录入错误', voidsBag: true }, by),
      },
    ]
  }

  const check = (situation: Situation, of: readonly string[]) =>
    disagreements(
      JSON.stringify(situation),
      () => make(situation),
      (by) => actionsSeen(detRecord.getDetRecordDetails, { inspectionId }, by),
      attempts,
      of,
    )

  it.each(INSPECTION_STATES.states.map(({ code }) => code))(
    'in state %s offers what its calls accept',
    async (state) => {
      const found = await check({ state }, ALL_POSTS)
      for (const hasBag of [false, true]) found.push(...(await check({ state, hasBag }, ['owner'])))
      found.push(...(await check({ state, grade: 'X', hasBag: false }, ['owner'])))
      expect(found).toEqual([])
    },
  )

  it('is offered all its actions in some situation', async () => {
    const seen = new Set<string>()
    for (const state of ['draft', 'awaiting_seal', 'listable']) {
      await make({ state })
      const { list } = await gateway.data(
        detRecord.getDetectRecordList,
        { channel: 'auction', code: imei },
        owner.login,
      )
      const inDetail = await actionsSeen(detRecord.getDetRecordDetails, { inspectionId }, owner)
      expect(list.find((row) => row.inspectionId === inspectionId)?.allowedActions).toEqual(inDetail)
      for (const action of inDetail) seen.add(action)
    }
    expect([...seen].sort()).toEqual(Object.keys(INSPECTION_ACTIONS).sort())
  })
})

describe('the post that a state table names for a move', () => {
  const rules: readonly [string, ActionRule<never>][] = [
    LISTING_ACTIONS,
    ORDER_ACTIONS.auction,
    ORDER_ACTIONS.curated,
    INSPECTION_ACTIONS,
  ].flatMap((table) => Object.entries(table) as [string, ActionRule<never>][])
  const moves = rules.flatMap(([action, { call, move }]) => (move ? [{ action, call, move }] : []))

  it.each(moves)('may make the call that $action makes it with', ({ call, move: { move } }) => {
    const post = ROLE_PRESETS.find(({ key }) => key === move.who)
    expect(post?.grants).toEqual(expect.arrayContaining([expect.any(String)]))
    const { access } = call
    expect(typeof access === 'object' && access.anyOf.some((grant) => post?.grants.includes(grant))).toBe(true)
  })
})
