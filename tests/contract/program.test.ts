import { randomUUID } from 'node:crypto'
import { programKeys } from '@huanji/contract/features/api-key/calls'
import { KEY_GRANTS } from '@huanji/contract/key-rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainClient } from './fixtures/client.ts'
import { type Merchant, startTestSystem, type TestSystem } from './fixtures/test-system.ts'

/** A program as somebody writes it who has the calls' reference and nothing else: paths, headers and JSON. */

const FILL_TIMEOUT_MS = 600_000
const OVERLAP_MS = 5 * 60_000

interface Told {
  readonly status: number
  readonly allow: string | null
  readonly _errCode: string
  readonly _errStr: string
  readonly _bizErrCode: string
  readonly _data: Readonly<Record<string, unknown>> | null
}

interface Row {
  readonly updatedAt: string
  readonly [name: string]: unknown
}

let system: TestSystem
let merchant: Merchant
let secret: string

beforeAll(async () => {
  system = await startTestSystem()
  merchant = await system.addMerchant({ phone: '13800137001', name: '程序手机行' })
  await system.fill(merchant, 7)
  const content = { name: '进销存', grants: [...KEY_GRANTS], ratePerMinute: 1200, places: [], expiresAt: null }
  const owner = plainClient(system.target, merchant.owner.context)
  secret = (await owner.call(programKeys.create, content, randomUUID())).secret
}, FILL_TIMEOUT_MS)
afterAll(() => system.end())

