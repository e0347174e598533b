import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeAllOverlays, OverlayHost } from '../../components/overlay/overlay-host.tsx'
import { storePermissions } from '../../session/session.ts'
import { type Call, MODEL, NO_SKU, namesOf, newClient, refusal, stubGateway } from '../station/testing/station.tsx'
import { BatchStation } from './batch-station.tsx'
import type { CheckedRow } from './types.ts'

vi.setConfig({ testTimeout: 30_000 })

const [FIRST, SECOND, THIRD] = ['490154203237518', '356938035643809', '860246040000018'] as const
const DRAFT_KEY = 'draft:curated-batch:'

const checked = (change: Partial<CheckedRow> = {}): CheckedRow => ({
  ok: true,
  isKnown: false,
  problem: '',
  message: '',
  remedy: 'none',
  openInspectionId: null,
  grade: '95',
  imei: '',
  barCode: null,
  ...change,
})

type Body = Record<string, unknown>
interface SentUnit {
  readonly code: { readonly imei: string }
  readonly answers: Record<string, unknown>
  readonly bagCode: string
}
const unitsOf = (body: Body): SentUnit[] => body.units as SentUnit[]
const imeisOf = (call: Call | undefined): string[] => unitsOf(call?.body ?? { units: [] }).map(({ code }) => code.imei)

/** What the server says of a phone, by its IMEI. */
type Says = Readonly<Record<string, Partial<CheckedRow>>>

function answerAdd(body: Body, says: Says) {
  const rows = unitsOf(body).map(({ code }) => {
    const { imei: _imei, barCode: _barCode, ...verdict } = checked(says[code.imei])
    const inspectionId = verdict.ok ? '01890000-0000-7000-8000-000000000001' : null
    return {
      ...verdict,
      inspectionId,
      inspectionNo: 'ZJ261122000001',
      barCode: 'HJ0000000001',
      state: 'awaiting_photos',
    }
  })
  return {
    batchId: '01890000-0000-7000-8000-00000000000b',
    batchNo: 'PC2611220001',
    batchVersion: 1,
    grade: '99',
    rows,
  }
}

function gateway(says: Says = {}, own: Parameters<typeof stubGateway>[0] = {}): Call[] {
  return stubGateway({
    check: (body) =>
      'units' in body
        ? { rows: unitsOf(body).map(({ code }) => checked({ imei: code.imei, ...says[code.imei] })) }
        : {
            bagCode: body.bagCode,
            availability: String(body.bagCode).startsWith('FD') ? 'free' : 'unknown',
            inspectionId: null,
            inspectionNo: '',
          },
    addMultiCommodity: (body) => answerAdd(body, says),
    ...own,
  })
}

function open(joinedId: string | null = null) {
  const element = (
    <QueryClientProvider client={newClient()}>
      <BatchStation channel="curated" joinedId={joinedId} />
      <OverlayHost />
    </QueryClientProvider>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/check/yx/batchCheck'] })
  return render(<RouterProvider router={router} />)
}

const box = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^扫描/ })
async function scan(code: string): Promise<void> {
  const input = await box()
  fireEvent.input(input, { target: { value: code } })
  fireEvent.keyDown(input, { key: 'Enter' })
}
const said = (text: string | RegExp) => screen.findByText(text, { selector: '[aria-live] span' })
const ctrlEnter = () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })

async function answerCommon(): Promise<void> {
  const model = await screen.findByRole('combobox', { name: '机型' })
  fireEvent.change(model, { target: { value: 'iphone 13' } })
  fireEvent.keyDown(model, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('radio', { name: '128GB' }))
  fireEvent.click(screen.getByRole('radio', { name: '午夜色' }))
  for (const [item, name] of await openClaims()) {
    await screen.findByRole('radiogroup', { name: item })
    fireEvent.click(within(screen.getByRole('radiogroup', { name: item })).getByRole('radio', { name }))
  }
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^完成，录入手机/ }).disabled).toBe(false),
  )
  ctrlEnter()
  await screen.findByRole('region', { name: '批次信息' })
}

/** What an inspector must say of every phone themselves. */
const openClaims = async () =>
  [
    ['购买渠道', '大陆国行'],
    ['保修期', '已过保'],
    ['电池健康度', '≥90%'],
    ['账号锁', '已退出账号'],
    ['三码核对', '系统与机身一致'],
  ] as const

const row = (no: number) => screen.findByRole('row', { name: new RegExp(`^第${no}行 `) })

