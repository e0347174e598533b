import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storePermissions } from '../../session/session.ts'
import { freeUnit } from './testing/records.ts'
import { IMEI, NO_SKU, openStation, scan, stubGateway } from './testing/station.tsx'

vi.setConfig({ testTimeout: 30_000 })

const NAMES: Readonly<Record<string, string>> = { 'apple-iphone-13': 'iPhone 13', 'apple-iphone-14': 'iPhone 14' }
const modelOf = (modelId: unknown) => ({
  modelId,
  brand: '苹果',
  name: NAMES[String(modelId)],
  year: 2021,
  platform: 'apple',
  regulatoryNos: [],
  isNamed: true,
  sku: NO_SKU,
})
const SKU = { regulatoryNo: 'A2634', ram: '', storage: '256GB', colour: '星光色' }
const learned = (modelId: string, ownCount: number, othersCount = 0) => ({
  modelId,
  ownCount,
  othersCount,
  sku: ownCount > 0 ? SKU : null,
  skuCount: ownCount,
})

/** A station whose last inspected model was an iPhone 14, with what the TAC of the scanned phone turned out to be. */
async function openWith(...suggestions: ReturnType<typeof learned>[]): Promise<HTMLElement> {
  stubGateway({
    verifyBarCode: () => freeUnit(IMEI, { suggestions }),
    getProductInfo: ({ modelId }) => modelOf(modelId),
    productSearch: ({ query }) => ({ models: query === '13pm' ? [modelOf('apple-iphone-13')] : [] }),
    getDetectRecordList: () => ({
      list: [{ modelId: 'apple-iphone-14', modelName: '苹果 iPhone 14' }],
      total: 1,
      counts: {},
    }),
  })
  openStation()
  await scan(IMEI)
  return screen.findByRole('combobox', { name: '机型' })
}

const selected = () =>
  within(screen.getByRole('listbox', { name: '机型' }))
    .queryAllByRole('option', { selected: true })
    .map((option) => option.textContent)
const isAsked = () => screen.queryByRole('radiogroup', { name: '存储容量' }) === null

beforeEach(() => {
  storePermissions(['/xySaasDetect/detRecord/getDetectRecordList'])
  vi.stubGlobal('indexedDB', undefined)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

describe('the model of a scanned phone', () => {
  test('defect: Enter took the last model although the TAC was known as another one', async () => {
    const box = await openWith(learned('apple-iphone-13', 12, 30))
    // pressed at once: it counts as soon as the name of the model is there
    fireEvent.keyDown(box, { key: 'Enter' })
    const storage = await screen.findByRole('radiogroup', { name: '存储容量' })
    expect(screen.getByRole('button', { name: /修改机型/ }).textContent).toContain('iPhone 13')
    expect(within(storage).getByRole('radio', { name: /256GB/ }).textContent).toContain('推荐 · 本店 12 台')
    const root = screen.getByRole('region', { name: '选择规格' })
    expect(document.activeElement).toBe(root)
    fireEvent.keyDown(root, { key: 'Enter' })
    await waitFor(() => expect(screen.getByRole('radio', { name: /256GB/, checked: true })).toBeTruthy())
    fireEvent.keyDown(root, { key: 'Enter' })
    await screen.findByRole('radiogroup', { name: '购买渠道' })
    expect(screen.getByRole('button', { name: /修改规格/ }).textContent).toContain('256GB 星光色')
  })

  test('is highlighted with how often it was, the merchant’s own first', async () => {
    await openWith(learned('apple-iphone-13', 12, 30))
    await waitFor(() => expect(selected()).toEqual(['1苹果 iPhone 13推荐 · 本店 12 台 / 其他商家 30 台']))
  })

  test.each([
    ['nothing is known of the TAC', []],
    ['two models are equally likely', [learned('apple-iphone-13', 2), learned('apple-iphone-14', 2)]],
  ])('defect: Enter took a model although %s', async (_, suggestions) => {
    const box = await openWith(...suggestions)
    await screen.findByRole('option', { name: /iPhone 14/ })
    expect(selected()).toEqual([])
    expect(box.getAttribute('aria-activedescendant')).toBeNull()
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(isAsked()).toBe(true)
    // the arrows lead into the list all the same
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    expect(selected()).toHaveLength(1)
  })

  test('its number and Enter take a chip; a number with more behind it is the beginning of a name', async () => {
    const box = await openWith(learned('apple-iphone-13', 3))
    await screen.findByRole('option', { name: /iPhone 14/ })
    fireEvent.change(box, { target: { value: '2' } })
    expect(selected()).toEqual(['2苹果 iPhone 14最近质检'])
    fireEvent.change(box, { target: { value: '13pm' } })
    await waitFor(() => expect(selected()).toEqual(['苹果 iPhone 132021']))
    fireEvent.change(box, { target: { value: '2' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    await screen.findByRole('radiogroup', { name: '存储容量' })
    expect(screen.getByRole('button', { name: /修改机型/ }).textContent).toContain('iPhone 14')
  })
})
