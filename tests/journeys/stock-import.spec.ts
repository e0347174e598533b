import { readFileSync } from 'node:fs'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { phoneRecord } from '@huanji/contract/features/phone/calls'
import { importedStock } from '@huanji/contract/features/stock-import/calls'
import { tableOfFile } from '../../web/src/features/tables/read-table.ts'
import { workbookOf } from '../../web/src/features/tables/workbook.ts'
import { NEIGHBOUR, OWNER, SECOND_MERCHANT } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { signUp } from './fixtures/new-accounts.ts'
import { newImei } from './fixtures/phones.ts'
import { checkScreen, checkThemes } from './fixtures/screen.ts'
import { station } from './pages/inspection-station.ts'

const ROWS = 2_000
const HEADS = ['序号', '手机串号', '品名', '规格', '颜色', '成色', '收购价(元)', '入库日期', '来源', '备注'] as const
const MODELS = [
  ['苹果13', '128G', '午夜色'],
  ['iPhone 14 Pro', '256', '暗紫'],
  ['小米14', '12+256', '黑色'],
  ['华为 mate60pro', '12G+512G', '雅川青'],
] as const

/** What is wrong with some of the lines: how many, and what of a good line is changed. */
const WRONG: readonly (readonly [count: number, change: (line: string[], before: string[]) => string[]])[] = [
  // no model by this name: one choice mends them all
  [20, (line) => line.with(2, '苹果十三')],
  [4, (line) => line.with(1, (line[1] ?? '').slice(0, -1) + ((Number((line[1] ?? '').at(-1)) + 1) % 10))],
  [4, (line, before) => line.with(1, before[1] ?? '')],
  [3, (line) => line.with(1, '3.56938E+14')],
  [3, (line) => line.with(6, '-300')],
  [3, (line) => line.with(2, 'iPhone 13').with(3, '1TB')],
]

function goodLine(index: number): string[] {
  const [model, storage, colour] = MODELS[index % MODELS.length] ?? MODELS[0]
  const price = `¥1,${String(index % 1000).padStart(3, '0')}.50`
  return [String(index + 1), newImei(), model, storage, colour, '95新', price, '2026/11/01', '老王', '']
}

/** 2,000 lines, of which 37 are wrong in six ways, spread over the table. */
function table(): string[][] {
  const lines = Array.from({ length: ROWS }, (_, index) => goodLine(index))
  let at = 10
  for (const [count, change] of WRONG) {
    for (let made = 0; made < count; made += 1) {
      lines[at] = change(lines[at] ?? [], lines[at - 1] ?? [])
      at += 50
    }
  }
  return lines
}

