import { ownModelRow } from '@huanji/contract/features/catalogue/rows'
import { emptyRow } from '@huanji/contract/testing/empty-row'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '../../api/client.ts'
import { createQueryClient } from '../../api/queries.ts'
import { runOnArrival } from '../../components/shortcuts/shortcuts.ts'
import { leavePage, press, showPage, signInAs } from '../people/testing/page.tsx'
import { listOf } from '../people/testing/rows.ts'
import { refusal, stubGateway } from '../testing/screen.tsx'
import { ModelsPage } from './models-page.tsx'
import { newModel } from './new-model.ts'
import type { OwnModel } from './types.ts'

vi.setConfig({ testTimeout: 30_000 })

const PATH = '/check/models'
const LIST = '/api/ext/model/list'
const CREATE = '/api/ext/model/create'
const EDIT = '/api/ext/model/edit'
const REMOVE = '/api/ext/model/remove'
const BRANDS = '/api/ext/model/brands'
const SEARCH = '/xySaasDetect/detConfig/productSearch'
const MAPPING = api.modelMappingEdit.save.path
const ALL = [PATH, LIST, CREATE, EDIT, REMOVE, '/api/goods/list']

const MEIZU: OwnModel = {
  ...emptyRow(ownModelRow),
  modelId: 'own-1',
  title: '魅族 20',
  brand: '魅族',
  name: '20',
  state: 'own',
  numbers: [{ name: 'M381Q' }],
  storages: [{ name: '12GB+256GB' }],
  colours: [],
  likeModelId: 'meizu-21',
  likeTitle: '魅族 21',
  createdAt: '2026-11-20T02:00:00.000Z',
  allowedActions: ['edit', 'delete'],
  version: 3,
}
const MERGED: OwnModel = {
  ...MEIZU,
  modelId: 'own-2',
  title: '一加 13T',
  state: 'merged',
  mergedTitle: '一加 13T',
  allowedActions: [],
}
const found = (modelId: string, brand: string, name: string, isNamed = true) => ({
  modelId,
  brand,
  name,
  year: 2026,
  platform: 'android',
  regulatoryNos: [],
  isNamed,
  sku: { regulatoryNo: '', ram: '', storage: '', colour: '' },
})
const SEARCHED: Readonly<Record<string, object[]>> = {
  // a model of one's own lends no questions
  魅族: [found('own-1', '魅族', '20', false), found('meizu-22', '魅族', '魅族 22', false)],
  'mate 60': [found('huawei-mate-60', '华为', 'Mate 60'), found('huawei-mate-60-pro', '华为', 'Mate 60 Pro', false)],
}

function open(changed: Parameters<typeof stubGateway>[0] = {}, rows: readonly OwnModel[] = [MEIZU, MERGED]) {
  const sent = stubGateway({
    [LIST]: () => listOf([...rows]),
    [BRANDS]: () => ({ brands: ['苹果', '小米', '魅族', '魅蓝'] }),
    [SEARCH]: ({ query }) => ({ models: SEARCHED[String(query)] ?? [] }),
    [CREATE]: () => ({ modelId: 'own-9', title: '魅族 22 Pro', version: 1 }),
    [EDIT]: () => ({ version: 4 }),
    [REMOVE]: () => ({}),
    ...changed,
  })
  showPage({ path: PATH, page: ModelsPage })
  return (path: string) => sent.filter((call) => call.path === path)
}

const box = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
const brandBox = () => screen.findByRole<HTMLInputElement>('combobox', { name: /^品牌/, hidden: true })
const type = (element: Element, value: string) => fireEvent.change(element, { target: { value } })
const key = (element: Element, name: string, more: object = {}) => fireEvent.keyDown(element, { key: name, ...more })
const save = async () => act(async () => void key(box('名称'), 'Enter', { ctrlKey: true }))
const noteOf = (element: Element) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
const like = () => screen.getByRole('combobox', { name: /^检测项同/, hidden: true })

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  signInAs(ALL)
})
afterEach(leavePage)

describe('the page of own models', () => {
  test('lists what they are and what became of them', async () => {
    open()
    await screen.findByText('魅族 20')
    expect(screen.getByText('已并入机型库', { selector: '[data-tone]' })).toBeTruthy()
    expect(screen.getAllByText('M381Q')).toHaveLength(2)
  })

  test('says what it is for while there is none, and begins', async () => {
    open({}, [])
    await screen.findByText(/机型库里没有的手机/)
    await press('新建机型')
    await brandBox()
  })

  test('the quick search begins 新建机型 there', async () => {
    runOnArrival('新建机型')
    open()
    await brandBox()
  })

  test('removes one after a question', async () => {
    const calls = open()
    const row = within((await screen.findByText('魅族 20')).closest('tr') as HTMLTableRowElement)
    fireEvent.click(row.getByRole('button', { name: '删除' }))
    await screen.findByText(/将删除“魅族 20”，不能恢复/)
    await press('删除')
    await waitFor(() => expect(calls(REMOVE).map(({ body }) => body.modelId)).toEqual(['own-1']))
  })

  test('changes one with what is written of it', async () => {
    const calls = open()
    const row = within((await screen.findByText('魅族 20')).closest('tr') as HTMLTableRowElement)
    fireEvent.click(row.getByRole('button', { name: '编辑' }))
    await brandBox()
    expect(like().textContent).toContain('魅族 21')
    type(box('颜色'), '黑色，白色，')
    await save()
    await waitFor(() => expect(calls(EDIT)).toHaveLength(1))
    expect(calls(EDIT)[0]?.body).toMatchObject({
      modelId: 'own-1',
      version: 3,
      numbers: ['M381Q'],
      storages: ['12GB+256GB'],
      colours: ['黑色', '白色'],
      likeModelId: 'meizu-21',
    })
  })
})

