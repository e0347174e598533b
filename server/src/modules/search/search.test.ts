import { extSearch } from '@huanji/contract/calls/search'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextImei, startWorkshop, type Worker, type Workshop } from '../inspection/workshop-for-tests.ts'

let shop: Workshop
let owner: Worker

beforeAll(async () => {
  shop = await startWorkshop()
  owner = await shop.merchant('甲行')
})
afterAll(() => shop.close())

const search = (code: string, by = owner) => shop.data(extSearch.code, { code }, by.login)

test('any code of a phone leads to its report, a bag code to its record too', async () => {
  const [imei, imei2] = [nextImei(), nextImei()]
  const record = await shop.listable(owner, 'FIND00000001', { code: { kind: 'imei', imei, imei2 } })
  const report = {
    title: `质检 ${record.inspectionNo}`,
    subtitle: '苹果 iPhone 13 128GB 午夜色 S 99新 · 可上架',
    link: `/check/ys/detail?inspectionId=${record.inspectionId}`,
  }
  for (const [code, kind] of [
    [`IMEI：${imei}/01`, 'imei'],
    [imei2, 'imei'],
    [record.barCode.toLowerCase(), 'barCode'],
    [record.inspectionNo, 'inspectionNo'],
  ] as const) {
    expect(await search(code)).toMatchObject({ kind, hits: [report] })
  }
  expect((await search('FIND00000001')).hits).toEqual([
    report,
    { title: '封袋 FIND00000001', subtitle: '已绑定', link: '/check/ys/baglog?bagCode=FIND00000001' },
  ])
})

test('finds nothing for a code nobody has, and says what it took it for', async () => {
  expect(await search(nextImei())).toMatchObject({ kind: 'imei', kindLabel: 'IMEI', hits: [] })
  expect(await search('？')).toMatchObject({ kind: 'unknown', hits: [] })
})

test('shows only what the person may open', async () => {
  const imei = nextImei()
  await shop.listable(owner, 'MAY000000001', { code: { kind: 'imei', imei } })
  const clerk = await shop.colleague(owner, '王仓管', ['/xySaasDetect/sealBag/GetSealBagList'])
  const guest = await shop.colleague(owner, '无权限', [])
  const stranger = await shop.merchant('乙行')
  expect((await search('MAY000000001', clerk)).hits.map((hit) => hit.title)).toEqual(['封袋 MAY000000001'])
  expect((await search(imei, guest)).hits).toEqual([])
  expect((await search(imei, stranger)).hits).toEqual([])
})
