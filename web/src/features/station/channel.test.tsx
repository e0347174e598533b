import type { Channel } from '@huanji/domain/channel'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storePermissions } from '../../session/session.ts'
import { recordDetail } from './testing/records.ts'
import {
  IMEI,
  makeClaims,
  namesOf,
  newClient,
  openStation,
  pickModelAndSku,
  savesOf,
  scan,
  stationIn,
  stubGateway,
} from './testing/station.tsx'

/** Several round trips lie between a key and what it leads to; on a busy machine each takes its time. */
vi.setConfig({ testTimeout: 30_000 })

const SHOP = {
  auction: '01890000-0000-7000-8000-0000000000a1',
  curated: '01890000-0000-7000-8000-0000000000c1',
} as const
const draftKey = (channel: Channel) => `draft:${channel}-inspection:`
const shopKey = (channel: Channel) => `draft:${channel}-inspection-shop:`
const shops = () => ({
  options: Object.values(SHOP).map((value) => ({ value, label: value, usable: true, problem: '' })),
})
const shopBox = () => screen.getByRole<HTMLSelectElement>('combobox', { name: '店铺' })

/** Inspects a phone up to where only its submit is missing. */
async function inspect(): Promise<void> {
  await scan(IMEI)
  await pickModelAndSku()
  await screen.findByText('草稿已保存')
}

beforeEach(() => {
  storePermissions(['/xySaasDetect/detRecord/getDetectRecordList', '/xySaasDetect/detRecord/addDetectRecord'])
  vi.stubGlobal('indexedDB', undefined)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const client = newClient()

/** One page for both stations: its channel stands in the address. */
const AtAddress = () =>
  stationIn(useLocation().pathname.startsWith('/check/yx') ? 'curated' : 'auction', client).element

describe('the station of the curated channel', () => {
  test('asks, keeps and remembers nothing of the auction’s', async () => {
    stubGateway({ options: shops })
    const auction = openStation()
    await inspect()
    fireEvent.change(shopBox(), { target: { value: SHOP.auction } })
    await waitFor(() => expect(localStorage.getItem(draftKey('auction'))).toContain(SHOP.auction))
    localStorage.setItem(shopKey('auction'), JSON.stringify(SHOP.auction))
    const kept = localStorage.getItem(draftKey('auction'))
    auction.unmount()

    const calls = stubGateway({ options: shops })
    const { client: asked } = openStation('/check/yx/check', 'curated')
    expect(await screen.findByRole('heading', { name: '严选单台质检' })).toBeTruthy()
    expect(screen.queryByText(IMEI)).toBeNull()
    await inspect()
    expect(shopBox().value).toBe('')
    const channels = calls.flatMap(({ body }) => ('channel' in body ? [body.channel] : []))
    expect(channels.length).toBeGreaterThan(5)
    expect(new Set(channels)).toEqual(new Set(['curated']))
    const keys = JSON.stringify(
      asked
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    )
    expect(keys).toContain('"curated"')
    expect(keys).not.toContain('auction')
    expect(savesOf(calls)[0]).toMatchObject({ channel: 'curated', mode: 'draft' })
    expect(localStorage.getItem(draftKey('curated'))).toContain(IMEI)
    expect(localStorage.getItem(draftKey('auction'))).toBe(kept)
    expect(localStorage.getItem(shopKey('auction'))).toContain(SHOP.auction)
    expect(localStorage.getItem(shopKey('curated'))).toBeNull()
  })

  test('remembers its own shop, and forgets its own phone, with the submit', async () => {
    localStorage.setItem(shopKey('curated'), JSON.stringify(SHOP.curated))
    localStorage.setItem(shopKey('auction'), JSON.stringify(SHOP.auction))
    localStorage.setItem(draftKey('auction'), '"a phone of the auction"')
    const calls = stubGateway({ options: shops })
    openStation('/check/yx/check', 'curated')
    await scan(IMEI)
    await pickModelAndSku()
    expect(shopBox().value).toBe(SHOP.curated)
    await makeClaims('curated')
    await screen.findByText('草稿已保存')
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    await screen.findByRole('region', { name: '质检结果' })
    expect(savesOf(calls).at(-1)).toMatchObject({ channel: 'curated', mode: 'submit', shopAccountId: SHOP.curated })
    expect(screen.getByRole('link', { name: '继续拍照' }).getAttribute('href')).toMatch(/^\/check\/yx\/check\?/)
    expect(localStorage.getItem(draftKey('curated'))).toBeNull()
    expect(localStorage.getItem(draftKey('auction'))).toBe('"a phone of the auction"')
    expect(localStorage.getItem(shopKey('auction'))).toContain(SHOP.auction)
  })

  test('leaves a record of the auction to the auction’s station', async () => {
    const calls = stubGateway({
      verifyBarCode: () => ({
        result: 'inspecting',
        message: '质检中',
        openInspectionId: recordDetail().inspectionId,
        history: [],
        suggestedModelIds: [],
      }),
      getDetRecordDetails: () => recordDetail({ channel: 'auction' }),
    })
    openStation('/check/yx/check', 'curated')
    await scan(IMEI)
    await screen.findByText(/属于鱼市质检，请在“鱼市质检”中继续$/)
    expect(screen.queryByRole('button', { name: '先不检这台' })).toBeNull()
    expect(namesOf(calls, 'addDetectRecord')).toEqual([])
  })

  test('a page that goes from one channel to the other begins with nothing', async () => {
    stubGateway()
    const router = createMemoryRouter([{ path: '*', element: <AtAddress /> }], { initialEntries: ['/check/ys/check'] })
    render(<RouterProvider router={router} />)
    await inspect()
    await act(() => router.navigate('/check/yx/check'))
    expect(await screen.findByRole('heading', { name: '严选单台质检' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '先不检这台' })).toBeNull()
  })
})
