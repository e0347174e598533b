import { randomUUID } from 'node:crypto'
import type { CallSpec } from '@huanji/contract/call'
import { allCalls, calls } from '@huanji/contract/calls'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { MENU } from '@huanji/contract/menu'
import { flattenMenu } from '@huanji/contract/menu-tree'
import { SHOP_RULES } from '@huanji/server/database/shop-bound'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkIsolation, examplesOf, withOwnIds } from './checks/isolation.ts'
import { plainClient, signIn } from './fixtures/client.ts'
import { type Merchant, PASSWORD, startTestSystem, type TestSystem } from './fixtures/test-system.ts'
import { type Answer, codeOf, request, send } from './gateway/target.ts'

/** Somebody with every right, bound to the shop of a merchant in which nothing was ever offered. */
let system: TestSystem
let merchant: Merchant
let bound: LoginContext
let staffId: string
let shops: { readonly full: string; readonly idle: string }
/** What records of the other shop go by, each with the table that it stands in. */
let marks: { readonly what: string; readonly text: string }[]
/** One record of each kind of the other shop. */
let records: { readonly what: string; readonly id: string }[]
/** Codes and numbers that people look things up by. */
let codes: string[]
let rowsBefore: string

const FILL_TIMEOUT_MS = 600_000
const PHONE = '13900133009'

/** Where a record is of a shop by itself, and what it goes by. */
const MARKED: Readonly<Record<string, readonly string[]>> = {
  sale_order: ['id', 'order_no', 'buyer_nick'],
  listing: ['id'],
  refund: ['id', 'refund_no'],
  bill: ['id', 'bill_no'],
  account_flow: ['id', 'flow_no'],
  bill_finding: ['id'],
  settlement_import: ['id'],
  inspection: ['id', 'inspection_no'],
  batch: ['id', 'batch_no'],
}

async function column(text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await system.query(text, values)
  return (rows as { text: string | null }[]).flatMap((row) => (row.text === null || row.text === '' ? [] : [row.text]))
}

async function rowsOfOtherShop(): Promise<string> {
  const parts: string[] = []
  for (const table of Object.keys(MARKED)) {
    const of = 'where merchant_id = $1 and shop_account_id = $2'
    parts.push(
      table,
      ...(await column(`select t::text as text from ${table} t ${of} order by 1`, [merchant.merchantId, shops.full])),
    )
  }
  return parts.join('\n')
}

beforeAll(async () => {
  system = await startTestSystem()
  merchant = await system.addMerchant({ phone: '13800133001', name: '甲手机行' })
  await system.fill(merchant, 1)
  const owner = plainClient(system.target, merchant.owner.context)
  const { options } = await owner.call(calls.shop.options, {})
  const idle = options.find(({ label }) => label.includes('二店'))
  const full = options.find((one) => one !== idle)
  if (!idle || !full) throw new Error('two shops are needed')
  shops = { full: full.value, idle: idle.value }
  const role = await owner.call(
    calls.role.edit,
    { name: '什么都能做', grants: [...new Set(flattenMenu(MENU))], refundLimitFen: null },
    randomUUID(),
  )
  const one = { name: '二店的人', phone: PHONE, roleIds: [role.roleId], shopIds: [shops.idle] }
  staffId = (await owner.call(calls.employee.edit, one, randomUUID())).staffId
  await system.query(
    `update account set password_hash = (select password_hash from account where phone = $1) where phone = $2`,
    [merchant.phone, PHONE],
  )
  bound = await signIn(system.target, PHONE, PASSWORD)
  marks = [{ what: 'shop', text: shops.full }]
  records = [{ what: 'shop_account', id: shops.full }]
  for (const [table, names] of Object.entries(MARKED)) {
    const of = `from ${table} where merchant_id = $1 and shop_account_id = $2`
    for (const name of names) {
      const texts = await column(`select distinct ${name}::text as text ${of}`, [merchant.merchantId, shops.full])
      marks.push(...texts.filter((text) => text.length > 3).map((text) => ({ what: `${table}.${name}`, text })))
    }
    records.push(
      ...(await column(`select id::text as text ${of} order by 1 limit 1`, [merchant.merchantId, shops.full])).map(
        (id) => ({ what: table, id }),
      ),
    )
  }
  codes = [
    ...(await column('select order_no as text from sale_order where merchant_id = $1 limit 2', [merchant.merchantId])),
    ...(await column('select imei as text from sale_order_unit where merchant_id = $1 limit 2', [merchant.merchantId])),
    ...(await column('select bag_code as text from sale_order_unit where merchant_id = $1 limit 1', [
      merchant.merchantId,
    ])),
    ...(await column('select refund_no as text from refund where merchant_id = $1 limit 1', [merchant.merchantId])),
  ]
  rowsBefore = await rowsOfOtherShop()
}, FILL_TIMEOUT_MS)
afterAll(() => system?.end())

