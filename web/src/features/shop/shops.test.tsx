import { shopRow } from '@huanji/contract/features/shop/rows'
import { emptyRow } from '@huanji/contract/testing/empty-row'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leavePage, press, said, showPage, signInAs } from '../people/testing/page.tsx'
import { listOf, testId } from '../people/testing/rows.ts'
import { leaveFor } from './bind-shop.ts'
// what the page loads when it is opened: read beforehand, however busy the machine is
import './repost-dialog.tsx'
import { refusal, stubGateway } from '../testing/screen.tsx'
import { ShopPage } from './shop-page.tsx'
import type { ShopRow } from './types.ts'

const PATH = '/store/account'
const CALLS = ['list', 'remark', 'bind', 'business', 'del', 're_post_set'].map((name) => `/api/xyAccount/${name}`)

const SHOP: ShopRow = {
  ...emptyRow(shopRow),
  shopAccountId: testId(1),
  shopName: '焕新旗舰店',
  nick: '焕新旗舰店',
  userName: 'huanxin',
  state: 'expiring',
  authorisedUntil: '2026-11-26T02:00:00.000Z',
  expiresInDays: 3,
  depositEnough: true,
  auctionAllowed: true,
  curatedAllowed: false,
  channels: ['auction'],
  enabled: true,
  repost: { enabled: false },
  liveListings: 2,
  openOrders: 1,
  remark: '主力',
  allowedActions: ['rebind', 'business', 'repost', 'remark'],
  version: 4,
}
const SETTINGS = { enabled: false, maxTimes: 2, stepPercent: 10, floorPercent: 85, mayLose: false, sessionNumbers: [] }
const PLAN_TIMES = {
  startsAt: '2026-11-23T02:00:00.000Z',
  endsAt: '2026-11-23T04:00:00.000Z',
  cutOffAt: '2026-11-23T01:00:00.000Z',
}
const PLAN = {
  listingId: testId(7),
  title: '苹果 iPhone 13',
  times: 1,
  scheduleDate: '2026-11-23',
  scheduleNumber: '08',
  mode: 'sealed',
  startsAt: '2026-11-23T02:00:00.000Z',
  endsAt: '2026-11-23T04:00:00.000Z',
  nowStartPriceFen: 100_000,
  nowReservePriceFen: 120_000,
  costPriceFen: 104_000,
  unitCount: 1,
  startPriceFen: 90_000,
  reservePriceFen: 108_000,
  hold: null,
  lastTimes: 2,
  lastStartPriceFen: 85_000,
  lastReservePriceFen: 102_000,
  problem: '',
}

async function open(changed: Parameters<typeof stubGateway>[0] = {}) {
  const sent = stubGateway({
    '/api/xyAccount/list': () => ({ ...listOf([SHOP]), counts: { expiring: 1 } }),
    '/api/xyAccount/re_post_info': () => ({ settings: SETTINGS, version: 0 }),
    ...changed,
  })
  showPage({ path: PATH, page: ShopPage })
  await screen.findByText('焕新旗舰店')
  return (name: string) => sent.filter((call) => call.path === `/api/xyAccount/${name}`)
}

const row = () => within(screen.getByText('焕新旗舰店').closest('tr') as HTMLTableRowElement)

async function act_(name: string) {
  await act(async () => void fireEvent.click(row().getByRole('button', { name, hidden: true })))
}

const tick = async (name: string | RegExp) =>
  act(async () => void fireEvent.click(await screen.findByRole('checkbox', { name, hidden: true })))

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  signInAs([PATH, '/sale/product', ...CALLS, 'field:reservePrice'])
})
afterEach(leavePage)

test('shows how each shop stands, and warns before its authorisation ends', async () => {
  await open()
  for (const text of ['主力 · huanxin', '即将过期 · 剩3天', '2026-11-26', '鱼市', '已缴足', '2件 / 1单'])
    row().getByText(text)
  expect(row().queryByText(/严选/)).toBeNull()
})

test('defect: a shop that is not authorised showed the day until which it once was', async () => {
  const taken: ShopRow = { ...SHOP, state: 'unauthorised', expiresInDays: null }
  await open({ '/api/xyAccount/list': () => ({ ...listOf([taken]), counts: { unauthorised: 1 } }) })
  row().getByText('未授权')
  expect(row().queryByText('2026-11-26')).toBeNull()
})

