import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeAllOverlays } from '../../components/overlay/overlay-host.tsx'
import { storePermissions } from '../../session/session.ts'
import { freeUnit } from './testing/records.ts'
import { type Call, IMEI, MODEL, NO_SKU, namesOf, openStation, refusal, scan, stubGateway } from './testing/station.tsx'

vi.setConfig({ testTimeout: 30_000 })

const CREATE = '/api/ext/model/create'
const PRO = { ...MODEL, modelId: 'apple-iphone-13-pro', name: 'iPhone 13 Pro', regulatoryNos: ['A2639'] }
const near = (model: typeof MODEL) => ({ ...model, isNamed: false })
const found = (...models: readonly object[]) => ({ models })
const OPEN_PROPERTIES = {
  properties: [
    { key: 'ram', name: '运行内存', required: true, values: ['8GB'], allowsOther: true },
    { key: 'storage', name: '存储容量', required: true, values: ['128GB', '256GB'], allowsOther: true },
    { key: 'colour', name: '颜色', required: true, values: ['黑色'], allowsOther: true },
  ],
  pairs: [],
}

/** A phone at the station whose model is asked for. */
async function askModel(own: Parameters<typeof stubGateway>[0]): Promise<{ box: HTMLElement; calls: Call[] }> {
  const calls = stubGateway({ verifyBarCode: () => freeUnit(IMEI), ...own })
  openStation()
  await scan(IMEI)
  return { box: await screen.findByRole('combobox', { name: '机型' }), calls }
}

const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })
const press = (element: Element, key: string) => fireEvent.keyDown(element, { key })
const optionTexts = () =>
  within(screen.getByRole('listbox', { name: '机型' }))
    .queryAllByRole('option')
    .map(({ textContent }) => textContent)
const isAsked = () => screen.queryByRole('combobox', { name: '机型' }) !== null
const storage = () => screen.findByRole('radiogroup', { name: '存储容量' })
const picked = (group: HTMLElement) => within(group).queryByRole('radio', { checked: true })?.textContent

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  storePermissions([CREATE])
  vi.stubGlobal('indexedDB', undefined)
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

describe('a model that is only like what was typed', () => {
  test('defect: Enter took the neighbour of a model that is missing', async () => {
    const { box } = await askModel({ productSearch: () => found(near(MODEL), near(PRO)) })
    type(box, 'p60')
    // pressed at once, and again with the answer on screen
    press(box, 'Enter')
    await screen.findByText('没有完全一致的机型，请用方向键选择，或新建机型')
    press(box, 'Enter')
    expect(isAsked()).toBe(true)
    expect(optionTexts()).toEqual(['苹果 iPhone 13近似2021', '苹果 iPhone 13 Pro近似2021', '新建机型“p60”…F2'])
    press(box, 'ArrowDown')
    press(box, 'Enter')
    await storage()
  })

  test('a named one stands before it and is taken by Enter', async () => {
    const { box } = await askModel({ productSearch: () => found(near(PRO), MODEL) })
    type(box, '13')
    press(box, 'Enter')
    await storage()
    expect(screen.getByRole('button', { name: /修改机型/ }).textContent).toContain('苹果 iPhone 13')
  })
})

describe('several models that a text names', () => {
  test('are shown, and none is taken before a look', async () => {
    const { box } = await askModel({ productSearch: () => found(MODEL, PRO) })
    type(box, '13')
    press(box, 'Enter')
    await screen.findByText('有 2 个机型都叫这个名字，请选择')
    expect(isAsked()).toBe(true)
    press(box, 'Enter')
    await storage()
  })

  test('defect: of several phones with one number the first was given as if it were sure', async () => {
    const sku = { ...NO_SKU, regulatoryNo: 'NX789J' }
    const { box } = await askModel({ productSearch: () => found({ ...MODEL, sku }, { ...PRO, sku }) })
    await scan('NX789J')
    await waitFor(() => expect(screen.getAllByText(/这个型号有 2 个机型，请选择/)).toHaveLength(2))
    expect((box as HTMLInputElement).value).toBe('NX789J')
    press(box, 'Enter')
    expect(isAsked()).toBe(true)
    press(box, 'ArrowDown')
    press(box, 'Enter')
    await storage()
  })
})

