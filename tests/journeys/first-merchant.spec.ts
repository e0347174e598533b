import type { Locator, Page } from '@playwright/test'
import { PASSWORD } from './fixtures/accounts.ts'
import { fillCode } from './fixtures/code-field.ts'
import { drawn } from './fixtures/drawn.ts'
import { expect, test, type User } from './fixtures/journey.ts'
import { newPhone } from './fixtures/new-accounts.ts'
import { newImei, newRollCodes } from './fixtures/phones.ts'
import { newWaybill } from './fixtures/scan-codes.ts'
import { sendCode } from './fixtures/sms.ts'
import { expectToast } from './fixtures/toasts.ts'
import { IN_BACKGROUND } from './fixtures/waits.ts'
import { answerClaims, MUST_SHOTS, openChecklist, station, takePhotos } from './pages/inspection-station.ts'
import { packing } from './pages/packing.ts'
import { publish, publishing } from './pages/publish-drawer.ts'
import { signInPage } from './pages/sign-in.ts'

const ROLL = 20

const steps = (page: Page): Locator => page.getByRole('region', { name: '开店六步' })
const done = (page: Page, count: number): Promise<void> =>
  expect(steps(page)).toContainText(`已完成 ${count}/6`, IN_BACKGROUND)

/** Signs a merchant up; the code comes from the demo's inbox and is filled in by its button. */
async function signUpByInbox({ page }: User, phone: string, merchantName: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: '注册商家' }).click()
  await page.getByLabel('商家名称').fill(merchantName)
  await page.getByLabel('您的姓名').fill('周老板')
  await signInPage.phone(page).fill(phone)
  await sendCode(page)
  const inbox = page.getByRole('region', { name: '短信收件箱' })
  await expect(inbox).toContainText(`${phone} 收到验证码`, IN_BACKGROUND)
  await inbox.getByRole('button', { name: '填入' }).click()
  await expect(page.getByLabel('短信验证码')).toHaveValue(/^\d{6}$/)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await signInPage.agree(page)
  await page.getByRole('button', { name: '注册', exact: false }).last().click()
  await expect(page.getByRole('heading', { name: '周老板，您好' })).toBeVisible()
}

/** Binds a shop by the marketplace's page of consent, which leads back here. */
async function bind({ page }: User, member: string): Promise<void> {
  await steps(page).getByRole('button', { name: '绑定店铺' }).click()
  await page.getByRole('radio', { name: '其他闲鱼号' }).check()
  await page.getByLabel('会员名').fill(member)
  await page.getByRole('button', { name: '同意授权' }).click()
  await expect(page.getByRole('heading', { name: `已绑定“${member}”` })).toBeVisible()
  await page.getByRole('link', { name: '回到首页' }).click()
  await done(page, 1)
}

/** Adds an address by pasting it, as people send it to each other. */
async function addPlace({ page }: User, text: string): Promise<void> {
  await steps(page).getByRole('button', { name: '添加地址' }).click()
  const dialog = page.getByRole('dialog', { name: '添加地址' })
  await dialog.getByLabel(/粘贴/).fill(text)
  await dialog.getByRole('button', { name: '识别' }).click()
  await expect(dialog.getByText('已全部识别，请核对后保存')).toBeVisible()
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await expectToast(page, '地址已添加')
}

async function registerBags({ page, keyboard }: User, firstCode: string): Promise<void> {
  await steps(page).getByRole('button', { name: '登记一卷' }).click()
  await expect(page.getByRole('textbox', { name: '起始封袋码' })).toBeFocused()
  await keyboard.scan(firstCode)
  await fillCode(page.getByRole('textbox', { name: '数量' }), String(ROLL))
  await page.getByRole('dialog').getByRole('button', { name: /^登记/ }).click()
  await page
    .getByRole('dialog', { name: `登记${ROLL}个封袋码？` })
    .getByRole('button', { name: '确认登记' })
    .click()
  await done(page, 3)
}

