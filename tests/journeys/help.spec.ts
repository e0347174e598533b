import { refund } from '@huanji/contract/features/refund/refund-calls'
import { linkTo } from '@huanji/contract/pages'
import { INSPECTOR, OWNER } from './fixtures/accounts.ts'
import { fillCode } from './fixtures/code-field.ts'
import { picture } from './fixtures/handbook.ts'
import { expect, test } from './fixtures/journey.ts'
import { sellPhone } from './fixtures/marketplace.ts'
import { inspectPhone, newBags, newImei, newRollCodes } from './fixtures/phones.ts'
import { newWaybill } from './fixtures/scan-codes.ts'
import { checkScreen, checkThemes } from './fixtures/screen.ts'
import { caseAddress } from './pages/after-sale.ts'
import { batchStation, openBatchList } from './pages/batch-station.ts'
import { openChecklist, station } from './pages/inspection-station.ts'
import { openPacking, packing } from './pages/packing.ts'
import { openPublishing } from './pages/publish-drawer.ts'

const DESK = { viewport: { width: 1366, height: 768 } }
const DEAL_FEN = 230_000

test('the handbook pictures: addresses, bags, people, exports, money and after-sale', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const { page } = await signedInUser(OWNER, DESK)
  const dialog = page.getByRole('dialog')

  await page.goto('/merchant/address')
  await page.getByRole('button', { name: '添加地址' }).first().click()
  await expect(dialog.getByRole('combobox', { name: '省份' })).toBeEnabled()
  await dialog.getByLabel('粘贴整段地址').fill('施雨桐 13800130773 广东省深圳市南山区科技园示例路1号')
  await dialog.getByRole('button', { name: '识别' }).click()
  await expect(dialog.getByText('已全部识别，请核对后保存')).toBeVisible()
  await picture(page, 'address', dialog, '添加地址窗口：粘贴的一段文字已识别成联系人、电话、地区和详细地址')

  await page.goto('/check/ys/baglog')
  await page.getByRole('button', { name: '登记一卷封袋' }).first().click()
  const [firstCode] = newRollCodes(50)
  await fillCode(dialog.getByLabel('起始封袋码'), firstCode)
  await fillCode(dialog.getByLabel('数量'), '50')
  await expect(dialog.getByText('最后一个袋子的码').first()).toBeVisible()
  await picture(page, 'bag-roll', dialog, '登记一卷封袋窗口：起始封袋码、数量，以及要与实物核对的最后一个袋子的码')

  await page.goto('/account/staff')
  await page.getByRole('button', { name: '添加员工' }).first().click()
  await dialog.getByRole('checkbox', { name: '质检员' }).check()
  await picture(page, 'staff', dialog, '添加员工窗口：姓名、手机号和可以多选的角色')

  await page.goto('/account/role/edit')
  await page.getByLabel('从岗位模板开始').selectOption({ label: '客服' })
  await expect(page.getByRole('heading', { name: '看起来会是这样' })).toBeVisible()
  await picture(page, 'role', page.locator('main'), '新建角色页面：岗位模板、权限勾选和右侧看起来会是这样')

  await page.goto('/sale/order')
  await expect(page.locator('tr[data-key]').first()).toBeVisible()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await expect(dialog.getByRole('button', { name: '开始导出' })).toBeVisible()
  await picture(page, 'export', dialog, '导出鱼市订单窗口：选择格式和要导出的列')

  await page.goto('/capital/bill?show=orders')
  await page.locator('tr[data-key]').first().getByRole('button', { name: '明细' }).click()
  await expect(dialog.getByRole('heading', { name: '算式' })).toBeVisible()
  await picture(page, 'bill', dialog, '一笔订单的账单明细：算式和每一笔账单')

  const owner = await clientOf(OWNER)
  const { list } = await owner.call(refund.list, { state: 'awaiting_merchant', kind: 'returnAndRefund' })
  const oldest = list.at(-1)
  if (!oldest) throw new Error('no case waits for the merchant')
  await page.goto(caseAddress(oldest))
  await expect(page.getByRole('heading', { name: '买家申请' })).toBeVisible()
  await picture(page, 'refund', page.locator('main'), '一单退货退款：处理时限、同意和拒绝按钮、买家申请')
})