async function ask(path: string, body: object, more: { headers?: Record<string, string>; method?: string } = {}) {
  const { headers = {}, method = 'POST' } = more
  const response = await fetch(`${system.target.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, ...headers },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
  const envelope = (await response.json()) as Omit<Told, 'status' | 'allow'>
  return { status: response.status, allow: response.headers.get('allow'), ...envelope } satisfies Told
}

const within = <Thing>({ _data }: Told, name: string): Thing[] => (_data?.[name] ?? []) as Thing[]

async function everything(path: string, updatedFrom: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { _data, _errStr } = await ask(path, { updatedFrom, pageSize: 2, ...(cursor === '' ? {} : { cursor }) })
    if (_data === null) throw new Error(_errStr)
    rows.push(...(_data.list as Row[]))
    cursor = _data.nextCursor as string | null
  }
  return rows
}

describe('a program that follows the lists', () => {
  test.each([
    ['/api/yushiorder/v1/order/list', 'orderId'],
    ['/api/saleorder/v1/order/list', 'orderId'],
    ['/api/goods/list', 'listingId'],
    ['/api/refund/v1/list', 'refundId'],
    ['/api/bill/v1/list', 'billId'],
  ])('has from %s each row once, in the order of its changes, and later what changed since alone', async (path, id) => {
    const rows = await everything(path, '2020-01-01T00:00:00.000Z')
    const all = within<Row>(await ask(path, { pageSize: 200 }), 'list')
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row[id]))).toEqual(new Set(all.map((row) => row[id])))
    expect(rows).toHaveLength(all.length)
    const times = rows.map(({ updatedAt }) => updatedAt)
    expect(times).toEqual([...times].sort())
    const newest = times.at(-1) ?? ''
    const since = await everything(path, newest)
    expect(since.length).toBeGreaterThan(0)
    expect(since.every(({ updatedAt }) => updatedAt === newest)).toBe(true)
  })

  test('has an order again after its remark changed', async () => {
    const path = '/api/yushiorder/v1/order/list'
    const rows = await everything(path, '2020-01-01T00:00:00.000Z')
    const [first] = rows
    const newest = Date.parse(rows.at(-1)?.updatedAt ?? '')
    await system.target.letPass(3600)
    const made = await ask(
      '/api/yushiorder/v1/order/addRemark',
      { orderId: first?.orderId, version: first?.version, remark: '程序写的' },
      { headers: { 'idempotency-key': randomUUID() } },
    )
    expect(made._errCode, made._errStr).toBe('0')
    const changed = await everything(path, new Date(newest + 1).toISOString())
    expect(changed.map(({ orderId, remark }) => [orderId, remark])).toEqual([[first?.orderId, '程序写的']])
    const overlapping = await everything(path, new Date(newest - OVERLAP_MS).toISOString())
    expect(overlapping.map(({ orderId }) => orderId)).toContain(first?.orderId)
  })
})

describe('a program that ships', () => {
  test('is told what is missing, ships, and has the first answer again with the same key', async () => {
    const list = await ask('/api/saleorder/v1/order/list', { state: 'awaiting_shipment' })
    const order = within<Row>(list, 'list').find(({ pickedCount, unitCount }) => pickedCount === unitCount)
    expect(order).toBeDefined()
    const detail = await ask('/api/saleorder/v1/order/detail', { orderId: order?.orderId })
    const units = within<{ barCode: string; bagCode: string | null }>(detail, 'units')
    const [addresses, carriers] = await Promise.all([
      ask('/api/address/options', { kind: 'ship' }),
      ask('/api/yushiorder/v1/order/logisticsCompanyList', {}),
    ])
    const [address] = within<{ value: string }>(addresses, 'options')
    const [carrier] = within<{ code: string }>(carriers, 'companies')
    const parcel = {
      orderId: order?.orderId,
      carrierCode: carrier?.code,
      waybill: 'SF1234567890123',
      addressId: address?.value,
      scans: units.map(({ barCode, bagCode }) => ({ unitCode: barCode, ...(bagCode === null ? {} : { bagCode }) })),
    }
    const path = '/api/saleorder/v1/order/delivery'
    const refused = await ask(path, { ...parcel, scans: [] }, { headers: { 'idempotency-key': randomUUID() } })
    expect(refused).toMatchObject({ _bizErrCode: 'UNITS_NOT_CHECKED', _data: { field: 'scans' } })
    expect(refused._errStr).toMatch(/^scans：还有1台手机没有核对/)
    const unknown = { ...parcel, scans: [...parcel.scans, { unitCode: '999' }] }
    const stranger = await ask(path, unknown, { headers: { 'idempotency-key': randomUUID() } })
    expect(stranger).toMatchObject({ _bizErrCode: 'UNIT_NOT_IN_ORDER', _data: { field: 'scans[1].unitCode' } })
    const headers = { 'idempotency-key': randomUUID() }
    const first = await ask(path, parcel, { headers })
    expect(first._errCode, first._errStr).toBe('0')
    expect(await ask(path, parcel, { headers })).toEqual(first)
    const other = await ask(path, { ...parcel, waybill: 'SF9999999999999' }, { headers })
    expect(other).toMatchObject({ status: 409, _errStr: expect.stringContaining('idempotency-key') })
  })
})

describe('a program with a fault', () => {
  test.each([
    [{ pageSize: 500 }, 'pageSize', '不能大于200'],
    [{ type: '订单结算' }, 'type', '只能是 orderSettlement、refund、'],
    [{ type: ['refund', 'nothing'] }, 'type[1]', '只能是 orderSettlement、refund、'],
    [{ state: '已结算' }, 'state', '只能是 pending、settling、'],
    [{ updatedFrom: '2026-11-27' }, 'updatedFrom', '应为UTC时间'],
    [{ since: 1 }, 'since', '没有这个参数'],
  ])('%j is told so', async (body, field, text) => {
    const told = await ask('/api/bill/v1/list', body)
    expect(told).toMatchObject({ status: 400, _data: { field } })
    expect(told._errStr.startsWith(`${field}：${text}`), told._errStr).toBe(true)
  })

  const NOBODY = '01890000-0000-7000-8000-000000000000'
  test.each([
    ['/api/goods/operate', { action: 'off_shelf', rows: [{ listingId: NOBODY }] }, 'results', 'listingId'],
    [
      '/xySaasDetect/detRecord/deleteDetRecord',
      { rows: [{ inspectionId: NOBODY }], reason: '录错' },
      'results',
      'inspectionId',
    ],
    [
      '/api/ext/order/deliverMany',
      { channel: 'auction', dryRun: true, rows: [{ code: '404404404404', waybill: 'SF1234567890123' }] },
      'rows',
      'code',
    ],
  ])(
    'defect: a refused row of %s was told of in the words of a page, without its field',
    async (path, body, rows, field) => {
      const told = await ask(path, body, { headers: { 'idempotency-key': randomUUID() } })
      const [row] = within<{ ok: boolean; refusal: string; message: string; field: string }>(told, rows)
      expect(row).toMatchObject({ ok: false, field })
      expect(row?.refusal).not.toBe('')
      expect(row?.message.startsWith(`${field}：`)).toBe(true)
      expect(row?.message).not.toMatch(/刷新|页面/)
    },
  )

  test('a wrong key, none at all, and another method', async () => {
    const path = '/api/address/list'
    for (const authorization of ['', secret, 'Bearer hj_live_wrong', `Basic ${secret}`]) {
      expect(await ask(path, {}, { headers: { authorization } })).toMatchObject({ status: 401 })
    }
    expect(await ask(path, {}, { method: 'GET' })).toMatchObject({ status: 405, allow: 'POST' })
    expect(await ask('/api/address/lists', {})).toMatchObject({ status: 404 })
  })
})