/** The first phone: scanned, answered, photographed, sealed, and submitted. */
async function inspectFirst(user: User, imei: string, bagCode: string): Promise<void> {
  const { page, keyboard } = user
  await steps(page).getByRole('button', { name: '去质检' }).click()
  await expect(page.getByText('扫描 IMEI、条码或序列号，开始质检')).toBeVisible()
  await openChecklist(user, imei)
  await answerClaims(user)
  await takePhotos(page, MUST_SHOTS)
  await keyboard.scan(bagCode)
  await expect(page.getByText('已齐全，可以提交')).toBeVisible()
  await keyboard.press('Control+Enter')
  await expect(station.result(page)).toContainText('可上架')
}

/** From the home page's card to the list of goods: an empty list leads on to publishing. */
async function publishFirst({ page, keyboard }: User, imei: string): Promise<void> {
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '商品', exact: true }).click()
  await expect(page.getByText('还没有商品')).toBeVisible()
  await page.getByRole('region', { name: '商品表格' }).getByRole('button', { name: '发布商品' }).click()
  const drawer = publishing.drawer(page)
  await drawer.getByRole('radio', { name: '鱼市竞拍' }).check()
  await keyboard.scan(imei)
  await expect(drawer.getByRole('button', { name: /^移除/ })).toHaveCount(1)
  await drawer.getByLabel('店铺').selectOption({ index: 1 })
  await drawer.getByLabel('场次').selectOption({ index: 2 })
  await publish(page, 1)
  await expect(page.getByRole('row').filter({ hasText: imei })).toContainText('待开拍', IN_BACKGROUND)
}

/** Has a simulated buyer buy it, and follows where the corner leads. */
async function sellByCorner({ page }: User): Promise<void> {
  await page.getByRole('button', { name: '演示', exact: true }).click()
  const corner = page.getByRole('dialog', { name: '演示环境' })
  // the market looks at what was published for some seconds
  await expect(async () => {
    await corner.getByRole('button', { name: '模拟一笔成交' }).click()
    await expect(corner.getByRole('status')).toContainText('已付款', { timeout: 3_000 })
  }).toPass(IN_BACKGROUND)
  await corner.getByRole('link', { name: '去发货' }).click()
}

test('a new merchant comes from sign-up to the first shipped sale by what the screens offer', async ({ newUser }) => {
  test.setTimeout(180_000)
  const user = await newUser()
  const { page, keyboard } = user
  const number = drawn(1_000_000)
  const [firstBag] = newRollCodes(ROLL)
  const imei = newImei()
  await signUpByInbox(user, newPhone(), `十分钟手机行${number}`)
  await test.step('the first steps', async () => {
    await done(page, 0)
    await bind(user, `十分钟店${number}`)
    await addPlace(user, '张三 13800138111 广东省深圳市南山区科技园路1号')
    await expect(steps(page)).toContainText('还差退货地址')
    await addPlace(user, '李四 13800138112 广东省深圳市福田区华强北路2号')
    await done(page, 2)
    await registerBags(user, firstBag)
    await steps(page).getByRole('button', { name: '我一个人干' }).click()
    await done(page, 4)
    await inspectFirst(user, imei, firstBag)
  })
  await publishFirst(user, imei)
  await sellByCorner(user)
  await test.step('the first parcel', async () => {
    await expect(page.getByRole('row').filter({ hasText: imei })).toBeVisible(IN_BACKGROUND)
    await page.getByRole('button', { name: '扫码发货' }).click()
    await expect(page.getByLabel('扫描手机，打开它的订单')).toBeFocused()
    await keyboard.scan(imei)
    await expect(packing.unit(page, imei)).toContainText('待扫封袋')
    await keyboard.scan(firstBag)
    await expect(packing.unit(page, imei)).toContainText('已核对')
    await keyboard.scan(newWaybill())
    await keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog', { name: '发货完成' })).toBeVisible()
    await page.getByRole('dialog', { name: '发货完成' }).getByRole('button', { name: '关闭' }).first().click()
  })
  await test.step('the list of first steps is gone once they are done', async () => {
    await page.getByRole('link', { name: /焕机/ }).first().click()
    await expect(page.getByRole('heading', { name: /您好$/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
    await expect(steps(page)).toHaveCount(0)
  })
})
