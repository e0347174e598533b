import { ERR } from '@huanji/contract/errors'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as feedback from '../../components/scan/feedback.ts'
import { scanKeys, typeKeys } from '../../components/scan/testing/scanner.ts'
import { storePermissions } from '../../session/session.ts'
import {
  IMEI,
  makeClaims,
  namesOf,
  openStation,
  pickModelAndSku,
  refusal,
  savesOf,
  scan,
  stubGateway,
} from './testing/station.tsx'

/** Several round trips lie between a key and what it leads to; on a busy machine each takes its time. */
vi.setConfig({ testTimeout: 30_000 })

const OTHER = { inspectionId: '01890000-0000-7000-8000-0000000000aa', inspectionNo: 'ZJ261120000077' }
const SUBMITTED_BAG_REFUSED = {
  ...refusal(ERR.refused, 'BAG_USED', '该封袋码已被使用'),
  _data: { field: 'bagCode' },
}

/** What the server knows of each bag: nothing, unless it is told here. */
const BAGS: Record<string, Record<string, unknown>> = {
  FD00000001: { availability: 'free' },
  FD00000002: { availability: 'free' },
  FD00000003: { availability: 'used', ...OTHER },
  FD00000004: { availability: 'voided' },
}

const check = ({ bagCode }: Record<string, unknown>) => ({
  bagCode,
  availability: 'unknown',
  inspectionId: null,
  inspectionNo: '',
  ...BAGS[String(bagCode)],
})

const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: '封袋码' })

/** A phone whose checklist is open, so that its bag comes next. */
async function openPhone(own: Parameters<typeof stubGateway>[0] = {}) {
  const calls = stubGateway({ check, ...own })
  openStation()
  await scan(IMEI)
  await pickModelAndSku()
  await makeClaims()
  await screen.findByText('草稿已保存')
  return calls
}

const submit = () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })

