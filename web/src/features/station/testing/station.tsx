import { IDEMPOTENCY_HEADER } from '@huanji/contract/envelope'
import { CHANNEL_RULES, type Channel } from '@huanji/domain/channel'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { vi } from 'vitest'
import { OverlayHost } from '../../../components/overlay/overlay-host.tsx'
import { InspectionStation } from '../inspection-station.tsx'
import { freeUnit, recordDetail, savedRecord, templateOf } from './records.ts'

export const IMEI = '490154203237518'

export interface Call {
  readonly path: string
  readonly body: Record<string, unknown>
  /** The idempotency key. */
  readonly key: string | undefined
}

const PROPERTIES = {
  properties: [
    { key: 'regulatoryNo', name: '小型号', required: false, values: ['A2634'], allowsOther: true },
    { key: 'storage', name: '存储容量', required: true, values: ['128GB', '256GB'], allowsOther: false },
    { key: 'colour', name: '颜色', required: true, values: ['午夜色', '星光色'], allowsOther: true },
  ],
  pairs: [
    { ram: '', storage: '128GB' },
    { ram: '', storage: '256GB' },
  ],
}
export const NO_SKU = { regulatoryNo: '', ram: '', storage: '', colour: '' }
export const MODEL = {
  modelId: 'apple-iphone-13',
  brand: '苹果',
  name: 'iPhone 13',
  year: 2021,
  platform: 'apple',
  regulatoryNos: ['A2634'],
  isNamed: true,
  sku: NO_SKU,
}

/** A gateway that answers what a test gave it, and what every phone needs otherwise. Undefined is no answer of a test's own. */
export function stubGateway(own: Readonly<Record<string, (body: Record<string, unknown>) => unknown>> = {}): Call[] {
  const calls: Call[] = []
  const answers: Record<string, (body: Record<string, unknown>) => unknown> = {
    verifyBarCode: () => freeUnit(IMEI),
    getDetectRecordList: () => ({ list: [], total: 0, counts: {} }),
    productSearch: () => ({ models: [MODEL] }),
    getPropertyInfo: () => PROPERTIES,
    getDetectOptionTpl: (body) => {
      const channel = body.channel === 'curated' ? 'curated' : 'auction'
      return templateOf(body.full === true ? 'full' : CHANNEL_RULES[channel].itemSet, channel)
    },
    getDetectGradLevel: () => ({
      explanation: savedRecord().explanation,
      answers: {},
      uninspectable: [],
      problems: [],
      missing: [],
      channelRefusal: null,
    }),
    addDetectRecord: (body) =>
      savedRecord({
        version: Number(body.version ?? 0) + 1,
        state: body.mode === 'submit' ? 'awaiting_photos' : 'draft',
      }),
    getDetectRealPhoto: () => ({ shots: templateOf('quick').shots, photos: [], missingShots: [] }),
    getDefPhotoInfoByTaskId: () => ({ photos: [], required: [] }),
    getDetRecordDetails: () => recordDetail(),
    options: () => ({ options: [] }),
  }
  vi.stubGlobal('fetch', async (path: string, init: { body: string; headers: Record<string, string> }) => {
    const body: Record<string, unknown> = JSON.parse(init.body)
    calls.push({ path, body, key: init.headers[IDEMPOTENCY_HEADER] })
    const name = path.split('/').at(-1) ?? ''
    const data = await (own[name]?.(body) ?? answers[name]?.(body))
    if (data instanceof Error) throw data
    const refusal = typeof data === 'object' && data !== null && '_errCode' in data ? data : null
    return Response.json(refusal ?? { _errCode: '0', _errStr: '', _bizErrCode: '', _data: data ?? {} })
  })
  return calls
}

/** The station with everything around it that a page gives it. */
export function stationIn(channel: Channel, client = newClient()) {
  return {
    client,
    element: (
      <QueryClientProvider client={client}>
        <InspectionStation channel={channel} />
        <OverlayHost />
      </QueryClientProvider>
    ),
  }
}

export const newClient = (): QueryClient => new QueryClient({ defaultOptions: { queries: { retry: false } } })

export function openStation(address = '/check/ys/check', channel: Channel = 'auction') {
  const { client, element } = stationIn(channel)
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })
  return { ...render(<RouterProvider router={router} />), client, router }
}

export async function scan(code: string): Promise<void> {
  const box = await screen.findByRole('textbox', { name: /^扫/ })
  fireEvent.input(box, { target: { value: code } })
  fireEvent.keyDown(box, { key: 'Enter' })
}

export async function pickModelAndSku(): Promise<void> {
  const box = await screen.findByRole('combobox', { name: '机型' })
  fireEvent.change(box, { target: { value: 'iphone 13' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('radio', { name: '128GB' }))
  fireEvent.click(screen.getByRole('radio', { name: '午夜色' }))
  await screen.findByRole('radiogroup', { name: '购买渠道' })
}

/** What an inspector must say of every phone themselves, the clean way; for the curated channel one thing more. */
export async function makeClaims(channel: Channel = 'auction'): Promise<void> {
  fireEvent.click(screen.getByRole('radio', { name: '大陆国行' }))
  fireEvent.click(await screen.findByRole('radio', { name: '已过保' }))
  fireEvent.click(await screen.findByRole('radio', { name: '≥90%' }))
  fireEvent.click(await screen.findByRole('radio', { name: '已退出账号' }))
  if (channel === 'curated') fireEvent.click(await screen.findByRole('radio', { name: '系统与机身一致' }))
}

/** An answer that says no. */
export const refusal = (_errCode: string, _bizErrCode: string, _errStr: string) => ({
  _errCode,
  _errStr,
  _bizErrCode,
  _data: null,
})

/** The calls of one name, and what was saved, in their order. */
export const namesOf = (calls: readonly Call[], name: string) => calls.filter((call) => call.path.endsWith(`/${name}`))
export const savesOf = (calls: readonly Call[]) => namesOf(calls, 'addDetectRecord').map((call) => call.body)
