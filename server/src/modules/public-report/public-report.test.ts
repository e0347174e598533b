import { detRecord } from '@huanji/contract/features/inspection/inspection'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { db, jsonText } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { CLEAN_ANSWERS } from '../../demo/trade/inspecting.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { markListed, markReturned, markSold } from '../inspection/commands.ts'
import { photoRowsOf } from '../inspection/photo/store.ts'
import { maskCode } from './masks.ts'

const KIB = 1024
const WORN = { ...CLEAN_ANSWERS, B01: { options: ['B01-3'] } }

let shop: TradingGateway
let owner: SignedInEmployee
let rival: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  rival = await shop.merchant('乙行')
  const { employeeId } = owner.actor
  await inMerchant((tx) =>
    tx.run(
      db
        .updateTable('employee')
        .set({ name: '王小明' })
        .where('merchantId', '=', tx.merchantId)
        .where('id', '=', employeeId),
    ),
  )
})
afterAll(() => shop.close())

const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)
const detail = (inspectionId: string, by = owner) =>
  shop.data(detRecord.getDetRecordDetails, { inspectionId }, by.login)

async function addressOf(inspectionId: string, by = owner): Promise<string> {
  const { reportPath } = await detail(inspectionId, by)
  if (reportPath === null) throw new Error('a draft has no report')
  return reportPath
}