test('a colleague’s change is shown side by side, and mine goes on from their version', async () => {
  let version = 3
  const rows = () => [{ ...MEIZU, version, colours: version === 3 ? [] : [{ name: '蓝色' }] }]
  const calls = open({
    [LIST]: () => listOf(rows()),
    [EDIT]: (body) => (body.version === version ? { version: 6 } : refusal('VERSION_CONFLICT', '内容已被同事修改')),
  })
  const row = within((await screen.findByText('魅族 20')).closest('tr') as HTMLTableRowElement)
  fireEvent.click(row.getByRole('button', { name: '编辑' }))
  await brandBox()
  version = 5
  type(box('颜色'), '黑色，')
  await save()
  await screen.findByRole('cell', { name: '蓝色', hidden: true })
  await press('保留我的修改再提交')
  await waitFor(() => expect(calls(EDIT).at(-1)?.body).toMatchObject({ version: 5, colours: ['黑色'] }))
})

describe('新建机型', () => {
  async function begin(changed: Parameters<typeof open>[0] = {}) {
    const calls = open(changed)
    await screen.findByText('魅族 20')
    await press('新建机型')
    const brand = await brandBox()
    return { calls, brand }
  }

  test('by keys alone: the brand is found, capacities are read, the newest of the brand lends its questions', async () => {
    const { calls, brand } = await begin()
    expect(document.activeElement).toBe(brand)
    type(brand, '魅')
    key(brand, 'Enter')
    expect(brand.value).toBe('魅族')
    type(box('名称'), '22 Pro')
    type(box('型号'), 'm481q')
    key(box('型号'), 'Enter')
    type(box('容量'), '16+1t,')
    type(box('容量'), '12+256')
    fireEvent.blur(box('容量'))
    await waitFor(() => expect(like().textContent).toContain('魅族 22'))
    // what is not ended yet is saved with the rest
    type(box('颜色'), '黑色')
    await act(async () => void key(box('颜色'), 'Enter', { ctrlKey: true }))
    await waitFor(() => expect(calls(CREATE)).toHaveLength(1))
    expect(calls(CREATE)[0]?.body).toMatchObject({
      brand: '魅族',
      name: '22 Pro',
      numbers: ['M481Q'],
      storages: ['12GB+256GB', '16GB+1TB'],
      colours: ['黑色'],
      likeModelId: 'meizu-22',
    })
    await screen.findByText('机型“魅族 22 Pro”可以使用了')
  })

  test('a brand that nobody knows is taken as it is typed, and Backspace takes a text back', async () => {
    const { calls, brand } = await begin()
    type(brand, '某牌')
    type(box('名称'), 'X1')
    fireEvent.click(screen.getByRole('button', { name: '8GB+256GB', hidden: true }))
    fireEvent.click(screen.getByRole('button', { name: '12GB+256GB', hidden: true }))
    key(box('容量'), 'Backspace')
    await save()
    await waitFor(() => expect(calls(CREATE)).toHaveLength(1))
    expect(calls(CREATE)[0]?.body).toMatchObject({
      brand: '某牌',
      storages: ['8GB+256GB'],
      likeModelId: 'xiaomi-14',
    })
  })

  test('Apple’s capacities stand without RAM, and what cannot be read is said at its field', async () => {
    const { brand } = await begin()
    type(brand, '苹果')
    await waitFor(() => expect(like().textContent).toContain('iPhone 17'))
    type(box('容量'), '128,')
    expect(screen.getByRole('button', { name: '去掉容量128GB', hidden: true })).toBeTruthy()
    type(box('容量'), '8+256,')
    expect(noteOf(box('容量'))).toBe('容量“8+256”写法不对，应如 128GB')
  })

  test('a refusal stands at the field that it is about', async () => {
    const { brand } = await begin({ [CREATE]: () => refusal('MODEL_INVALID', '型号“全网通”写法不对') })
    type(brand, '魅族')
    type(box('名称'), '22')
    type(box('型号'), '全网通,')
    await save()
    await waitFor(() => expect(noteOf(box('型号'))).toBe('型号“全网通”写法不对'))
  })

  test('closed untouched it asks nothing, also where the brand has changed the questions', async () => {
    open()
    await screen.findByText('魅族 20')
    const made = newModel(createQueryClient(), '魅族22')
    await brandBox()
    await waitFor(() => expect(like().textContent).toContain('魅族 22'))
    await press('取消')
    expect(await made).toBeUndefined()
    expect(screen.queryByText(/填的还没提交/)).toBeNull()
  })

  test('Ctrl+Enter in the brand saves what is written, and takes nothing of the list', async () => {
    const { calls, brand } = await begin()
    type(box('名称'), '22')
    type(brand, '魅')
    await act(async () => void key(brand, 'Enter', { ctrlKey: true }))
    await waitFor(() => expect(calls(CREATE)[0]?.body).toMatchObject({ brand: '魅', name: '22' }))
  })

  test('an empty name is said before anything is sent', async () => {
    const { calls } = await begin()
    await save()
    await waitFor(() => expect(box('名称').getAttribute('aria-invalid')).toBe('true'))
    expect(calls(CREATE)).toEqual([])
  })
})

describe('the marketplace’s model', () => {
  test.each([
    [[...ALL, MAPPING], 1],
    [ALL, 0],
  ])('is chosen by whoever may', async (grants, count) => {
    signInAs(grants)
    open()
    const row = within((await screen.findByText('魅族 20')).closest('tr') as HTMLTableRowElement)
    expect(row.queryAllByRole('button', { name: '闲鱼对照' })).toHaveLength(count)
  })
})
