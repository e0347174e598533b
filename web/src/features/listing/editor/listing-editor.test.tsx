import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusal, showScreen, stubGateway } from '../../testing/screen.tsx'
import { LISTING } from '../testing/listing.ts'
import type { ListingDetail, Photo } from '../types.ts'
import { ListingEditor } from './listing-editor.tsx'

const EDIT = '/api/goods/edit'
const photo = (photoId: string): Photo => ({
  photoId,
  position: null,
  itemCode: null,
  optionCode: null,
  internal: false,
  takenAt: '2026-11-20T01:00:00.000Z',
  takenBy: '王五',
  reusedFrom: null,
  marks: [],
  url: `/${photoId}.jpg`,
  thumbUrl: `/${photoId}-s.jpg`,
  width: 900,
  height: 1200,
  inspectionId: 'inspection-1',
  included: true,
})
const GOODS: ListingDetail = {
  ...LISTING,
  state: 'off_shelf',
  allowedActions: ['edit', 'relist'],
  title: '苹果 iPhone 13 128GB 95新',
  description: '功能正常，外观有轻微划痕。',
  photos: [photo('a'), photo('b'), photo('c')],
}

function openEditor(edit: (input: Record<string, unknown>) => object, now: Partial<ListingDetail> = {}, shown = GOODS) {
  const sent = stubGateway({
    [EDIT]: edit,
    '/api/goods/detail': () => ({ ...GOODS, ...now }),
    '/api/goods/list': () => ({ list: [] }),
  })
  showScreen(<ListingEditor listing={shown} />)
  return () => sent.filter(({ path }) => path === EDIT).map(({ body }) => body)
}
const saved = { listing: GOODS, changed: true }
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))
const type = (name: RegExp, text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } })
const order = () =>
  within(screen.getByRole('list', { name: '展示的照片' }))
    .getAllByRole('button', { name: /^第/ })
    .map((button) => button.getAttribute('aria-label'))

beforeEach(() => localStorage.clear())

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('photographs are moved by keys and buttons, left out and taken back, and sent in that order', async () => {
  const edits = openEditor(() => saved)
  const [, second] = within(screen.getByRole('list', { name: '展示的照片' })).getAllByRole('listitem')
  if (!second) throw new Error('no second photograph')
  fireEvent.keyDown(second, { key: 'ArrowLeft', altKey: true })
  expect(order()[0]).toBe('第 1 张 封面 实拍图 2')
  press('设实拍图 3为封面')
  press('不展示实拍图 1')
  expect(order()).toEqual(['第 1 张 封面 实拍图 3', '第 2 张 实拍图 2'])
  press('加回实拍图 1')
  press('不展示实拍图 2')
  press('保存')
  await waitFor(() => expect(edits()).toHaveLength(1))
  expect(edits()[0]).toMatchObject({ photoIds: ['c', 'a'], version: 1 })
  expect(edits()[0]).not.toHaveProperty('title')
})

test('defect: after a conflict the own words were lost where a colleague had changed what was left alone', async () => {
  const edits = openEditor(
    ({ version }) => (version === 1 ? refusal('VERSION_CONFLICT', '李四在 10:02 修改过，请核对') : { ...saved }),
    { version: 2, title: '李四改的标题' },
  )
  type(/^描述/, '功能正常，电池健康 88%。')
  press('保存')
  await screen.findByText('李四在 10:02 修改过，请核对')
  expect(screen.getByText('李四改的标题')).toBeDefined()
  press('保留我的修改再提交')
  await waitFor(() => expect(edits()).toHaveLength(2))
  expect(edits()[1]).toMatchObject({ version: 2, title: GOODS.title, content: '功能正常，电池健康 88%。' })
})

test('the latest version of a colleague is taken over, and nothing is sent by itself', async () => {
  const edits = openEditor(() => refusal('VERSION_CONFLICT', '李四修改过'), { version: 2, title: '李四改的标题' })
  type(/^标题/, '我改的标题')
  press('保存')
  await screen.findByText('李四修改过')
  press('采用最新内容')
  await waitFor(() =>
    expect((screen.getByRole('textbox', { name: /^标题/ }) as HTMLInputElement).value).toBe('李四改的标题'),
  )
  expect(edits()).toHaveLength(1)
  expect(screen.queryByText(/有未保存的修改/)).toBeNull()
})

test('defect: a refusal of the photographs was not shown, and one of the title stayed after it was mended', async () => {
  openEditor((input) =>
    input.photoIds
      ? refusal('PHOTO_CHOICE_INVALID', '照片已被替换，请刷新', { field: 'photoIds' })
      : refusal('CONTENT_INVALID', '标题含有违禁词', { field: 'title' }),
  )
  type(/^标题/, '我改的标题')
  press('保存')
  await screen.findByText('标题含有违禁词')
  type(/^标题/, '我再改的标题')
  await waitFor(() => expect(screen.queryByText('标题含有违禁词')).toBeNull())
  press('设实拍图 3为封面')
  press('保存')
  await screen.findByText('照片已被替换，请刷新')
})

test('what the marketplace would not take is said, and is not sent', async () => {
  const edits = openEditor(() => saved)
  type(/^标题/, '长'.repeat(31))
  press('保存')
  await screen.findAllByText('有内容需要修改，请看标红处。')
  expect(edits()).toEqual([])
})

test('defect: a listing that cannot be edited was refused only after the work', () => {
  openEditor(() => saved, {}, { ...GOODS, state: 'sold_off_shelf', allowedActions: [] })
  expect(screen.getByText(/商品现在不能编辑/)).toBeDefined()
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

test('defect: a title too long said that something was marked red, and nothing red was in sight', async () => {
  const sent = openEditor(() => saved)
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = scrolled
  type(/标题/, '苹'.repeat(31))
  press('保存')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /标题/ })))
  expect(scrolled).toHaveBeenCalled()
  expect(sent()).toEqual([])
})

test('defect: a way outside the marketplace and a hidden flaw were sent without a word', async () => {
  const flaw = { ...photo('c'), itemCode: 'C01', optionCode: 'C01-2' }
  const sent = openEditor(() => saved, {}, { ...GOODS, grade: '95', photos: [photo('a'), photo('b'), flaw] })
  type(/标题/, '苹果 iPhone 13 加微信13800001111')
  fireEvent.click(screen.getByRole('button', { name: /^不展示瑕疵图/ }))
  await screen.findByText('“13800001111”像是站外联系方式，闲鱼会下架商品、处罚店铺，请删掉')
  screen.getByText('有1张瑕疵图不给买家看，容易被按“与描述不符”退货，建议加回来')
  press('保存')
  await screen.findByText(/请删掉；有1张瑕疵图/)
  expect(sent()).toEqual([])
  press('就这样保存')
  await waitFor(() => expect(sent()).toHaveLength(1))
})
