import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Action } from '../../components/actions/action.ts'
import { ActionBar } from '../../components/actions/action-bar.tsx'
import { closeAllOverlays, OverlayHost } from '../../components/overlay/overlay-host.tsx'
import { typeKeys } from '../../components/scan/testing/scanner.ts'
import { storePermissions } from '../../session/session.ts'
import type { InspectionDetail } from '../inspection/types.ts'
import { recordDetail } from '../station/testing/records.ts'
import { changeShop, printUnitLabels, reinspectUnit, voidUnit } from './actions.ts'
import { voidRecords } from './record-calls.ts'

const [SHOP, OTHER_SHOP] = ['01890000-0000-7000-8000-0000000000a1', '01890000-0000-7000-8000-0000000000a2']
const NEW_ID = '01890000-0000-7000-8000-000000000009'
const SEALED = recordDetail({
  state: 'listable',
  grade: '99',
  bagCode: 'FD00000001',
  shopAccountId: SHOP,
  shopName: '一店',
  allowedActions: ['changeBag', 'changeShop', 'reinspect', 'void'],
})
const ACTIONS: readonly Action<InspectionDetail>[] = [changeShop(), reinspectUnit(), voidUnit(), printUnitLabels()]

interface Sent {
  readonly name: string
  readonly body: Record<string, unknown>
}

/** A gateway that does what it is asked, and keeps what was asked. */
function stubGateway(own: Readonly<Record<string, unknown>> = {}): Sent[] {
  const sent: Sent[] = []
  const answers: Record<string, unknown> = {
    options: {
      options: [
        { value: SHOP, label: '一店', usable: true, problem: '' },
        { value: OTHER_SHOP, label: '二店', usable: true, problem: '' },
        { value: '01890000-0000-7000-8000-0000000000a3', label: '三店', usable: false, problem: '授权已过期' },
      ],
    },
    reinspect: { inspectionId: NEW_ID, inspectionNo: 'ZJ261122000009', version: 1, state: 'draft' },
    ...own,
  }
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    const body: Record<string, unknown> = JSON.parse(init.body)
    const name = path.split('/').at(-1) ?? ''
    sent.push({ name, body })
    const rows = (body.rows ?? []) as { inspectionId: string }[]
    const results = rows.map(({ inspectionId }) => ({ inspectionId, inspectionNo: '', ok: true, message: '已完成' }))
    const data = answers[name] ?? { results }
    return Response.json({ _errCode: '0', _errStr: '', _bizErrCode: '', _data: data })
  })
  return sent
}

const Address = () => <output>{useLocation().pathname + useLocation().search}</output>

function openReport(detail: InspectionDetail = SEALED) {
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <ActionBar actions={ACTIONS} row={detail} labelOf={(row) => row.inspectionNo} refresh={async () => {}} />
      <Address />
      <OverlayHost />
    </QueryClientProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}