async function open(path: string, init: RequestInit = {}) {
  const response = await fetch(`${shop.url}${path}`, init)
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/** A record with an exception, all its photographs and one of the defect. */
async function wornPhone(change: object = {}) {
  const record = await shop.save(owner, { answers: WORN, ...change })
  await shop.shoot(
    owner,
    record.photoTaskId,
    record.missingShots.map((one) => one.code),
  )
  await shop.shootDefect(owner, record.photoTaskId, 'B01', 'B01-3')
  return record
}

const change = (inspectionId: string, values: Updateable<Tables['inspection']>) =>
  inMerchant((tx) =>
    tx.run(
      db.updateTable('inspection').set(values).where('merchantId', '=', tx.merchantId).where('id', '=', inspectionId),
    ),
  )

describe('a report', () => {
  test('tells a buyer model, grade, exceptions first, photographs, every answer and what it is worth', async () => {
    const imei = nextImei()
    const record = await wornPhone({ code: { kind: 'imei', imei } })
    const { status, html } = await open(await addressOf(record.inspectionId))
    expect(status).toBe(200)
    const order = ['苹果 iPhone 13', '128GB', 'A 95新', record.inspectionNo, '2026-11-20 10:00', '王师傅']
    order.push(
      `${imei.slice(0, 3)}••••••••${imei.slice(-4)}`,
      '发现 1 项异常',
      '异常项（1）',
      '实拍图（8）',
      '正面（息屏）',
    )
    order.push('检测明细', '功能检测', '报告说明')
    let from = 0
    for (const words of order) {
      const found = html.indexOf(words, from)
      expect([words, found >= from]).toEqual([words, true])
      from = found
    }
    expect(html).toContain('检测商家：甲行')
    expect(html).not.toContain('关于本机')
  })

  test('defect: buyers read 全部正常 of groups of which some items were asked', async () => {
    const { inspectionId } = await shop.save(owner)
    const { html } = await open(await addressOf(inspectionId))
    expect(html).toContain('已检4项正常，其余7项未检')
    expect(html).toContain('已检项目未发现异常')
    expect(html).toContain('未发现拆修')
    expect(html).not.toMatch(/全部正常|无拆修|未发现异常项/)
  })

  test('is one small document that loads nothing but pictures of this site, and nothing runs in it', async () => {
    const { inspectionId } = await wornPhone()
    const { html, headers } = await open(await addressOf(inspectionId))
    expect(Buffer.byteLength(html)).toBeLessThan(25 * KIB)
    expect(html).not.toMatch(/<script|<iframe|stylesheet|@import|url\(|\son\w+=|style="/i)
    const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(10)
    for (const address of addresses) expect(address).toMatch(/^\/(files\/|icon\.svg$)/)
    const picture = await fetch(new URL((addresses.at(-1) ?? '').replaceAll('&amp;', '&'), shop.url))
    expect([picture.status, picture.headers.get('content-type')?.split('/')[0]]).toEqual([200, 'image'])
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^' ]+'; img-src 'self'; base-uri 'none'; /)
    expect(headers.get('cache-control')).toBe('private, max-age=60')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toContain('noindex')
  })

  test('answers HEAD, and goes over the wire compressed to whoever takes that', async () => {
    const path = await addressOf((await wornPhone()).inspectionId)
    const head = await open(path, { method: 'HEAD' })
    expect([head.status, head.html]).toEqual([200, ''])
    expect(head.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const zipped = await open(path, { headers: { 'accept-encoding': 'br, gzip' } })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(Number(zipped.headers.get('content-length'))).toBeLessThan(9 * KIB)
    const plain = await open(path, { headers: { 'accept-encoding': 'gzip;q=0' } })
    expect([plain.headers.get('content-encoding'), plain.html]).toEqual([null, zipped.html])
  })

  test('draws circles and arrows over the photograph of a defect, and says where a photograph was taken over from', async () => {
    const { inspectionId } = await wornPhone()
    const marks = jsonText([{ shape: 'circle', x1: 0.25, y1: 0.25, x2: 0.75, y2: 0.75 } as const])
    await inMerchant((tx) =>
      tx.run(
        db
          .updateTable('photo')
          .set({ marks, reusedFromNo: 'ZJ260101000001' })
          .where('merchantId', '=', tx.merchantId)
          .where('inspectionId', '=', inspectionId)
          .where('kind', '=', 'defect'),
      ),
    )
    const { html } = await open(await addressOf(inspectionId))
    expect(html.match(/<svg/g)).toHaveLength(1)
    expect(html).toContain('M200 300A200 150 0 1 1 600 300')
    expect(html).toMatch(/alt="[^"]+：[^"]+，图上有标注"/)
    expect(html).toContain('复用自 ZJ260101000001')
  })

  test('names the grade as the curated channel does', async () => {
    const { inspectionId } = await shop.save(owner, { channel: 'curated', mode: 'draft' })
    await change(inspectionId, { state: 'listable', systemGrade: '95', finalGrade: '95', repairFlag: 'R1' })
    const { html } = await open(await addressOf(inspectionId))
    expect(html).toMatch(/严选成色<\/span><strong>95新<\/strong><span class="chip">换电池\/后盖</)
  })
})

test('words that merchants, inspectors and models bring stay words', async () => {
  const hostile = `"><img src=x onerror=ran=1><script>ran=1</script>'`
  const { inspectionId } = await wornPhone()
  const [row] = await inMerchant((tx) =>
    tx.rows(
      db
        .selectFrom('inspection')
        .select('report')
        .where('merchantId', '=', tx.merchantId)
        .where('id', '=', inspectionId),
    ),
  )
  const report = JSON.parse(JSON.stringify(row?.report), (key, value) =>
    typeof value === 'string' && /name|hint|summary|^value$/i.test(key) ? hostile + value : value,
  )
  await change(inspectionId, { modelName: hostile, skuText: hostile, report: jsonText(report) })
  const place = { merchantId: owner.actor.merchantId }
  const rename = (name: string) =>
    inMerchant((tx) => tx.run(db.updateTable('merchant').set({ name }).where('merchantId', '=', place.merchantId)))
  await rename(hostile)
  const { html } = await open(await addressOf(inspectionId))
  await rename('甲行')
  expect(html.split('&lt;script&gt;').length).toBeGreaterThan(100)
  expect(html).not.toMatch(/<script|<img src=x|"">|onerror=ran=1>/)
  const tags = new Set([...html.matchAll(/<([a-z]\w*)/g)].map(([, tag]) => tag))
  expect([...tags]).not.toContain('script')
  expect(html.match(/<img /g)).toHaveLength(9)
})

describe('what is not for buyers', () => {
  test('stands nowhere in the page: every private field is marked and looked for', async () => {
    const imei = nextImei()
    const shopAccountId = await shop.shop(owner)
    const record = await wornPhone({ code: { kind: 'imei', imei, imei2: nextImei() }, shopAccountId })
    const { inspectionId } = record
    const path = await addressOf(inspectionId)
    const secret = (field: string) => `秘密${field}`
    const sentinels: string[] = []
    const marked = <Name extends string>(...names: readonly Name[]) => {
      sentinels.push(...names.map(secret))
      return Object.fromEntries(names.map((name) => [name, secret(name)])) as Record<Name, string>
    }
    await change(inspectionId, marked('remark', 'overrideReason', 'bagCode', 'barCode', 'coverKey'))
    const { unitId } = await inMerchant(async (tx) => {
      const named = db.selectFrom('inspection').select('unitId').where('merchantId', '=', tx.merchantId)
      const row = await tx.one(named.where('id', '=', inspectionId))
      if (row === null) throw new Error('no record')
      await tx.run(
        db
          .updateTable('unit')
          .set(marked('meid', 'sn'))
          .where('merchantId', '=', tx.merchantId)
          .where('id', '=', row.unitId),
      )
      await tx.run(
        db
          .updateTable('photo')
          .set({ remark: secret('photoRemark'), sha256: secret('sha256') })
          .where('merchantId', '=', tx.merchantId)
          .where('inspectionId', '=', inspectionId),
      )
      await tx.run(
        db
          .updateTable('shopAccount')
          .set(marked('shopName', 'nick', 'userName'))
          .where('merchantId', '=', tx.merchantId)
          .where('id', '=', shopAccountId),
      )
      return row
    })
    const photos = await inMerchant((tx) => photoRowsOf(tx, [inspectionId]))
    const internal = photos.filter((photo) => photo.internal)
    expect(internal.length).toBeGreaterThan(0)
    const { html } = await open(path)
    expect(html).toContain(record.inspectionNo)
    const unseen = [...sentinels, '秘密', imei, record.photoTaskId, record.barCode, unitId, inspectionId, shopAccountId]
    unseen.push('王小明', owner.actor.phone, owner.actor.employeeId)
    unseen.push(...internal.flatMap(({ photoId, fullKey }) => [photoId, fullKey]))
    expect(unseen.filter((text) => html.includes(text))).toEqual([])
  })

  test('and of the code no more than seven digits', async () => {
    const imei = nextImei()
    const { inspectionId, inspectionNo } = await shop.save(owner, { code: { kind: 'imei', imei } })
    const { html } = await open(await addressOf(inspectionId))
    // the report's own number, and random keys, may hold any five digits
    const said = html.replaceAll(inspectionNo, '').replaceAll(/[\w-]{20,}/g, '')
    expect(said).toContain(maskCode(imei))
    for (let start = 0; start + 5 <= imei.length; start += 1) expect(said).not.toContain(imei.slice(start, start + 5))
    const sn = await shop.save(owner, { code: { kind: 'sn', sn: 'F2LXK0QWERTY' } })
    expect((await open(await addressOf(sn.inspectionId))).html).toContain(
      '<dt>序列号</dt><dd class="num">F2L•••••ERTY</dd>',
    )
  })
})

describe('an address without a report', () => {
  it('is answered alike whatever is wrong with it', async () => {
    const mine = await shop.save(owner)
    const theirs = await shop.save(rival)
    const draft = await shop.save(owner, { mode: 'draft' })
    const voidedDraft = await shop.save(owner, { mode: 'draft' })
    await change(voidedDraft.inspectionId, { state: 'voided' })
    const path = await addressOf(mine.inspectionId)
    const key = path.split('/').at(-1) ?? ''
    const otherKey = (await addressOf(theirs.inspectionId, rival)).split('/').at(-1) ?? ''
    const keyFor = (inspectionId: string) => {
      const end = Buffer.from(inspectionId.replaceAll('-', ''), 'hex').subarray(-5)
      return Buffer.concat([Buffer.from(key, 'base64url').subarray(0, 16), end]).toString('base64url')
    }
    const unknown = await open(`/report/ZJ261120999999/${key}`)
    expect(unknown.status).toBe(404)
    expect(unknown.html).toContain('报告不存在')
    expect(unknown.headers.get('cache-control')).toBe('no-store')
    const seen = ({ status, html, headers }: typeof unknown) => [
      status,
      html,
      ...[...headers].filter(([name]) => name !== 'date'),
    ]
    for (const wrong of [
      `/report/${mine.inspectionNo}/${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
      `/report/${mine.inspectionNo}/${otherKey}`,
      `/report/${theirs.inspectionNo}/${key}`,
      `/report/${draft.inspectionNo}/${keyFor(draft.inspectionId)}`,
      `/report/${voidedDraft.inspectionNo}/${keyFor(voidedDraft.inspectionId)}`,
      `/report/${mine.inspectionNo}/x`,
      `/report/${mine.inspectionNo}/${'A'.repeat(28)}`,
      `/report/${encodeURIComponent('\0')}/${key}`,
      `/report/x/y`,
    ]) {
      expect([wrong, ...seen(await open(wrong))]).toEqual([wrong, ...seen(unknown)])
    }
    expect(keyFor(mine.inspectionId)).toBe(key)
    expect((await open(path)).status).toBe(200)
  })

  it('of a record that was voided says so and shows nothing of it', async () => {
    const old = await wornPhone()
    const path = await addressOf(old.inspectionId)
    await change(old.inspectionId, { state: 'voided' })
    const voided = await open(path)
    expect(voided.status).toBe(410)
    expect(voided.html).toContain('该报告已作废')
    expect(voided.html).not.toContain('取代')
    const newer = await shop.save(owner, { mode: 'draft' })
    await change(newer.inspectionId, { previousInspectionId: old.inspectionId })
    expect((await open(path)).html).not.toContain('取代')
    await change(newer.inspectionId, { state: 'listable' })
    const replaced = await open(path)
    expect(replaced.html).toContain('已由新报告取代')
    for (const { html } of [voided, replaced]) expect(html).not.toMatch(/<img|iPhone|甲行|ZJ26/)
  })
})

test('a sold phone’s report stays as it was sold, until the phone comes back', async () => {
  const record = await shop.listable(owner, 'PUBL00000001', { answers: CLEAN_ANSWERS })
  const path = await addressOf(record.inspectionId)
  const before = await open(path)
  const now = shop.clock.now()
  await inMerchant((tx) => markListed(tx, [record.inspectionId], owner.actor, now))
  await inMerchant((tx) => markSold(tx, [record.inspectionId], 'marketplace', now))
  expect((await open(path)).html).toBe(before.html)
  await inMerchant((tx) => markReturned(tx, [record.inspectionId], owner.actor, now, '退货'))
  expect((await open(path)).status).toBe(410)
})