test('binding leads to the marketplace’s page with the address to come back to', async () => {
  const leave = vi.spyOn(leaveFor, 'address').mockImplementation(() => {})
  const calls = await open({
    '/api/xyAccount/bind': () => ({
      consentUrl: 'https://market.example.com/a?state=x',
      expiresAt: '2026-11-23T02:00:00.000Z',
    }),
  })
  await press('绑定店铺')
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('https://market.example.com/a?state=x'))
  expect(calls('bind')[0]?.body).toMatchObject({ step: 'begin', origin: location.origin })
  await act_('重新授权')
  await waitFor(() =>
    expect(calls('bind')[1]?.body).toMatchObject({ step: 'begin', shopAccountId: SHOP.shopAccountId }),
  )
})

test('a shop that cannot be deleted says which goods hang on it, and nothing more can be pressed', async () => {
  const sentence = '店铺“焕新旗舰店”还有2件商品未下架（苹果 iPhone 13、小米 14），请先下架或等交易结束再删除'
  const calls = await open({ '/api/xyAccount/del': () => refusal('SHOP_HAS_LISTINGS', sentence) })
  await act_('删除')
  await screen.findByText(/将删除“焕新旗舰店”/)
  await press('删除')
  await screen.findByText(sentence)
  // the pressed button is gone: the next key belongs to what is left
  await waitFor(() => expect(document.activeElement?.textContent).toBe('看完了'))
  const goods = screen.getByRole('link', { name: '查看商品', hidden: true })
  expect(goods.getAttribute('href')).toBe(`/sale/product?shopAccountId=${SHOP.shopAccountId}`)
  expect(calls('del')[0]?.body).toMatchObject({ shopAccountId: SHOP.shopAccountId, version: 4 })
  await press('看完了')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('only what the marketplace permits can be chosen', async () => {
  const calls = await open({ '/api/xyAccount/business': () => ({ shop: SHOP }) })
  await act_('店铺开关')
  const curated = await screen.findByRole<HTMLInputElement>('checkbox', { name: /严选/, hidden: true })
  expect(curated.disabled).toBe(true)
  await tick('启用店铺')
  await press('保存')
  await waitFor(() => expect(said()).toContain('店铺开关已保存'))
  expect(calls('business')[0]?.body).toMatchObject({ enabled: false, channels: ['auction'], version: 4 })
})

test('re-listing is tried out before it is switched on, and again after a change', async () => {
  const calls = await open({
    '/api/xyAccount/re_post_set': ({ settings }) => ({ settings, version: 1, simulation: [PLAN] }),
  })
  await act_('自动重新上架')
  await tick('流拍的鱼市商品自动重新上架')
  screen.getByText(
    '例：首次 ¥1,000.00 → 第1次 ¥900.00 → 第2次 ¥850.00（最低价）。到最低价上过一次还没卖出，就不再自动上。再降会亏的，停在不亏的价上',
  )
  expect(screen.queryByText(/^开启/)).toBeNull()
  await press('试算')
  await screen.findByText('苹果 iPhone 13')
  screen.getByText('¥1,080.00')
  expect(calls('re_post_set')[0]?.body).toMatchObject({ simulate: true, version: 0 })
  await tick('第03场')
  screen.getByText('设置改过了，请再试算一次。')
  expect(screen.queryByText(/^开启/)).toBeNull()
  await press('试算')
  await screen.findByText('苹果 iPhone 13')
  await press('开启，现在就重上 1 件')
  await waitFor(() => expect(said()).toContain('重新上架设置已保存'))
  expect(calls('re_post_set').at(-1)?.body).toMatchObject({
    simulate: false,
    settings: { enabled: true, sessionNumbers: ['03'] },
  })
})

test('defect: the trial of re-listing showed no cost, no margin and no last step, and a loss like a gain; fees were left out', async () => {
  signInAs([PATH, ...CALLS, 'field:reservePrice', 'field:costPrice', '/api/goods/operate'])
  const session = { scheduleDate: '2026-11-23', scheduleNumber: '03', mode: 'open', ...PLAN_TIMES }
  const calls = await open({
    '/api/xyAccount/re_post_set': ({ settings }) => ({ settings, version: 1, simulation: [PLAN] }),
    '/api/ext/auction/sessions': () => ({ sessions: [session], refreshedAt: null }),
  })
  await act_('自动重新上架')
  // a bare number says neither when nor how
  await screen.findByRole('checkbox', { name: '第03场 10:00 明拍', hidden: true })
  expect((screen.getByRole('checkbox', { name: /不低于成本价/, hidden: true }) as HTMLInputElement).checked).toBe(true)
  await tick(/不低于成本价/)
  await press('试算')
  const row = (await screen.findByText('苹果 iPhone 13')).closest('tr')
  const cells = [...(row?.cells ?? [])].map(({ textContent }) => textContent)
  expect(cells.slice(1)).toEqual([
    '¥1,000.00 / ¥1,200.00赚 ¥106.00 · 9%',
    '¥1,040.00',
    '2026-11-23 第08场10:00 暗拍',
    '¥900.00 / ¥1,080.00亏 ¥11.60 · -1%第1次',
    '¥850.00 / ¥1,020.00亏 ¥70.40 · -7%第2次',
  ])
  screen.getByText('，其中 1 件最后会亏本')
  expect(calls('re_post_set')[0]?.body).toMatchObject({ settings: { mayLose: true } })
})

test('defect: a business that the marketplace took back kept every other setting from being saved', async () => {
  const both: ShopRow = { ...SHOP, channels: ['auction', 'curated'] }
  const calls = await open({
    '/api/xyAccount/list': () => ({ ...listOf([both]), counts: { expiring: 1 } }),
    '/api/xyAccount/business': () => ({ shop: SHOP }),
  })
  await act_('店铺开关')
  await tick('启用店铺')
  await press('保存')
  await waitFor(() => expect(calls('business')[0]?.body).toMatchObject({ enabled: false, channels: ['auction'] }))
})

test('defect: the settings of re-listing that were just saved were shown as they had been', async () => {
  let version = 0
  const calls = await open({
    '/api/xyAccount/re_post_info': () => ({ settings: { ...SETTINGS, maxTimes: 2 + version }, version }),
    '/api/xyAccount/re_post_set': ({ settings }) => ({ settings, version: ++version, simulation: [] }),
  })
  await act_('自动重新上架')
  await tick('第03场')
  await press('保存')
  await waitFor(() => expect(said()).toContain('重新上架设置已保存'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act_('自动重新上架')
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>(/^最多次数/).value).toBe('3'))
  expect(calls('re_post_info')).toHaveLength(2)
})

test('defect: a phone that cannot be listed again was shown as if it could', async () => {
  await open({
    '/api/xyAccount/re_post_set': ({ settings }) => ({
      settings,
      version: 1,
      simulation: [{ ...PLAN, problem: '已到最多次数' }],
    }),
  })
  await act_('自动重新上架')
  await press('试算')
  await screen.findByText('已到最多次数')
})

test('defect: after coming back from the marketplace by the browser the button stayed busy', async () => {
  const leave = vi.spyOn(leaveFor, 'address').mockReturnValue()
  await open({
    '/api/xyAccount/bind': () => ({ consentUrl: 'https://market.test/authorize', expiresAt: SHOP.authorisedUntil }),
  })
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /绑定店铺/ })
  fireEvent.click(button())
  await waitFor(() => expect(leave).toHaveBeenCalledOnce())
  expect(button().disabled).toBe(true)
  act(() => void dispatchEvent(new Event('pageshow')))
  expect(button().disabled).toBe(false)
})

test('defect: what was saved first made the next dialog over the row a conflict until the list had come again', async () => {
  let asked = 0
  const calls = await open({
    '/api/xyAccount/list': () => {
      asked += 1
      // the list that is asked for after the first saving does not come
      if (asked > 1) throw new TypeError('no network')
      return { ...listOf([SHOP]), counts: { expiring: 1 } }
    },
    '/api/xyAccount/remark': () => ({ shop: { ...SHOP, remark: '新备注', version: 5 } }),
    '/api/xyAccount/business': () => ({ shop: { ...SHOP, version: 6 } }),
  })
  await act_('备注')
  fireEvent.change(await screen.findByLabelText('备注'), { target: { value: '新备注' } })
  await press('保存')
  await screen.findByText('新备注 · huanxin')
  await act_('店铺开关')
  await tick('启用店铺')
  await press('保存')
  await waitFor(() => expect(calls('business')[0]?.body).toMatchObject({ version: 5 }))
})