test('the handbook pictures: the stations', { tag: '@nightly' }, async ({ signedInUser }) => {
  const desk = await signedInUser(INSPECTOR, DESK)
  const { page, keyboard } = desk
  await station.open(page)
  await openChecklist(desk, newImei())
  await expect(station.saved(page)).toBeVisible()
  await picture(page, 'station', page.locator('main'), '质检工作台：左侧逐项回答检测项，右侧实时显示成色和还差什么')

  await page.goto(linkTo('batchInspection'))
  await openBatchList(desk)
  for (const [index, imei] of [newImei(), newImei()].entries()) {
    await keyboard.scan(imei)
    await expect(batchStation.row(page, index + 1)).toContainText('可以')
  }
  await picture(page, 'batch', page.locator('main'), '严选多台质检：批次信息在上方，逐台扫描的手机每行都有核对结果')
})

test('the handbook pictures: a table of stock, and a key', { tag: '@nightly' }, async ({ signedInUser }) => {
  const { page } = await signedInUser(OWNER, DESK)
  const lines = [
    '手机串号,品名,规格,颜色,收购价(元)',
    `${newImei()},苹果13,128G,午夜色,"1,850"`,
    `${newImei()},小米14,12+256,黑色,2100`,
    `${newImei()},苹果十三,128G,午夜色,1800`,
  ]
  await page.goto('/tool/import')
  await page.getByRole('button', { name: '导入库存' }).first().click()
  const drawer = page.getByRole('dialog', { name: /^导入库存/ })
  const buffer = Buffer.from(lines.join('\n'))
  await page.getByLabel('库存表文件').setInputFiles({ name: '库存.csv', mimeType: 'text/csv', buffer })
  await expect(drawer.getByRole('button', { name: '错误 1' })).toBeVisible()
  await picture(page, 'stock-import', drawer, '导入库存：表头对应、认不出的机型和每一行的核对结果')

  await page.goto('/account/apikey')
  await page.getByRole('button', { name: '创建密钥' }).first().click()
  const dialog = page.getByRole('dialog', { name: '创建接口密钥' })
  await dialog.getByRole('searchbox').fill('鱼市订单')
  await dialog.getByRole('group', { name: '鱼市订单' }).getByRole('checkbox', { name: '查看列表' }).check()
  await dialog.getByLabel('名称').fill('仓库系统')
  await dialog.getByText('每分钟最多调用').scrollIntoViewIfNeeded()
  await picture(page, 'api-key', dialog, '创建接口密钥窗口：名称和按页面分组的权限')
})

test('the handbook pictures: from the bag to the parcel', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const [bagCode = ''] = await newBags(owner, 1)
  const [sold, bare] = await Promise.all([inspectPhone(owner, bagCode), inspectPhone(owner, '')])
  const selling = sellPhone(owner, sold, DEAL_FEN)
  const desk = await signedInUser(OWNER, DESK)
  const { page, keyboard } = desk
  const dialog = page.getByRole('dialog')

  await page.goto(linkTo('auctionInspections', { code: bare.imei }))
  await page.locator('tr[data-key]').first().getByRole('button', { name: '封袋', exact: true }).click()
  await expect(dialog.getByText('等待扫码')).toBeVisible()
  await picture(page, 'seal', dialog, '封袋窗口：等待扫描封袋码')
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const [bags = ''] = await newBags(owner, 1)
  const listable = await inspectPhone(owner, bags)
  const drawer = await openPublishing(desk, '鱼市竞拍', [listable.imei])
  await picture(page, 'publish', drawer, '发布商品到鱼市：左侧选择手机，右侧按参考价填好的价格表')

  await selling
  await openPacking(desk)
  await keyboard.scan(sold.imei)
  await expect(packing.unit(page, sold.imei)).toContainText('待扫封袋')
  await picture(page, 'packing', packing.dialog(page), '扫码发货：手机已核对，等待扫描封袋码')

  await page.goto('/sale/order')
  await expect(page.getByRole('button', { name: '批量发货' })).toBeVisible()
  await keyboard.press('l')
  const many = page.getByRole('dialog', { name: /^批量发货/ })
  await expect(many.locator('[data-code-box="parcels"]')).toBeFocused()
  await keyboard.scan(sold.imei)
  await expect(many.getByRole('status').first()).toContainText('请扫封袋码或运单号')
  await keyboard.scan(bagCode)
  await expect(many.getByRole('status').first()).toContainText('请扫运单号')
  await keyboard.scan(newWaybill())
  await expect(many.getByRole('row').getByText('可发货').first()).toBeVisible()
  await picture(page, 'ship-many', many, '批量发货：一行一单，运单号、快递公司和核对结果')

  await page.goto(linkTo('phone', { code: sold.imei }))
  await expect(page.getByRole('region', { name: /^经历/ })).toBeVisible()
  await picture(page, 'phone', page.locator('main'), '一机一档：这台手机的编号、照片和从入库到订单的经历')
})