const asked = allCalls.filter(({ access }) => access !== 'public')
const byPath = (kind: CallSpec['kind'] | null) =>
  asked.filter((spec) => kind === null || spec.kind === kind).map((spec) => [spec.path, spec] as const)

/** What somebody who is bound to all shops reads otherwise than unbound, and why. */
const READ_OTHERWISE: Readonly<Record<string, string>> = {
  '/api/emp/info': 'shows the shops themselves',
  '/api/ext/audit/verify': 'counts the entry that the binding wrote',
  '/api/ext/bill/reconcile': 'leaves out what a check of all shops came to',
  '/api/ext/home/money': 'leaves out when all shops were checked last',
  '/api/ext/notice/list': 'leaves out what a check of all shops found',
  '/api/goods/export_list': 'has only the person’s own files since the shops are these',
}

/** What of the other shop an answer shows that the request did not say itself. */
const shown = ({ text }: Answer, sent: unknown): string[] => {
  const said = JSON.stringify(sent)
  return marks
    .filter((one) => !said.includes(one.text) && text.includes(one.text))
    .map(({ what, text: mark }) => `${what} ${mark}`)
}

/** Binds the person to these shops, as the owner does. */
async function save(shopIds: string[] | null): Promise<void> {
  const owner = plainClient(system.target, merchant.owner.context)
  const { version, name, roles } = await owner.call(calls.employee.info, { staffId })
  const roleIds = roles.map(({ roleId }) => roleId)
  await owner.call(calls.employee.edit, { staffId, version, name, roleIds, shopIds }, randomUUID())
}

/** A payload of the call with this in each of its texts that are no ids. */
function withTexts(spec: CallSpec, payload: unknown): unknown[] {
  if (typeof payload !== 'object' || payload === null) return []
  const names = ['code', 'keyword', 'orderNo', 'imei', 'barCode', 'bagCode', 'text', 'no', 'codes', 'keywords']
  return names.flatMap((name) =>
    codes
      .flatMap((code) => [
        { ...payload, [name]: code },
        { ...payload, [name]: [code] },
      ])
      .filter((one) => spec.input.safeParse(one).success),
  )
}

test('there are records of every kind of the other shop', () => {
  const kinds = new Set(records.map(({ what }) => what))
  for (const table of ['sale_order', 'listing', 'refund', 'bill', 'account_flow']) expect(kinds).toContain(table)
  expect(codes.length).toBeGreaterThan(3)
})

test('every table with a shop has its rule', async () => {
  const tables = await column(
    `select distinct table_name as text from information_schema.columns
     where table_schema = 'public' and column_name = 'shop_account_id' order by 1`,
    [],
  )
  // the shops of consents are their own, the directory is nobody's, and the days are summed by themselves
  const elsewhere = ['daily_figure', 'shop_consent', 'shop_directory']
  expect(tables.filter((name) => !(name in SHOP_RULES) && !elsewhere.includes(name))).toEqual([])
})