beforeEach(() => {
  storePermissions(['/xySaasDetect/detRecord/addDetectRecord', '/xySaasDetect/detRecord/addMultiCommodity'])
  vi.stubGlobal('indexedDB', undefined)
})
afterEach(() => {
  closeAllOverlays()
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

describe('the batch station', () => {
  test('asks once for all phones, and does not go on before everything is answered', async () => {
    gateway()
    open()
    await screen.findByRole('combobox', { name: '机型' })
    ctrlEnter()
    expect(await said('还不能录入手机，请先完成：机型')).toBeTruthy()
    await answerCommon()
    expect(within(screen.getByRole('region', { name: '批次信息' })).getByText('128GB 午夜色')).toBeTruthy()
  })

  test('a scanned part number answers model and SKU of all of them', async () => {
    const sku = { ...NO_SKU, storage: '256GB', colour: '星光色' }
    gateway({}, { productSearch: () => ({ models: [{ ...MODEL, sku }] }) })
    open()
    await screen.findByRole('combobox', { name: '机型' })
    await scan('1PMWN72CH/A')
    expect((await screen.findByRole('button', { name: /^修改规格/ })).textContent).toBe('256GB 星光色')
    expect(screen.getByRole('button', { name: /^修改机型/ }).textContent).toBe('苹果 iPhone 13')
  })

  test('of several models with the scanned number one is chosen', async () => {
    const sku = { ...NO_SKU, regulatoryNo: 'NX789J' }
    const pro = { ...MODEL, modelId: 'apple-iphone-13-pro', name: 'iPhone 13 Pro' }
    gateway({}, { productSearch: () => ({ models: [MODEL, pro].map((model) => ({ ...model, sku })) }) })
    open()
    await screen.findByRole('combobox', { name: '机型' })
    await scan('NX789J')
    await said(/这个型号有 2 个机型，请选择/)
    fireEvent.click(await screen.findByRole('option', { name: /iPhone 13 Pro/ }))
    await screen.findByRole('radiogroup', { name: '存储容量' })
  })

  test('adds a phone with each scan, its bag with the next, and nothing twice', async () => {
    const calls = gateway()
    open()
    await answerCommon()
    await scan(FIRST)
    expect(await said(/第1行，可以/)).toBeTruthy()
    await scan('FD12345678')
    expect(await said(/已填入封袋码/)).toBeTruthy()
    await scan(FIRST)
    expect(await said(`${FIRST} 第1行已有`)).toBeTruthy()
    await scan('JY12345678')
    expect(await said(/封袋码不存在或不属于本商家/)).toBeTruthy()
    await scan('89860318740212345678')
    expect(await said(/这是SIM卡号/)).toBeTruthy()
    expect(screen.getAllByRole('row', { name: /^第\d+行/ })).toHaveLength(1)
    expect((await row(1)).textContent).toContain('FD12345678')
    ctrlEnter()
    await screen.findByRole('region', { name: '已录入' })
    const [sent] = namesOf(calls, 'addMultiCommodity')
    expect(sent?.body).toMatchObject({ channel: 'curated', common: { modelId: 'apple-iphone-13' } })
    expect(unitsOf(sent?.body ?? {})).toMatchObject([{ code: { imei: FIRST }, bagCode: 'FD12345678' }])
  })

  test('defect: a phone that was checked late stood as waiting in the box, although its row had been checked', async () => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    gateway({}, { check: (body) => asked.then(() => ({ rows: unitsOf(body).map(({ code }) => checked(code)) })) })
    open()
    await answerCommon()
    await scan(FIRST)
    expect(await said(/已加入第1行，等待核对/)).toBeTruthy()
    answer()
    expect(await said(`${FIRST} 第1行，可以`)).toBeTruthy()
  })

  test('says of each phone why not and what to do, and sends the others', async () => {
    const calls = gateway({
      [SECOND]: { ok: false, problem: 'UNIT_ON_SALE', message: '该手机已在售', remedy: 'remove' },
      [THIRD]: { ok: false, problem: 'BATCH_GRADE_BELOW', message: '低于本批', remedy: 'inspectSingly' },
    })
    open()
    await answerCommon()
    for (const imei of [FIRST, SECOND, THIRD]) await scan(imei)
    await screen.findByRole('row', { name: `第3行 ${THIRD} 低于本批` })
    fireEvent.click(within(await row(3)).getByRole('button', { name: '单独质检' }))
    expect(await screen.findByText('需单独质检 1 台')).toBeTruthy()
    ctrlEnter()
    await screen.findByText('已录入 1 台', { selector: 'b' })
    expect(imeisOf(namesOf(calls, 'addMultiCommodity')[0])).toEqual([FIRST])
    expect((await row(1)).textContent).toContain('该手机已在售')
  })

  test('keeps what one phone has beside the others as its own alone', async () => {
    const calls = gateway()
    open()
    await answerCommon()
    await scan(FIRST)
    await scan(SECOND)
    ;(await row(2)).focus()
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'e' })
    const drawer = await screen.findByRole('dialog', { name: /本机异常$/ })
    const cell = await within(drawer).findByRole('button', { name: /^屏幕划痕/ })
    act(() => cell.focus())
    const options = await within(drawer).findByRole('radiogroup', { name: '屏幕划痕' })
    fireEvent.click(within(options).getAllByRole('radio')[1] as HTMLElement)
    expect(await within(drawer).findByText(/^屏幕划痕：/)).toBeTruthy()
    fireEvent.click(within(drawer).getByRole('button', { name: /^完成/ }))
    await waitFor(() => expect(document.activeElement?.getAttribute('data-code-box')).toBe('batch'))
    ctrlEnter()
    await screen.findByText('已录入 2 台', { selector: 'b' })
    const [first, second] = unitsOf(namesOf(calls, 'addMultiCommodity')[0]?.body ?? {})
    expect(first?.answers).toEqual({})
    expect(Object.keys(second?.answers ?? {})).toEqual(['C01'])
  })

  test('takes lines that are pasted anywhere, and tells of those that it cannot read', async () => {
    gateway()
    open()
    await answerCommon()
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'clipboardData', {
      value: { getData: () => `IMEI\t备注\n${FIRST}\t一\n3.5E+14\t\n${FIRST}\t` },
    })
    act(() => void document.body.dispatchEvent(event))
    expect(await said('已添加 3 行，其中 1 行无法识别')).toBeTruthy()
    expect((await row(2)).textContent).toContain('设为“文本”格式')
    expect((await row(3)).textContent).toContain('与第1行重复')
    fireEvent.click(await screen.findByRole('button', { name: '移除需处理的 2 台' }))
    expect(screen.getAllByRole('row', { name: /^第\d+行/ })).toHaveLength(1)
  })

  test('a lost answer is asked for again with the same key, and nothing is sent twice', async () => {
    let isLost = true
    const calls = gateway(
      {},
      {
        addMultiCommodity: (body) => (isLost ? new TypeError('no connection') : answerAdd(body, {})),
      },
    )
    open()
    await answerCommon()
    await scan(FIRST)
    await said(/第1行，可以/)
    ctrlEnter()
    expect(await said(/网络中断/)).toBeTruthy()
    expect((await row(1)).dataset.standing).toBe('sent')
    cleanup()
    isLost = false
    open()
    await row(1)
    act(() => void dispatchEvent(new Event('online')))
    await screen.findByText('已录入 1 台', { selector: 'b' })
    const sent = namesOf(calls, 'addMultiCommodity')
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    await waitFor(() => expect(localStorage.getItem(DRAFT_KEY)).toBeNull())
  })

  test('is restored after a crash with everything that was said', async () => {
    gateway()
    const first = open()
    await answerCommon()
    await scan(FIRST)
    await said(/第1行，可以/)
    first.unmount()
    gateway()
    open()
    expect((await row(1)).textContent).toContain(FIRST)
    expect(within(screen.getByRole('region', { name: '批次信息' })).getByText('128GB 午夜色')).toBeTruthy()
  })

  test('defect: another batch begun beside a stored one was given up for it when the page was opened again', async () => {
    const explanation = { grade: '95', caps: [], reasons: [] }
    const version = { batchVersion: 1, grade: '95', explanation, answers: {}, overrideReason: '' }
    const batch = {
      batchId: '01890000-0000-7000-8000-00000000000b',
      batchNo: 'PC2611220001',
      channel: 'curated',
      modelId: 'apple-iphone-13',
      modelName: '苹果 iPhone 13',
      sku: { regulatoryNo: 'A2634', ram: '', storage: '128GB', colour: '午夜色' },
      shopAccountId: null,
      remark: '',
      versions: [version],
    }
    const stored = { getDetRecordDetailsByDetRecordId: () => ({ batch, list: [], total: 0, counts: {} }) }
    gateway({}, stored)
    open(batch.batchId)
    fireEvent.click(await screen.findByRole('button', { name: '另起一批' }))
    await screen.findByRole('button', { name: '修改' })
    cleanup()
    gateway({}, stored)
    open(batch.batchId)
    expect(await screen.findByRole('button', { name: '修改' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '另起一批' })).toBeNull()
  })

  test('a refused part goes back to the list with the reason', async () => {
    gateway({}, { addMultiCommodity: () => refusal('80060001', 'SHOP_UNUSABLE', '店铺不可用') })
    open()
    await answerCommon()
    await scan(FIRST)
    await said(/第1行，可以/)
    ctrlEnter()
    expect(await said('店铺不可用')).toBeTruthy()
    expect((await row(1)).dataset.standing).toBe('ready')
  })
})