describe('what a text says beside the model', () => {
  const sku = { ...NO_SKU, storage: '256GB', colour: '星光色' }

  test('is picked with it', async () => {
    const { box } = await askModel({ productSearch: () => found({ ...MODEL, sku: { ...sku, colour: '' } }) })
    type(box, '13 256')
    press(box, 'Enter')
    expect(picked(await storage())).toContain('256GB')
    expect(picked(screen.getByRole('radiogroup', { name: '颜色' }))).toBeUndefined()
  })

  test.each(['MWN72CH/A', '1PMWN72CH/A'])('a scanned part number %s answers model and SKU', async (code) => {
    const { calls } = await askModel({ productSearch: () => found({ ...MODEL, sku }) })
    await scan(code)
    await screen.findByRole('radiogroup', { name: '购买渠道' })
    expect(screen.getByRole('button', { name: /修改规格/ }).textContent).toContain('256GB 星光色')
    expect(namesOf(calls, 'productSearch').at(-1)?.body).toMatchObject({ query: code })
  })

  test('a scanned code that names nothing surely is taken for none', async () => {
    await askModel({ productSearch: () => found(near(MODEL)) })
    await scan('QQ123456789')
    await waitFor(() => expect(screen.queryByText('苹果 iPhone 13')).toBeNull())
    expect(isAsked()).toBe(true)
  })
})

describe('a model whose variants nobody knows', () => {
  test('RAM and storage are asked one by one, and others than the usual ones are typed', async () => {
    const { box, calls } = await askModel({ getPropertyInfo: () => OPEN_PROPERTIES })
    type(box, 'iphone 13')
    press(box, 'Enter')
    const ram = await screen.findByRole('textbox', { name: '其他运行内存' })
    type(ram, '13')
    fireEvent.blur(ram)
    expect(screen.getByRole('alert').textContent).toBe('没有这样的运行内存，请填如 12 或 12GB')
    type(ram, '12')
    fireEvent.blur(ram)
    expect(screen.queryByRole('alert')).toBeNull()
    const other = screen.getByRole<HTMLInputElement>('textbox', { name: '其他存储容量' })
    type(other, '1t')
    fireEvent.blur(other)
    expect(other.value).toBe('1TB')
    fireEvent.click(screen.getByRole('radio', { name: '黑色' }))
    await screen.findByRole('radiogroup', { name: '购买渠道' })
    await waitFor(() => expect(namesOf(calls, 'addDetectRecord').length).toBeGreaterThan(0))
    expect(namesOf(calls, 'addDetectRecord').at(-1)?.body).toMatchObject({
      sku: { ram: '12GB', storage: '1TB', colour: '黑色' },
    })
  })
})

describe('defect: a phone outside the catalogue was a dead end', () => {
  const missing = { productSearch: () => found(), brands: () => ({ brands: ['苹果', '小米', '魅族'] }) }

  test('it is written down with what was typed, by keys alone, and used at once', async () => {
    const { box, calls } = await askModel({
      ...missing,
      create: () => ({ modelId: 'own-1', title: '魅族 20', version: 1 }),
      getPropertyInfo: () => OPEN_PROPERTIES,
    })
    type(box, '魅族20 M381Q 12+256 黑')
    await screen.findByText('没有找到机型，请换个名称或型号，或按 F2 新建机型')
    press(box, 'F2')
    const brand = await screen.findByRole<HTMLInputElement>('combobox', { name: /^品牌/ })
    expect(brand.value).toBe('魅族')
    expect(screen.getByLabelText<HTMLInputElement>(/^名称/).value).toBe('20')
    fireEvent.keyDown(screen.getByLabelText(/^型号/), { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(namesOf(calls, 'create')).toHaveLength(1))
    expect(namesOf(calls, 'create')[0]?.body).toMatchObject({
      brand: '魅族',
      name: '20',
      numbers: ['M381Q'],
      storages: ['12GB+256GB'],
      colours: ['黑色'],
      likeModelId: 'xiaomi-14',
    })
    // its only variant is the phone's
    await screen.findByRole('radiogroup', { name: '购买渠道' })
    expect(screen.getByRole('button', { name: /修改机型/ }).textContent).toContain('魅族 20')
    expect(screen.getByRole('button', { name: /修改规格/ }).textContent).toContain('12GB+256GB 黑色')
  })

  test('one that is known under another name is taken instead', async () => {
    const { box } = await askModel({
      ...missing,
      productSearch: ({ query }) => (query === '苹果 iPhone 13' ? found(MODEL) : found()),
      create: () => refusal('90009', 'MODEL_KNOWN', '已有机型“苹果 iPhone 13”，请直接选用'),
    })
    type(box, '苹果13代')
    await screen.findByText(/按 F2 新建机型/)
    fireEvent.click(screen.getByRole('option', { name: /新建机型/ }))
    fireEvent.keyDown(await screen.findByLabelText(/^名称/), { key: 'Enter', ctrlKey: true })
    fireEvent.click(await screen.findByRole('button', { name: '直接选用' }))
    await storage()
    expect(screen.getByRole('button', { name: /修改机型/ }).textContent).toContain('苹果 iPhone 13')
  })

  test('whoever may not reads who may', async () => {
    storePermissions(['/api/address/list'])
    const { box } = await askModel(missing)
    type(box, '魅族20')
    await screen.findByText(/请有“新建机型”权限的同事新建/)
    expect(optionTexts()).toEqual([])
    press(box, 'F2')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
