import { CHANNEL_PAGES, PAGES } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import type { Locator, Page } from '@playwright/test'
import { pictureOf } from '../../support/photo-sender.ts'
import { expect, type User } from '../fixtures/journey.ts'
import { MODEL } from '../fixtures/phones.ts'

/** The inspection station of either channel, found by its texts and roles. */
export const station = {
  open: async (page: Page, channel: Channel = 'auction'): Promise<void> => {
    await page.goto(PAGES[CHANNEL_PAGES[channel].station].path)
    await expect(page.getByText('扫描 IMEI、条码或序列号，开始质检')).toBeVisible()
  },
  /** The line with the scan box and the phone that lies there. */
  head: (page: Page): Locator => page.getByRole('region', { name: '扫码与当前手机' }),
  /** The message about the last scan. */
  message: (page: Page): Locator =>
    page
      .getByRole('region', { name: /^(鱼市质检|严选单台质检)$/ })
      .getByRole('status')
      .first(),
  /** Shown once the draft is saved. */
  saved: (page: Page): Locator => page.getByText('草稿已保存'),
  checklist: (page: Page): Locator => page.getByRole('region', { name: '检测项' }),
  /** An item's cell of the checklist, with its keys and its answer. */
  cell: (page: Page, name: string): Locator =>
    page.getByRole('region', { name: '检测项' }).getByRole('button', { name: new RegExp(`^${name} `) }),
  /** The current item, by its name. */
  item: (page: Page, name: string): Locator =>
    page.getByRole('radiogroup', { name, exact: true }).or(page.getByRole('group', { name, exact: true })),
  grade: (page: Page): Locator => page.getByRole('status', { name: '成色说明' }),
  result: (page: Page): Locator => page.getByRole('region', { name: '质检结果' }),
  /** A line of what is still missing. */
  missing: (page: Page, text: string | RegExp): Locator =>
    page.getByRole('complementary', { name: '成色与提交' }).getByRole('button', { name: text }),
  submit: (page: Page): Locator => page.getByRole('button', { name: /^提交质检/ }),
} as const

/** Scans a new phone, names its model by scanning the model number, and picks its SKU by digits: the checklist is open then. */
export async function openChecklist({ page, keyboard }: User, imei: string): Promise<void> {
  await keyboard.scan(imei)
  await expect(page.getByRole('combobox', { name: '机型' })).toBeVisible()
  await keyboard.scan(MODEL.modelNo)
  await expect(page.getByRole('radiogroup', { name: '存储容量' })).toBeVisible()
  await keyboard.press('1')
  await expect(page.getByRole('radio', { name: MODEL.storage, exact: false })).toBeChecked()
  await keyboard.press('1')
  await expect(station.item(page, '购买渠道')).toBeVisible()
}

/** Opens the checklist of the phone that was scanned, whatever keys its questions have. */
export async function openChecklistOf({ page, keyboard }: User): Promise<void> {
  await expect(page.getByRole('combobox', { name: '机型' })).toBeVisible()
  await keyboard.scan(MODEL.modelNo)
  for (const choice of [MODEL.storage, MODEL.colour]) await page.getByRole('radio', { name: choice }).click()
  await expect(station.item(page, '购买渠道')).toBeVisible()
}

/** Presses the two keys that stand at an item's cell. */
export async function goToItem({ page, keyboard }: User, name: string): Promise<void> {
  const keys = await station.cell(page, name).getAttribute('data-keys')
  for (const key of keys ?? '') await keyboard.press(key)
  await expect(station.item(page, name)).toBeVisible()
}

/**
 * Answers what an inspector must say of every iPhone themselves, the clean way: one key each, two for the battery. The
 * curated channel asks one thing more.
 */
export async function answerClaims({ page, keyboard }: User, channel: Channel = 'auction'): Promise<void> {
  for (const name of ['购买渠道', '保修期']) {
    await expect(station.item(page, name)).toBeVisible()
    await keyboard.press('1')
  }
  await expect(page.getByRole('textbox', { name: '电池健康度' })).toBeFocused()
  await keyboard.type('95')
  await expect(station.item(page, '账号锁')).toBeVisible()
  await keyboard.press('1')
  await expect(station.cell(page, '账号锁')).toContainText('已退出账号')
  if (channel === 'auction') return
  await expect(station.item(page, '三码核对')).toBeVisible()
  await keyboard.press('1')
  await expect(station.cell(page, '三码核对')).toContainText('系统与机身一致')
}

/** Puts a picture into each named place and waits until all of them are kept. */
export async function takePhotos(page: Page, shots: readonly { title: string; subject: string }[]): Promise<void> {
  for (const { title, subject } of shots) {
    const file = { name: `${subject}.jpg`, mimeType: 'image/jpeg', buffer: await pictureOf(subject) }
    const box = page.getByLabel(`选择照片：${title}`, { exact: true })
    // its record has to be there first
    await expect(box).toBeEnabled()
    await box.setInputFiles(file)
  }
  for (const { title } of shots) await expect(page.getByRole('button', { name: `查看${title}` })).toBeVisible()
}

/** The shots that every iPhone must have on the auction market, in the order in which they are taken. */
export const MUST_SHOTS = [
  { title: '正面（息屏）', subject: 'front_off' },
  { title: '正面（亮屏）', subject: 'front_on' },
  { title: '背面', subject: 'back' },
  { title: '左边框', subject: 'left' },
  { title: '右边框', subject: 'right' },
  { title: '顶部', subject: 'top' },
  { title: '底部', subject: 'bottom' },
  { title: '关于本机/IMEI页', subject: 'about' },
  { title: '电池健康', subject: 'battery' },
] as const