/** Presses a key as a person does, and waits until it counts. */
async function pressLone(key: string): Promise<void> {
  typeKeys(key)
  await act(() => new Promise((rested) => setTimeout(rested, 120)))
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const callsOf = (sent: readonly Sent[], name: string) => sent.filter((one) => one.name === name).map(({ body }) => body)

beforeEach(() => {
  storePermissions([
    '/xySaasDetect/detRecord/updateXyUid',
    '/xySaasDetect/detRecord/deleteDetRecord',
    '/xySaasDetect/detRecord/addDetectRecord',
  ])
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('what is done with a record', () => {
  test('作废 says which bag goes with it, and sends the reason of the key', async () => {
    const sent = stubGateway()
    openReport()
    press('作废')
    const dialog = await screen.findByRole('dialog', { name: `作废质检 ${SEALED.inspectionNo}？` })
    expect(dialog.textContent).toContain('封袋 FD00000001 将同时作废')
    const ok = within(dialog).getByRole<HTMLButtonElement>('button', { name: '作废' })
    expect(ok.disabled).toBe(true)
    await pressLone('2')
    await waitFor(() => expect(document.activeElement).toBe(ok))
    fireEvent.click(ok)
    await waitFor(() => expect(callsOf(sent, 'deleteDetRecord')).toHaveLength(1))
    expect(callsOf(sent, 'deleteDetRecord')[0]).toMatchObject({
      rows: [{ inspectionId: SEALED.inspectionId }],
      reason: '重复质检',
      voidsBag: true,
    })
  })

  test('换店铺 offers the usable shops of the channel and not the current one', async () => {
    const sent = stubGateway()
    openReport()
    press('换店铺')
    await screen.findByRole('dialog', { name: '换店铺' })
    expect(callsOf(sent, 'options')[0]).toMatchObject({ channel: 'auction' })
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /一店（当前）/ }).disabled).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /三店（授权已过期）/ }).disabled).toBe(true)
    await pressLone('1')
    expect(screen.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false)
    await pressLone('2')
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '换店铺' }))
    await waitFor(() => expect(callsOf(sent, 'updateXyUid')).toHaveLength(1))
    expect(callsOf(sent, 'updateXyUid')[0]).toMatchObject({ shopAccountId: OTHER_SHOP })
  })

  test('重检 says what becomes of report and bag, and goes on at the station of the channel', async () => {
    const sent = stubGateway()
    openReport({ ...SEALED, channel: 'curated', version: 7 })
    press('重检')
    const dialog = await screen.findByRole('dialog', { name: `重检 ${SEALED.inspectionNo}` })
    expect(dialog.textContent).toContain('旧报告作废')
    expect(dialog.textContent).toContain('封袋 FD00000001 作废')
    await pressLone('1')
    fireEvent.click(within(dialog).getByRole('button', { name: '开始重检' }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(`/check/yx/check?inspectionId=${NEW_ID}`))
    expect(callsOf(sent, 'reinspect')[0]).toMatchObject({ version: 7, reason: '抽检复核' })
  })

  test('without the right, or where the record does not allow it, nothing is offered', () => {
    stubGateway()
    storePermissions(['/xySaasDetect/detRecord/updateXyUid'])
    openReport({ ...SEALED, allowedActions: ['changeShop', 'void'] })
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['换店铺', '打印标签'])
  })

  test('more rows than a call takes go in several calls, and each has its own outcome', async () => {
    const sent = stubGateway()
    const rows = Array.from({ length: 450 }, (_, index) => ({
      inspectionId: `id-${index}`,
      inspectionNo: `ZJ${index}`,
    }))
    const outcomes = await voidRecords(rows, '录入错误')
    expect(callsOf(sent, 'deleteDetRecord').map(({ rows: some }) => (some as unknown[]).length)).toEqual([200, 200, 50])
    expect(outcomes.map(({ label }) => label)).toEqual(rows.map(({ inspectionNo }) => inspectionNo))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
  })
})

describe('labels', () => {
  test('carry the bar code, and the public report as a code once there is one', async () => {
    stubGateway()
    openReport({ ...SEALED, reportPath: '/report/ZJ261120000001/abc' })
    press('打印标签')
    const dialog = await screen.findByRole('dialog', { name: '打印标签（1张）' })
    const text = dialog.textContent ?? ''
    for (const part of ['苹果 iPhone 13', '128GB 午夜色', '99新', '237518', 'HJ0000000001'])
      expect(text).toContain(part)
    expect(within(dialog).getByRole('img', { name: '条形码 HJ0000000001' })).toBeTruthy()
    expect(within(dialog).getByRole('img', { name: 'HJ0000000001 的检测报告二维码' })).toBeTruthy()
    act(closeAllOverlays)
    cleanup()
    openReport()
    press('打印标签')
    await screen.findByRole('dialog', { name: '打印标签（1张）' })
    expect(screen.queryByRole('img', { name: /二维码/ })).toBeNull()
  })
})