test('an import of 2,000 rows: 37 of them wrong in six ways', { tag: '@nightly' }, async ({
  browser,
  userWithSession,
}) => {
  const owner = await signUp(browser, '导入手机行')
  const lines = table()
  const columns = HEADS.map((title) => ({ title, form: 'text' as const }))
  const buffer = Buffer.from(workbookOf('库存', columns, lines))
  const user = await userWithSession(owner, { viewport: { width: 1366, height: 768 } })
  const { page, keyboard } = user
  await page.goto('/tool/import')
  await expect(page.getByText('还没有导入过')).toBeVisible()
  await page.getByRole('button', { name: '导入库存' }).click()
  const drawer = page.getByRole('dialog', { name: /^导入库存/ })
  await checkScreen(page, 'stock-import-source')
  await page.getByLabel('库存表文件').setInputFiles({ name: '11月库存.xlsx', mimeType: 'application/xlsx', buffer })

  await expect(drawer.getByRole('button', { name: '全部 2,000' })).toBeVisible()
  await expect(drawer.getByRole('button', { name: '将新建 1,963' })).toBeVisible()
  await expect(drawer.getByRole('button', { name: '错误 37' })).toBeVisible()
  await expect(drawer.getByRole('combobox', { name: '手机串号' })).toHaveValue('imei')
  await expect(drawer.getByRole('combobox', { name: '收购价(元)' })).toHaveValue('cost')
  await expect(drawer.getByRole('combobox', { name: '序号' })).toHaveValue('')
  await checkThemes(page, 'stock-import-preview')

  const texts = drawer.getByRole('region', { name: '机型对应' })
  await expect(texts.getByRole('row').filter({ hasText: '苹果十三' })).toContainText('20')
  await texts.getByRole('button', { name: '苹果 iPhone 13', exact: true }).click()
  await expect(drawer.getByRole('button', { name: '错误 17' })).toBeVisible()
  await drawer.getByRole('button', { name: '错误 17' }).click()
  await expect(drawer.getByRole('region', { name: '逐行核对结果' }).getByRole('row')).toHaveCount(18)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: '下载错误行' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('11月库存-错误行.xlsx')
  const bytes = new Uint8Array(readFileSync(await download.path()))
  const { lines: faults } = await tableOfFile(new File([bytes], '错误行.xlsx'))
  expect(faults).toHaveLength(18)
  expect(faults[0]?.cells.slice(-2)).toEqual(['原行号', '错误原因'])
  expect(new Set(faults.slice(1).map(({ cells }) => (cells.at(-1) ?? '').replace(/\d+/g, 'n'))).size).toBe(5)

  await drawer.getByRole('button', { name: '导入 1,983 行' }).click()
  const result = page.getByRole('dialog', { name: '库存导入：11月库存.xlsx' })
  await expect(result.getByText('已完成')).toBeVisible({ timeout: 60_000 })
  await expect(result.getByRole('button', { name: '已新建 1,983' })).toBeVisible()
  await expect(result.getByRole('button', { name: '未导入 17' })).toBeVisible()
  await checkThemes(page, 'stock-import-result')
  await result.getByRole('button', { name: '关闭' }).last().click()
  await checkThemes(page, 'stock-imports')

  const [, imei = ''] = lines[1] ?? []
  await station.open(page)
  await keyboard.scan(imei)
  await expect(station.head(page)).toContainText('iPhone 14 Pro')
  await expect(page.getByLabel('成本价')).toHaveAttribute('placeholder', '已录入 ¥1,001.50')

  // by the same heads the next file is understood, and nothing of it is new
  await page.goto('/tool/import')
  await page.getByRole('button', { name: '导入库存' }).click()
  await page.getByLabel('库存表文件').setInputFiles({ name: '同一份.xlsx', mimeType: 'application/xlsx', buffer })
  await expect(drawer.getByRole('button', { name: /已在库 1,9\d\d/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '不要了' }).click()

  const row = page.getByRole('row').filter({ hasText: '11月库存.xlsx' })
  await row.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('button', { name: '撤销导入' }).click()
  await expect(page.getByText(/^已撤销 1,?98\d 行/)).toBeVisible({ timeout: 60_000 })
  await expect(row).toContainText('已撤销')
  const { list } = await owner.call(importedStock.list, {})
  expect(list[0]).toMatchObject({ state: 'undone', undoneCount: 1_983, keptCount: 0, refusedCount: 17 })
  const drafts = await owner.call(detRecord.getDetectRecordList, { channel: 'auction', state: 'draft' })
  expect(drafts.total).toBe(0)
  expect((await owner.call(detRecord.verifyBarCode, { code: imei, channel: 'auction' })).result).toBe('free')
})

test('another merchant sees nothing of an import', { tag: '@nightly' }, async ({ clientOf, signedInUser }) => {
  const owner = await clientOf(OWNER)
  const imei = newImei()
  await owner.call(importedStock.start, {
    channel: 'curated',
    name: '邻店看不到.csv',
    fields: ['imei', 'model', 'storage', 'colour', 'cost'],
    rows: [{ line: 2, cells: [imei, '苹果13', '128G', '午夜色', '1500'] }],
  })
  await expect.poll(async () => (await owner.call(importedStock.list, {})).list[0]?.state).toBe('done')
  const { life } = await owner.call(phoneRecord.life, { code: imei })
  expect(life?.units.at(-1)?.costPriceFen).toBe(150_000)
  const neighbour = await clientOf(NEIGHBOUR, SECOND_MERCHANT)
  const seen = await neighbour.call(detRecord.verifyBarCode, { code: imei, channel: 'curated' })
  expect(seen).toMatchObject({ result: 'free', barCode: null, history: [] })
  const { page } = await signedInUser(NEIGHBOUR, { merchantName: SECOND_MERCHANT })
  await page.goto('/tool/import')
  await expect(page.getByText('还没有导入过')).toBeVisible()
  await expect(page.getByText('邻店看不到')).toHaveCount(0)
})
