import { codeSearch } from '@huanji/contract/features/search/calls'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { remember } from '../../components/recents/recents.ts'
import * as feedback from '../../components/scan/feedback.ts'
import { scanKeys } from '../../components/scan/testing/scanner.ts'
import { MENU_PAGES } from '../../session/pages.ts'
import { clearSession, storePermissions } from '../../session/session.ts'
import { openDialogsAndPopovers } from '../testing/dialogs.ts'
import { Palette } from './palette.tsx'

const IMEI = '490154203237518'
const HIT = {
  kind: 'inspection',
  title: '质检 ZJ261120000001',
  subtitle: '苹果 iPhone 13',
  link: '/check/ys/detail?inspectionId=1',
}
const ORDER = {
  kind: 'order',
  title: '订单 1',
  subtitle: '买家 东湖',
  link: '/sale/order/detail?orderId=1',
}
const NOTHING = {
  kind: 'unknown',
  kindLabel: '未知编码',
  searched: ['model', 'order'],
  hits: [] as object[],
  notFound: [] as string[],
  leftOutCount: 0,
}
const heard = vi.spyOn(feedback, 'beep').mockReturnValue()

/** Answers the server's part by the words; gives what was asked. */
function answers(by: Readonly<Record<string, object>>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    if (path !== codeSearch.find.path) throw new Error(path)
    const { words } = JSON.parse(init.body)
    asked.push(words)
    const data = { ...NOTHING, ...by[words] }
    if ('fails' in data) return new Response('', { status: 503 })
    return Response.json({ _errCode: '0', _errStr: '', _bizErrCode: '', _data: data })
  })
  return asked
}

function show(address = '/', commands: { key: string; label: string; run: () => void }[] = []) {
  const onClose = vi.fn()
  const element = <Palette code="" commands={commands} onClose={onClose} />
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: '查找页面或编号' })
  act(() => box.focus())
  const type = (text: string) => fireEvent.change(box, { target: { value: text } })
  return { box, type, router, onClose }
}

const titles = () => screen.queryAllByRole('option').map((option) => option.querySelector('b')?.textContent)
const titlesOf = (section: string) => {
  const group = screen.queryByRole('group', { name: section })
  return group === null
    ? []
    : within(group)
        .getAllByRole('option')
        .map((option) => option.querySelector('b')?.textContent)
}

beforeAll(openDialogsAndPopovers)
beforeEach(() => storePermissions([...MENU_PAGES.map(({ path }) => path), '/api/goods/publish', '/api/emp/edit']))
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  clearSession()
  localStorage.clear()
})

test('defect: a scan into a filled palette was ignored', async () => {
  answers({
    [IMEI]: { kind: 'imei', kindLabel: 'IMEI', hits: [HIT] },
    '860246040000018': { kind: 'imei', kindLabel: 'IMEI' },
  })
  const { box, type, router } = show()
  type('订单')
  scanKeys(IMEI)
  expect(box.value).toBe(IMEI)
  await screen.findByRole('option', { name: /质检 ZJ261120000001/ })
  expect(heard).toHaveBeenLastCalledWith('ok')
  expect(box.dataset.outcome).toBe('ok')
  expect(screen.getByRole('status').textContent).toBe('识别为IMEI，共 1 项')
  expect(router.state.location.pathname).toBe('/')

  scanKeys('860246040000018')
  await screen.findByText(/^没有找到IMEI“860246040000018”，请核对后重试。已查找页面、操作、机型、订单。$/)
  expect(heard).toHaveBeenLastCalledWith('refused')
  expect(box.dataset.outcome).toBe('refused')
})

test('a slow scan whose keys stand in the box for a while does not tell the code before once more', async () => {
  const strange = '860246040000018'
  answers({ [strange]: { kind: 'imei', kindLabel: 'IMEI' }, [IMEI]: { kind: 'imei', kindLabel: 'IMEI', hits: [HIT] } })
  const { box } = show()
  scanKeys(strange)
  await screen.findByText(/^没有找到IMEI/)
  vi.clearAllMocks()
  box.select()
  scanKeys(IMEI, [60])
  await screen.findByRole('option', { name: /质检 ZJ261120000001/ })
  expect(heard.mock.calls).toEqual([['ok']])
})

test('pages and actions are named by their titles and by pinyin', async () => {
  answers({})
  const { type } = show()
  type('fabu')
  expect(titlesOf('操作')).toEqual(['发布商品'])
  type('fb')
  expect(titlesOf('操作')).toContain('发布商品')
  type('zjlb')
  expect(titlesOf('页面')).toEqual(['鱼市质检列表', '严选单台质检列表', '多台质检列表'])
  type('shenhe')
  expect(titles()).toEqual([])
  type('深色')
  expect(titlesOf('操作')).toEqual(['切换为深色主题'])
})