test('the help opens where the task is, and disturbs nothing under it', { tag: '@nightly' }, async ({
  signedInUser,
}) => {
  const desk = await signedInUser(INSPECTOR, DESK)
  const { page, keyboard } = desk
  await station.open(page)
  const imei = newImei()
  await openChecklist(desk, imei)
  const help = page.getByRole('dialog', { name: '帮助' })
  await keyboard.press('F1')
  await expect(help.getByRole('heading', { name: '本页相关' })).toBeVisible()
  await checkThemes(page, 'help-drawer')
  await help.getByRole('button', { name: '怎样质检一台手机' }).first().click()
  await expect(help.getByRole('heading', { name: '怎样质检一台手机' })).toBeFocused()
  await checkThemes(page, 'help-drawer-topic')
  // pressed again it opens no second one, and a scan goes nowhere
  await keyboard.press('F1')
  await keyboard.scan(newImei())
  await expect(help).toHaveCount(1)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(station.head(page)).toContainText(imei)
  await expect(station.item(page, '购买渠道')).toBeVisible()
  await keyboard.press('1')
  await expect(station.cell(page, '购买渠道')).not.toContainText('待选')

  // one topic is shown at once, and a form under the help keeps what was typed
  await page.goto('/merchant/address')
  await expect(page.getByRole('heading', { name: '打不开这一页' })).toBeVisible()
  const { page: office, keyboard: keys } = await signedInUser(OWNER, DESK)
  await office.goto('/merchant/address')
  await office.getByRole('button', { name: '添加地址' }).first().click()
  const form = office.getByRole('dialog', { name: '添加地址' })
  await form.getByLabel('联系人').fill('施雨桐')
  await keys.press('F1')
  const beside = office.getByRole('dialog', { name: '帮助' })
  await expect(beside.getByRole('heading', { name: '怎样添加发货和退货地址' })).toBeVisible()
  await expect(beside.getByRole('link', { name: '在新窗口打开' })).toHaveAttribute('href', '/help?topic=address')
  await keys.press('Escape')
  await expect(beside).toHaveCount(0)
  await expect(form.getByLabel('联系人')).toHaveValue('施雨桐')
  await expect(form.getByLabel('联系人')).toBeFocused()
})

test('the handbook is open to anyone, found by its words, and tells once what is new', { tag: '@nightly' }, async ({
  newUser,
  signedInUser,
}) => {
  const { page } = await newUser(DESK)
  await page.goto('/help?topic=inspect')
  await expect(page.getByRole('heading', { level: 2, name: '怎样质检一台手机' })).toBeVisible()
  await checkThemes(page, 'help-topic')
  await page.getByRole('searchbox', { name: '查找帮助' }).fill('判定')
  await expect(page.getByRole('navigation').getByRole('listitem').first()).toHaveText('怎样选平台判定的处理办法')
  await page.getByRole('link', { name: '怎样选平台判定的处理办法' }).click()
  await expect(page).toHaveURL('/help?topic=verdict')
  await expect(page.getByRole('heading', { level: 2, name: '怎样选平台判定的处理办法' })).toBeFocused()
  await page.getByRole('searchbox').fill('没有这样的话')
  await expect(page.getByText('没有找到，换个说法试试。')).toBeVisible()
  await page.goto('/help?topic=no-such')
  await expect(page.getByText('没有这个主题')).toBeVisible()
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/help?topic=refund')
  await expect(page.getByRole('heading', { level: 2, name: '怎样处理买家的售后' })).toBeVisible()
  await checkScreen(page, 'help-768')

  const { page: desk } = await signedInUser(OWNER, DESK)
  await desk.goto('/sale/order')
  await desk.getByRole('button', { name: '帮助（有更新说明）' }).click()
  await desk.getByRole('dialog', { name: '帮助' }).getByRole('button', { name: '更新说明' }).click()
  await expect(desk.getByRole('heading', { name: '更新说明' })).toBeVisible()
  await checkThemes(desk, 'help-news')
  await expect(desk.getByRole('button', { name: '帮助', exact: true, includeHidden: true })).toHaveCount(1)
  await desk.reload()
  await expect(desk.getByRole('button', { name: '帮助', exact: true })).toBeVisible()
})
