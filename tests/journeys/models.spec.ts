import { PAGES } from '@huanji/contract/pages'
import { INSPECTOR, MANAGER } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { newImei } from './fixtures/phones.ts'
import { checkThemes } from './fixtures/screen.ts'
import { station } from './pages/inspection-station.ts'

/** No maker has a model of this name. */
const MISSED = { text: '魅族99 M991Q 12+256', title: '魅族 99', number: 'M991Q', storage: '12GB+256GB' } as const

test('a phone that nobody knows is written down by keys where it is missed, and inspected at once', async ({
  signedInUser,
}) => {
  const { page, keyboard } = await signedInUser(INSPECTOR)
  await station.open(page)
  await keyboard.scan(newImei())
  const box = page.getByRole('combobox', { name: '机型' })
  await expect(box).toBeFocused()
  await box.fill(MISSED.text)
  await expect(page.getByRole('option', { name: `新建机型“${MISSED.text}”…` })).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByText(/没有完全一致的机型|没有找到机型/)).toBeVisible()

  const before = keyboard.inputs()
  await keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: '新建机型' })
  await expect(dialog.getByRole('textbox', { name: '型号' })).toBeFocused()
  await expect(dialog.getByRole('combobox', { name: '品牌' })).toHaveValue('魅族')
  await expect(dialog.getByText(MISSED.storage, { exact: true }).first()).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: '检测项同' })).toContainText('魅族')
  await checkThemes(page, 'new-model')
  await keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  // its only capacity and number are this phone's; the colour is asked
  await expect(page.getByRole('radiogroup', { name: '颜色' })).toBeVisible()
  await expect(page.getByRole('radio', { name: MISSED.storage })).toBeChecked()
  await keyboard.press('1')
  await expect(station.item(page, '购买渠道')).toBeVisible()
  expect(keyboard.inputs() - before).toBeLessThanOrEqual(8)
  await expect(station.head(page)).toContainText(MISSED.title)
  await expect(station.saved(page)).toBeVisible()

  const manager = await signedInUser(MANAGER)
  await manager.page.goto(PAGES.models.path)
  const row = manager.page.getByRole('row').filter({ hasText: MISSED.title })
  await expect(row).toContainText(MISSED.number)
  await expect(row).toContainText('自建')
  await checkThemes(manager.page, 'models')
  // there is a phone of it
  await row.hover()
  await expect(row.getByRole('button', { name: '编辑' })).toBeVisible()
  await expect(row.getByRole('button', { name: '删除' })).toHaveCount(0)
})