beforeEach(() => {
  storePermissions([
    '/xySaasDetect/detRecord/getDetectRecordList',
    '/xySaasDetect/detRecord/addDetectRecord',
    '/api/ext/sealBag/registerRoll',
    '/check/ys/list',
    '/xySaasDetect/detRecord/getDetRecordDetails',
  ])
  vi.stubGlobal('indexedDB', undefined)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('defect: a scanned bag did not take the place of what stood in its box', () => {
  test('a scan into the empty box that was clicked', async () => {
    await openPhone()
    act(() => box().focus())
    scanKeys('FD00000001')
    await screen.findByText('FD00000001 已填入封袋码')
    expect(box().value).toBe('FD00000001')
  })

  test('a scan over a half-typed code, with the focus in the box and elsewhere', async () => {
    const calls = await openPhone()
    act(() => box().focus())
    typeKeys('FD99')
    expect(box().value).toBe('FD99')
    scanKeys('FD00000001')
    await screen.findByText('FD00000001 已填入封袋码')
    expect(box().value).toBe('FD00000001')
    typeKeys('77')
    act(() => box().blur())
    scanKeys('FD00000002')
    await screen.findByText('FD00000002 已填入封袋码')
    expect(box().value).toBe('FD00000002')
    submit()
    await screen.findByRole('region', { name: '质检结果' })
    expect(savesOf(calls).at(-1)).toMatchObject({ mode: 'submit', bagCode: 'FD00000002' })
  })

  test('a good bag scanned after the submit refused a used one', async () => {
    const calls = await openPhone({
      addDetectRecord: (body) => (body.bagCode === 'FD00000001' ? SUBMITTED_BAG_REFUSED : undefined),
    })
    scanKeys('FD00000001')
    await screen.findByText('FD00000001 已填入封袋码')
    submit()
    await screen.findAllByText('该封袋码已被使用')
    await waitFor(() => expect(document.activeElement).toBe(box()))
    scanKeys('FD00000002')
    await screen.findByText('FD00000002 已填入封袋码')
    expect(box().value).toBe('FD00000002')
    submit()
    await screen.findByRole('region', { name: '质检结果' })
    expect(savesOf(calls).at(-1)).toMatchObject({ mode: 'submit', bagCode: 'FD00000002' })
  })

  test('a scan whose first letter came early: the box holds what was announced, and nothing else', async () => {
    await openPhone()
    act(() => box().focus())
    scanKeys('XFD00000001', [400, 12])
    await screen.findByText('FD00000001 已填入封袋码')
    expect(box().value).toBe('FD00000001')
  })
})

describe('defect: a bag was accepted in green at the scan and refused only at the submit', () => {
  const beep = () => vi.spyOn(feedback, 'beep')

  test('a used bag turns the box red at the scan, with the inspection it was used for', async () => {
    const heard = beep()
    const calls = await openPhone()
    const before = document.activeElement
    scanKeys('FD00000003')
    await screen.findByText('FD00000003 封袋码已用于 ZJ261120000077，请换一个封袋')
    expect(document.activeElement).toBe(before)
    expect(heard).toHaveBeenLastCalledWith('refused')
    expect(box().getAttribute('aria-invalid')).toBe('true')
    const link = screen.getByRole('link', { name: 'ZJ261120000077' })
    expect(link.getAttribute('href')).toBe(`/check/ys/detail?inspectionId=${OTHER.inspectionId}`)
    submit()
    await screen.findByText('还不能提交，请先完成：更换封袋')
    expect(savesOf(calls).some((body) => body.mode === 'submit')).toBe(false)
    expect(document.activeElement).toBe(box())

    scanKeys('FD00000001')
    await screen.findByText('FD00000001 已填入封袋码')
    expect(heard).toHaveBeenLastCalledWith('ok')
    expect(box().getAttribute('aria-invalid')).toBe('false')
    submit()
    await screen.findByRole('region', { name: '质检结果' })
  })

  test('a void bag says so', async () => {
    await openPhone()
    scanKeys('FD00000004')
    await screen.findByText('FD00000004 该封袋码已作废，请换一个封袋')
    expect(box().getAttribute('aria-invalid')).toBe('true')
  })

  test('the roll of an unknown bag can be registered from there, and the bag is good then', async () => {
    let isRegistered = false
    const calls = await openPhone({
      check: (body) => ({ ...check(body), availability: isRegistered ? 'free' : 'unknown' }),
      registerRoll: ({ firstCode, count }) => {
        isRegistered = true
        return { firstCode, lastCode: 'FD00001100', count }
      },
    })
    scanKeys('FD00001001')
    await screen.findByText('FD00001001 封袋码不存在或不属于本商家')
    fireEvent.click(screen.getByRole('button', { name: '登记这一卷' }))
    const dialog = await screen.findByRole('dialog', { name: '登记一卷封袋' })
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^起始封袋码/ }).value).toBe('FD00001001')
    fireEvent.click(within(dialog).getByRole('button', { name: '登记' }))
    fireEvent.click(await screen.findByRole('button', { name: '确认登记' }))
    await waitFor(() => expect(box().getAttribute('aria-invalid')).toBe('false'))
    expect(namesOf(calls, 'registerRoll')[0]?.body).toMatchObject({ firstCode: 'FD00001001', count: 100 })
    expect(box().value).toBe('FD00001001')
  })

  test('a code that is typed is judged too, after a pause', async () => {
    await openPhone()
    act(() => box().focus())
    typeKeys('fd 0000 0003')
    await waitFor(() => expect(box().getAttribute('aria-invalid')).toBe('true'))
    expect(await screen.findByRole('link', { name: 'ZJ261120000077' })).toBeTruthy()
    expect(box().value).toBe('fd 0000 0003')
  })

  test('a code that is typed and ended with Enter is told like a scan, and one without the form of a bag is refused', async () => {
    const heard = beep()
    await openPhone()
    act(() => box().focus())
    typeKeys('fd 0000 0001')
    fireEvent.keyDown(box(), { key: 'Enter' })
    await screen.findByText('FD00000001 已填入封袋码')
    expect(heard).toHaveBeenLastCalledWith('ok')
    expect(box().value).toBe('FD00000001')
    fireEvent.input(box(), { target: { value: 'FD1' } })
    fireEvent.keyDown(box(), { key: 'Enter' })
    expect(heard).toHaveBeenLastCalledWith('refused')
    expect(box().getAttribute('aria-invalid')).toBe('true')
  })

  test('the end of the phone’s own IMEI is no bag', async () => {
    await openPhone()
    scanKeys(IMEI.slice(-8))
    await screen.findByText(`${IMEI.slice(-8)} 读码不完整，请再扫一次`)
    expect(box().value).toBe('')
  })

  test('the bag that the record has already is no fault, and without a network the submit judges', async () => {
    await openPhone({
      check: (body) =>
        body.bagCode === 'FD00000009'
          ? new TypeError('no connection')
          : { ...check(body), availability: 'used', inspectionId: '01890000-0000-7000-8000-000000000001' },
    })
    scanKeys('FD00000008')
    await screen.findByText('FD00000008 已填入封袋码')
    expect(box().getAttribute('aria-invalid')).toBe('false')
    scanKeys('FD00000009')
    await screen.findByText('FD00000009 已填入封袋码，网络中断，提交时再核对')
  })
})

describe('before the last bags', () => {
  const stock = (leftCount: number, isLow: boolean) => () => ({
    leftCount,
    leftIsCapped: false,
    usedCount: 28,
    usedDays: 14,
    daysLeft: 3,
    isLow,
    rolls: [],
  })

  test('the box warns, with the way to a new roll', async () => {
    await openPhone({ stock: stock(6, true) })
    await screen.findByText(/封袋还剩 6 个，近14天用了 28 个，约够用 3 天/)
    screen.getByRole('button', { name: '登记一卷封袋' })
  })

  test('it says nothing while there are enough', async () => {
    await openPhone({ stock: stock(600, false) })
    expect(screen.queryByText(/封袋还剩/)).toBeNull()
  })
})