test('only what the person may open or begin is offered', () => {
  answers({})
  storePermissions(['/sale/order'])
  remember({ title: '质检单号 1', subtitle: '质检报告', link: '/check/ys/detail?inspectionId=1' })
  show()
  expect(titlesOf('页面')).toEqual(['首页', '鱼市订单'])
  expect(titlesOf('最近')).toEqual([])
  expect(titlesOf('操作')).not.toContain('发布商品')
  expect(titlesOf('操作')).toContain('退出登录')
})

test('what was opened last stands first, without where one is', () => {
  answers({})
  remember({ title: '订单号 1', subtitle: '订单详情 · 苹果 iPhone 13', link: '/sale/order/detail?orderId=1' })
  remember({ title: '鱼市订单', subtitle: '页面', link: '/sale/order' })
  const { type } = show('/sale/order')
  expect(titles()[0]).toBe('订单号 1')
  expect(titlesOf('最近')).toEqual(['订单号 1'])
  expect(titlesOf('页面')).toContain('鱼市订单')
  type('iphone')
  expect(titles()).toEqual(['订单号 1'])
})

test('the server is asked once nothing was typed for a moment, and an answer to other words is not shown', async () => {
  const asked = answers({ 东湖: { hits: [ORDER] } })
  const { type } = show()
  for (const text of ['d', '东', '东湖']) type(text)
  await screen.findByRole('option', { name: /订单 1/ })
  expect(asked).toEqual(['东湖'])
  expect(titlesOf('订单')).toEqual(['订单 1'])
  type('东湖数')
  expect(titles()).toEqual([])
  await screen.findByText('没有找到“东湖数”。已查找页面、操作、机型、订单；可以换个写法，或输入完整的编号。')
  expect(heard).not.toHaveBeenCalled()
})

test('where the server fails, it says so and can be asked again', async () => {
  const by: Record<string, object> = { 东湖: { fails: true } }
  answers(by)
  const { type } = show()
  type('东湖')
  const again = await screen.findByRole('button', { name: '重试' }, { timeout: 5000 })
  by.东湖 = { hits: [ORDER] }
  fireEvent.click(again)
  await screen.findByRole('option', { name: /订单 1/ })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('arrows go through all sections, Tab takes the title over, and Ctrl+Enter opens a new tab', async () => {
  answers({ 鱼市订单: { hits: [ORDER] } })
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { box, type, router, onClose } = show()
  type('鱼市订')
  fireEvent.keyDown(box, { key: 'Tab' })
  expect(box.value).toBe('鱼市订单')
  await screen.findByRole('option', { name: /订单 1/ })
  expect(titles()).toEqual(['鱼市订单', '订单 1'])
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  const active = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent
  expect(active()).toContain('订单 1')
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true })
  expect(opened).toHaveBeenCalledExactlyOnceWith(ORDER.link, '_blank', 'noopener')
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(onClose).toHaveBeenCalledOnce()
  expect(router.state.location.pathname).toBe('/sale/order/detail')
})

test('a code that is typed is asked for with Enter before it is answered, aloud', async () => {
  answers({ ZJ261120000001: { kind: 'inspectionNo', kindLabel: '质检单号', hits: [HIT] } })
  const { box, type, router } = show()
  type('ZJ261120000001')
  fireEvent.keyDown(box, { key: 'Enter' })
  await screen.findByRole('option', { name: /质检 ZJ261120000001/ })
  expect(heard).toHaveBeenLastCalledWith('ok')
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(router.state.location.pathname).toBe('/check/ys/detail')
})

test('defect: several codes pasted from lines were looked for as one', async () => {
  const words = `${IMEI},FD00000009`
  const asked = answers({ [words]: { hits: [{ ...HIT, code: IMEI }], notFound: ['FD00000009'], leftOutCount: 0 } })
  const { box } = show()
  fireEvent.paste(box, { clipboardData: { getData: () => `${IMEI}\r\nFD00000009\n` } })
  expect(box.value).toBe(words)
  await screen.findByText('2 个编号，找到 1 个；没有找到：FD00000009')
  expect(asked).toEqual([words])
  expect(screen.getByRole('option', { name: new RegExp(`^${IMEI}`) }).textContent).toContain('质检 ZJ261120000001')
})
