import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { refusal, scan, showScreen, stubGateway } from '../../testing/screen.tsx'
import type { ListableUnit } from '../types.ts'
import { PublishDrawer } from './publish-drawer.tsx'

const PUBLISH = '/api/goods/publish'
const unit = (number: number): ListableUnit => ({
  inspectionId: `inspection-${number}`,
  inspectionNo: `ZJ26112100000${number}`,
  unitId: `unit-${number}`,
  barCode: `HJ000000000${number}`,
  imei: `86101448000043${number}`,
  modelId: 'apple-iphone-15',
  modelName: 'iPhone 15',
  skuText: '128GB 蓝色',
  grade: '95',
  bagCode: `FD0000000${number}`,
  shopAccountId: 'shop-1',
  shopName: '一号店',
  coverUrl: null,
  inspectedAt: '2026-11-20T01:00:00.000Z',
  referencePriceFen: 400_000,
  suggestedStartFen: 300_000,
  suggestedReserveFen: 368_000,
})
const UNITS = [unit(1), unit(2)]
const done = { ok: true, listingId: 'listing-1', refusal: '', message: '' }

function openDrawer(publish: (input: Record<string, unknown>) => object) {
  const sent = stubGateway({
    [PUBLISH]: publish,
    '/api/goods/detect_list': ({ code }) => {
      const list = code === undefined ? UNITS : UNITS.filter((one) => one.imei === code)
      return {
        list,
        total: list.length,
        totalIsCapped: false,
        page: 1,
        pageSize: 50,
        nextCursor: null,
        previousCursor: null,
      }
    },
    '/api/ext/auction/sessions': () => ({
      sessions: [
        {
          scheduleDate: '2026-11-22',
          scheduleNumber: '03',
          mode: 'sealed',
          cutOffAt: '2026-11-22T01:30:00.000Z',
          startsAt: '2026-11-22T02:00:00.000Z',
          endsAt: '2026-11-22T04:00:00.000Z',
        },
      ],
      refreshedAt: null,
    }),
    '/api/xyAccount/options': () => ({
      options: [{ value: 'shop-1', label: '一号店', state: 'normal', usable: true }],
    }),
  })
  const onClose = vi.fn()
  showScreen(<PublishDrawer channel="auction" onClose={onClose} />)
  return {
    onClose,
    sent,
    published: () => sent.filter((call) => call.path === PUBLISH).map((call) => call.body.listings),
  }
}

async function chooseSession() {
  await screen.findByRole('option', { name: /第03场/, hidden: true })
  fireEvent.change(screen.getByLabelText(/^场次/), { target: { value: '2026-11-22 03' } })
}
const box = (name: RegExp) => screen.getByLabelText(name) as HTMLInputElement
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a scanned unit comes with its suggested prices, and goes out without a question', async () => {
  const { onClose, published } = openDrawer(() => ({ results: [done] }))
  await scan(unit(1).imei)
  await waitFor(() => expect(box(/^起拍价 iPhone 15/).value).toBe('3000'))
  expect(box(/^保底价 iPhone 15/).value).toBe('3680')
  screen.getByText('叁仟陆佰捌拾元整')
  await chooseSession()
  press('发布')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(published()).toEqual([
    [
      {
        inspectionIds: ['inspection-1'],
        shopAccountId: 'shop-1',
        scheduleDate: '2026-11-22',
        scheduleNumber: '03',
        startPriceFen: 300_000,
        reservePriceFen: 368_000,
        priceConfirmed: false,
      },
    ],
  ])
})

test('a price with a digit too few goes out only after a second yes that shows both numbers', async () => {
  const { onClose, published } = openDrawer(() => ({ results: [done] }))
  await scan(unit(1).imei)
  await waitFor(() => expect(box(/^起拍价 iPhone 15/).value).toBe('3000'))
  fireEvent.change(box(/^起拍价 iPhone 15/), { target: { value: '300' } })
  fireEvent.change(box(/^保底价 iPhone 15/), { target: { value: '368' } })
  await chooseSession()
  press('发布')
  const dialog = within((await screen.findByText('1件商品的价格请再确认')).closest('dialog') as HTMLElement)
  dialog.getByText(/¥368\.00.*¥4,000\.00/)
  press('取消')
  expect(published()).toEqual([])
  press('发布')
  await screen.findByText('1件商品的价格请再确认')
  press('价格没错，继续')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(published()).toMatchObject([[{ reservePriceFen: 36_800, priceConfirmed: true }]])
})

test('every call that a channel matters to is told which', async () => {
  const { onClose, sent } = openDrawer(() => ({ results: [done] }))
  await scan(unit(1).imei)
  await waitFor(() => expect(box(/^起拍价 iPhone 15/).value).toBe('3000'))
  await chooseSession()
  press('发布')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const told = sent.filter(({ path }) => path !== '/api/ext/auction/sessions')
  expect(new Set(told.map(({ path }) => path))).toEqual(
    new Set([PUBLISH, '/api/goods/detect_list', '/api/xyAccount/options']),
  )
  expect(new Set(told.map(({ body }) => body.channel))).toEqual(new Set(['auction']))
})

test('refused rows stay with their reasons, the others are gone', async () => {
  const results = [
    done,
    { ok: false, listingId: null, refusal: 'UNIT_ALREADY_LISTED', message: '设备已在售，不能重复上架' },
  ]
  const { onClose } = openDrawer(() => ({ results }))
  fireEvent.click(await screen.findByRole('button', { name: '全部加入（2）', hidden: true }))
  await chooseSession()
  press('发布')
  await screen.findByText('设备已在售，不能重复上架')
  screen.getByText(/成功 1 件，失败 1 件/)
  expect(screen.queryByLabelText(`移除 iPhone 15 ${unit(1).imei}`)).toBeNull()
  screen.getByLabelText(`移除 iPhone 15 ${unit(2).imei}`)
  expect(onClose).not.toHaveBeenCalled()
})

test('nothing is sent without a session, or with a reserve below the start', async () => {
  const { published } = openDrawer(() => refusal('NOT_FOUND', '记录不存在'))
  await scan(unit(1).imei)
  await waitFor(() => expect(box(/^起拍价 iPhone 15/).value).toBe('3000'))
  press('发布')
  await waitFor(() => expect(screen.getAllByText('请选择场次').length).toBeGreaterThan(1))
  await chooseSession()
  fireEvent.change(box(/^保底价 iPhone 15/), { target: { value: '2999' } })
  press('发布')
  screen.getByText('保底价不能低于起拍价')
  expect(published()).toEqual([])
})

test('two units can be sold as one lot at the sum of their prices', async () => {
  const { published } = openDrawer(() => ({ results: [done] }))
  fireEvent.click(await screen.findByRole('button', { name: '全部加入（2）', hidden: true }))
  press('打包成一件')
  await chooseSession()
  press('发布')
  await waitFor(() => expect(published()).toHaveLength(1))
  expect(published()[0]).toMatchObject([{ inspectionIds: ['inspection-1', 'inspection-2'], reservePriceFen: 736_000 }])
})
