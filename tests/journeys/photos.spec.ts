import type { Page } from '@playwright/test'
import { BROWSER_ARGUMENTS, browserPath } from '../support/browser.ts'
import { pictureOf } from '../support/photo-sender.ts'
import { INSPECTOR } from './fixtures/accounts.ts'
import { expect, test, type User } from './fixtures/journey.ts'
import { blurredPictureOf, darkPictureOf, PHONE, phone } from './fixtures/phone-camera.ts'
import { newImei } from './fixtures/phones.ts'
import { checkScreen } from './fixtures/screen.ts'
import { MUST_SHOTS, openChecklist, station, takePhotos } from './pages/inspection-station.ts'

// a camera of the browser's own, for what is seen through it
test.use({
  launchOptions: {
    executablePath: browserPath(),
    args: [...BROWSER_ARGUMENTS, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

const ENDED = '拍照链接已失效，请在工作台重新扫码'

const tile = (page: Page, code: string) => page.locator(`[data-tile="${code}"]`)
const pictureAt = (page: Page, code: string) => tile(page, code).locator('img').getAttribute('src')
/** An address is signed anew with each answer: the file is what stays. */
const fileAt = async (page: Page, code: string) => (await pictureAt(page, code))?.split('?')[0]

/** Opens the code by its key and gives the address that it leads to. */
async function linkOf({ page, keyboard }: User): Promise<string> {
  await keyboard.press('v')
  await expect(page.getByRole('img', { name: '手机拍照二维码' })).toBeVisible()
  return (await page.locator('[data-phone-address]').textContent()) ?? ''
}

test('a phone takes every shot by the code, and each is at the desk by itself', async ({ signedInUser, newUser }) => {
  const desk = await signedInUser(INSPECTOR)
  await station.open(desk.page)
  await openChecklist(desk, newImei())
  await expect(station.saved(desk.page)).toBeVisible()
  const address = await linkOf(desk)
  await expect(desk.page.getByText('当前地址只有这台电脑能打开')).toBeVisible()
  await checkScreen(desk.page, 'phone-link')

  const hand = await newUser(PHONE)
  await hand.page.goto(address)
  await expect(phone.wanted(hand.page, '正面（息屏）')).toBeVisible()
  await expect(desk.page.getByText('已连接')).toBeVisible()
  await desk.keyboard.press('Escape')
  await checkScreen(hand.page, 'phone-page')

  for (const [index, { title, subject }] of MUST_SHOTS.entries()) {
    await phone.shoot(hand.page, title, await pictureOf(subject))
    // the next one stands there by itself
    const next = MUST_SHOTS[index + 1]
    if (next) await expect(phone.wanted(hand.page, next.title)).toBeVisible()
    await phone.saved(hand.page, title)
    await expect(desk.page.getByRole('button', { name: `查看${title}` })).toBeVisible()
  }
  await expect(desk.page.getByText('必拍已齐')).toBeVisible()
  await expect(hand.page.getByText('必拍已保存 9 / 9')).toBeVisible()
  for (const [width, height] of [
    [360, 640],
    [768, 1024],
  ] as const) {
    await hand.page.setViewportSize({ width, height })
    await checkScreen(hand.page, `phone-page-complete-${width}`)
  }
})

test('pictures wait on the phone for the network, for a decision and for a new link', { tag: '@nightly' }, async ({
  signedInUser,
  newUser,
}) => {
  const desk = await signedInUser(INSPECTOR)
  await station.open(desk.page)
  await openChecklist(desk, newImei())
  await expect(station.saved(desk.page)).toBeVisible()
  const address = await linkOf(desk)
  await desk.keyboard.press('Escape')
  const hand = await newUser({ ...PHONE, colorScheme: 'dark' })
  await hand.page.goto(address)
  await expect(phone.wanted(hand.page, '正面（息屏）')).toBeVisible()

  await test.step('the network is lost, and back', async () => {
    const networkIsBack = hand.monitor.expectLostNetwork()
    await hand.page.context().setOffline(true)
    await phone.shoot(hand.page, '正面（息屏）', await pictureOf('front_off'))
    await expect(phone.place(hand.page, '正面（息屏）')).toContainText('网络中断，恢复后自动续传')
    await expect(hand.page.getByText('必拍已保存 0 / 9')).toBeVisible()
    await hand.page.context().setOffline(false)
    await phone.saved(hand.page, '正面（息屏）')
    networkIsBack()
  })

  await test.step('a reload loses nothing', async () => {
    const networkIsBack = hand.monitor.expectLostNetwork()
    await hand.page.context().setOffline(true)
    await phone.shoot(hand.page, '正面（亮屏）', await pictureOf('front_on'))
    await expect(phone.place(hand.page, '正面（亮屏）')).toContainText('网络中断')
    await hand.page.context().setOffline(false)
    await hand.page.reload()
    await phone.saved(hand.page, '正面（亮屏）')
    networkIsBack()
  })

  await test.step('a dark and a blurred picture are asked about', async () => {
    await phone.shoot(hand.page, '背面', await darkPictureOf('back'))
    const dark = hand.page.getByRole('alert', { name: '背面照片太暗' })
    await expect(dark).toBeVisible()
    await checkScreen(hand.page, 'phone-doubt')
    const again = { name: 'again.jpg', mimeType: 'image/jpeg', buffer: await pictureOf('back') }
    await hand.page.getByLabel('重拍背面').setInputFiles(again)
    await phone.saved(hand.page, '背面')
    await phone.shoot(hand.page, '左边框', await blurredPictureOf('left'))
    await expect(hand.page.getByRole('alert', { name: '左边框照片模糊' })).toBeVisible()
    await expect(tile(desk.page, 'left')).toHaveAttribute('data-missing')
    await hand.page.getByRole('button', { name: '仍然使用左边框' }).click()
    await phone.saved(hand.page, '左边框')
  })

  await test.step('seen through the page’s own camera', async () => {
    await hand.page.getByRole('button', { name: '取景拍照' }).click()
    await expect(hand.page.getByRole('dialog', { name: '取景：右边框' })).toBeVisible()
    await expect(hand.page.getByRole('button', { name: '拍下右边框' })).toBeEnabled()
    await checkScreen(hand.page, 'phone-camera')
    await hand.page.getByRole('button', { name: '拍下右边框' }).click()
    await expect(hand.page.getByRole('dialog', { name: '取景：顶部' })).toBeVisible()
    await hand.page.getByRole('button', { name: '关闭' }).click()
    await phone.saved(hand.page, '右边框')
  })

  await test.step('the link is stopped, and made anew', async () => {
    await linkOf(desk)
    await desk.page.getByRole('button', { name: '停用' }).click()
    await expect(desk.page.getByText('链接已停用，手机上不能再拍')).toBeVisible()
    await phone.shoot(hand.page, '顶部', await pictureOf('top'))
    await expect(hand.page.getByRole('heading', { name: ENDED })).toBeVisible()
    await expect(hand.page.getByText('1张照片还没有上传')).toBeVisible()
    await checkScreen(hand.page, 'phone-ended')
    await desk.page.getByRole('button', { name: '重新生成' }).click()
    await expect(desk.page.getByRole('img', { name: '手机拍照二维码' })).toBeVisible()
    const renewed = (await desk.page.locator('[data-phone-address]').textContent()) ?? ''
    expect(renewed).not.toBe(address)
    await hand.page.goto(renewed)
    await phone.saved(hand.page, '顶部')
  })
})

test('at the desk two shots change places, one is marked, and a dark picture is asked about', {
  tag: '@nightly',
}, async ({ signedInUser }) => {
  const desk = await signedInUser(INSPECTOR, { colorScheme: 'dark' })
  const { page, keyboard } = desk
  await station.open(page)
  await openChecklist(desk, newImei())
  await takePhotos(page, MUST_SHOTS.slice(2, 6))

  await test.step('by drag', async () => {
    const [left, right] = [await fileAt(page, 'left'), await fileAt(page, 'right')]
    await tile(page, 'left').locator('[draggable="true"]').dragTo(tile(page, 'right'))
    await expect.poll(() => fileAt(page, 'right')).toBe(left)
    expect(await fileAt(page, 'left')).toBe(right)
    await page.reload()
    await expect.poll(() => fileAt(page, 'right')).toBe(left)
  })

  await test.step('by keys', async () => {
    const [back, top] = [await fileAt(page, 'back'), await fileAt(page, 'top')]
    await page.getByRole('button', { name: '移动背面到…' }).focus()
    await keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await keyboard.pressUntil('ArrowDown', page.getByRole('menuitem', { name: '顶部' }))
    await keyboard.press('Enter')
    await expect.poll(() => fileAt(page, 'top')).toBe(back)
    expect(await fileAt(page, 'back')).toBe(top)
  })

  await test.step('marked by the pointer and by keys', async () => {
    await page.getByRole('button', { name: '查看背面' }).click()
    await expect(page.getByRole('dialog', { name: '背面（1 / 4）' })).toBeVisible()
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('dialog', { name: '左边框（2 / 4）' })).toBeVisible()
    await page.getByRole('button', { name: '圈注' }).click()
    const picture = page.getByRole('dialog').locator('svg:has(title)')
    const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width * 0.3, y + height * 0.3)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.5, y + height * 0.6, { steps: 4 })
    await page.mouse.up()
    await expect(page.getByRole('button', { name: '圆圈1' })).toBeFocused()
    await page.getByRole('button', { name: '箭头', exact: true }).focus()
    await keyboard.press('Enter')
    await page.getByRole('button', { name: '添加到中间' }).focus()
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: '箭头2' })).toBeFocused()
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Shift+ArrowUp', 'Control+z']) await keyboard.press(key)
    await checkScreen(page, 'photo-marks')
    await page.getByRole('button', { name: '保存圈注' }).focus()
    await keyboard.press('Enter')
    await expect(page.getByRole('img', { name: '2处圈注', exact: true })).toBeVisible()
    await checkScreen(page, 'photo-viewer')
    await keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '查看左边框（2处圈注）' })).toBeVisible()
  })

  await test.step('a dark picture waits on its tile', async () => {
    const file = { name: 'dark.jpg', mimeType: 'image/jpeg', buffer: await darkPictureOf('bottom') }
    await page.getByLabel('选择照片：底部', { exact: true }).setInputFiles(file)
    const bottom = tile(page, 'bottom')
    await expect(bottom.getByRole('alert')).toContainText('照片太暗')
    await expect(page.getByText('1张待确认')).toBeVisible()
    await checkScreen(page, 'photo-doubt')
    await page.getByRole('button', { name: '仍然使用底部' }).focus()
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: '查看底部' })).toBeVisible()
  })
})