describe('defect: a packer could not be limited to a shop', () => {
  test.each(byPath('read'))('%s shows nothing of another shop', async (_path, spec) => {
    const bases = [...examplesOf(spec), ...examplesOf(spec).map((example) => withOwnIds(spec, merchant.ids, example))]
    const found: string[] = []
    for (const payload of bases.flatMap((base) => [base, ...withTexts(spec, base)])) {
      const answer = await send(system.target, spec.path, bound, payload)
      if (answer.status >= 500 || codeOf(answer) === ERR.internal) found.push(`fails: ${answer.text.slice(0, 200)}`)
      found.push(...shown(answer, payload))
    }
    expect([...new Set(found)].slice(0, 10)).toEqual([])
  })

  test.each(byPath(null).filter(([, { ids }]) => ids.length > 0))(
    '%s takes an id of another shop’s for one that is not there',
    async (_path, spec) => {
      const own = { shopAccountId: [shops.idle] }
      const given = { who: bound, own, foreign: records, missingId: randomUUID }
      expect(await checkIsolation(system.target, spec, given)).toEqual([])
    },
  )

  test.each(byPath('write'))('%s tells nothing of another shop', async (_path, spec) => {
    if (spec.path === '/api/auth/logout' || spec.ids.length === 0) return
    const payload = withOwnIds(spec, merchant.ids)
    expect(shown(await send(system.target, spec.path, bound, payload), payload)).toEqual([])
  })

  test('and nothing of the other shop has changed', async () => {
    expect(await rowsOfOtherShop()).toBe(rowsBefore)
  })

  test('whoever is bound to all shops there are reads what they would read unbound', async () => {
    const readAll = async () => {
      const answers = new Map<string, string>()
      for (const [path, spec] of byPath('read')) {
        const answer = await send(system.target, path, bound, withOwnIds(spec, merchant.ids))
        answers.set(path, JSON.stringify(answer.body))
      }
      return answers
    }
    await save(null)
    const unbound = await readAll()
    await save([shops.full, shops.idle])
    const differing = [...(await readAll())].filter(([path, text]) => unbound.get(path) !== text).map(([path]) => path)
    expect(differing.filter((path) => !(path in READ_OTHERWISE))).toEqual([])
  })

  test('the overview sums the shops that somebody is bound to', async () => {
    await save([shops.full])
    const days = await column('select distinct day::text as text from daily_figure where merchant_id = $1 order by 1', [
      merchant.merchantId,
    ])
    const period = { from: days[0] ?? '', to: days.at(-1) ?? '' }
    const asked = async (who: LoginContext, shopAccountId?: string) => {
      const given = shopAccountId === undefined ? period : { ...period, shopAccountId }
      const { overview } = await plainClient(system.target, who).call(calls.merchant.business, given)
      return { figures: overview?.figures, days: overview?.days, models: overview?.models }
    }
    const ofShop = await asked(merchant.owner.context, shops.full)
    expect(JSON.stringify(ofShop.figures)).toMatch(/"orders":[1-9]/)
    expect(await asked(bound)).toEqual(ofShop)
    await save([shops.idle])
    expect(JSON.stringify((await asked(bound)).figures)).not.toMatch(/"orders":[1-9]/)
  })

  test('a file from before is not theirs any more, and a new one holds the rows of their shops alone', async () => {
    await save([shops.full])
    const person = plainClient(system.target, bound)
    const asked = { format: 'csv', filter: {} } as const
    await person.call(calls.auctionOrderExport.create, asked, randomUUID())
    await system.settled()
    bound = await signIn(system.target, PHONE, PASSWORD)
    const again = plainClient(system.target, bound)
    const [file] = (await again.call(calls.goodsExport.list, {})).list
    expect(file).toMatchObject({ state: 'ready' })
    Object.assign(merchant.owner.context, await signIn(system.target, merchant.phone, PASSWORD))
    await save([shops.idle])
    expect((await again.call(calls.goodsExport.list, {})).total).toBe(0)
    const link = await send(system.target, calls.exportTasks.link.path, bound, { exportId: file?.exportId })
    expect(link.text).toContain('NOT_FOUND')
    const none = await send(system.target, calls.auctionOrderExport.create.path, bound, asked)
    expect(none.text).toContain('EXPORT_EMPTY')
  })

  test('a key sees the shops of whoever made it, at that moment', async () => {
    const { path } = calls.auctionOrder.list
    const grants = [path]
    const content = { name: '二店的程序', grants, ratePerMinute: 60, places: [], expiresAt: null }
    await save([shops.idle])
    const { secret } = await plainClient(system.target, bound).call(calls.programKeys.create, content, randomUUID())
    const total = async () => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
      const answer = await request(system.target, path, { method: 'POST', headers, body: '{}' })
      return (answer.body as { _data: { total: number } })._data.total
    }
    expect(await total()).toBe(0)
    await save([shops.full])
    expect(await total()).toBeGreaterThan(0)
  })

  test('the bound counts from the next call on, either way', async () => {
    const person = plainClient(system.target, bound)
    await save(null)
    expect((await person.call(calls.auctionOrder.list, {})).total).toBeGreaterThan(0)
    await save([shops.idle])
    expect((await person.call(calls.auctionOrder.list, {})).total).toBe(0)
    await save([shops.full])
    expect((await person.call(calls.auctionOrder.list, {})).total).toBeGreaterThan(0)
    await save([shops.idle])
  })
})
