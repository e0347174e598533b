import { ERR } from '@huanji/contract/errors'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storePermissions } from '../../session/session.ts'
import { freeUnit, recordDetail, savedRecord } from './testing/records.ts'
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

const DRAFT_KEY = 'draft:auction-inspection:'
/** The pause after which a draft goes out. */
const SAVE_PAUSE_MS = 900

const KEY_IN_FLIGHT = refusal(ERR.keyInFlight, '', '上一次提交还在处理，请稍候')
const BAG_REFUSED = refusal(ERR.refused, 'BAG_USED', '该封袋码已被使用')

/** Holds back the answer to a submission until the promise is kept. */
function holdSubmission(until: Promise<void>): void {
  const answer = fetch
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    if (init.body.includes('"mode":"submit"')) await until
    return answer(path, init)
  })
}

beforeEach(() => {
  storePermissions(['/xySaasDetect/detRecord/getDetectRecordList', '/xySaasDetectApi/realPhoto/saveRealPhoto'])
  vi.stubGlobal('indexedDB', undefined)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

describe('the inspection station', () => {
  test('makes a draft from IMEI, model and SKU, so that photographs can go up at once', async () => {
    const calls = stubGateway()
    openStation()
    await scan(IMEI)
    await pickModelAndSku()
    await waitFor(() => expect(savesOf(calls)).toHaveLength(1))
    expect(savesOf(calls)[0]).toMatchObject({
      mode: 'draft',
      code: { kind: 'imei', imei: IMEI },
      modelId: 'apple-iphone-13',
      sku: { regulatoryNo: 'A2634', storage: '128GB', colour: '午夜色' },
    })
    expect(await screen.findByText('HJ0000000001')).toBeTruthy()
    expect(await screen.findByRole('region', { name: '照片' })).toBeTruthy()
  })

  test('does not submit before every claim is made, and says which one is next', async () => {
    const calls = stubGateway()
    openStation()
    await scan(IMEI)
    await pickModelAndSku()
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    expect(await screen.findByText('还不能提交，请先完成：购买渠道')).toBeTruthy()
    expect(savesOf(calls).some((body) => body.mode === 'submit')).toBe(false)
  })

  test('a digit answers the item in hand although nothing has the focus, and is not typed into the scan box', async () => {
    stubGateway()
    openStation()
    await scan(IMEI)
    await pickModelAndSku()
    await waitFor(() => expect(document.activeElement?.getAttribute('data-item')).toBe('A09'))
    act(() => (document.activeElement as HTMLElement).blur())
    await act(() => new Promise((settled) => setTimeout(settled, 20)))
    fireEvent.keyDown(document.activeElement ?? document.body, { key: '1' })
    await screen.findByRole('radiogroup', { name: '保修期' })
  })

  test('restores the phone after a reload with everything that was said, and submits from its version', async () => {
    stubGateway()
    const first = openStation()
    await scan(IMEI)
    await pickModelAndSku()
    await makeClaims()
    await screen.findByText('HJ0000000001')
    await scan('FD12345678')
    await screen.findByText('FD12345678 已填入封袋码')
    first.unmount()

    const calls = stubGateway()
    openStation()
    expect(await screen.findByRole('button', { name: /^账号锁 已退出账号/ })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^封袋码/ }).value).toBe('FD12345678')
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    const result = await screen.findByRole('region', { name: '质检结果' })
    expect(within(result).getByText('ZJ261120000001')).toBeTruthy()
    const submit = savesOf(calls).find((body) => body.mode === 'submit')
    expect(submit).toMatchObject({ inspectionId: savedRecord().inspectionId, bagCode: 'FD12345678' })
    expect(submit?.answers).toMatchObject({ A09: { options: ['A09-1'] }, A16: { options: ['A16-1'] } })
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })

  test('keeps the work in this browser while the network is gone', async () => {
    stubGateway({ addDetectRecord: () => new TypeError('no connection') })
    openStation()
    await scan(IMEI)
    await pickModelAndSku()
    expect(await screen.findByText('网络中断，已存在本机，恢复后自动保存')).toBeTruthy()
    expect(JSON.parse(localStorage.getItem(DRAFT_KEY) ?? '{}')).toMatchObject({
      modelId: 'apple-iphone-13',
      record: null,
    })
  })

  test('defect: after a lost network the grade asked for the model again, and the line stayed red', async () => {
    let isLost = true
    const lostOr = (answer: () => unknown) => () => (isLost ? new TypeError('no connection') : answer())
    const { explanation } = savedRecord()
    const graded = { explanation, answers: {}, uninspectable: [], problems: [], missing: [], channelRefusal: null }
    stubGateway({
      addDetectRecord: lostOr(() => savedRecord({ version: 1 })),
      getDetectGradLevel: lostOr(() => graded),
    })
    openStation()
    await scan(IMEI)
    await pickModelAndSku()
    expect(await screen.findByText('暂时连不上服务器，恢复后自动评级')).toBeTruthy()
    await screen.findByText('网络中断，已存在本机，恢复后自动保存')
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    const outcome = () => document.querySelector('[data-outcome]')?.getAttribute('data-outcome') ?? ''
    await waitFor(() => expect(outcome()).toBe('refused'))
    isLost = false
    expect(await screen.findByText('草稿已保存')).toBeTruthy()
    await waitFor(() => expect(outcome()).toBe(''))
    expect(await screen.findByRole('status', { name: '成色说明' })).toBeTruthy()
    expect(screen.queryByText('暂时连不上服务器，恢复后自动评级')).toBeNull()
  })

  test('defect: a draft whose answer was lost was saved again as another one, against itself', async () => {
    let isLost = true
    const own = {
      getDetRecordDetails: () => recordDetail({ version: 3 }),
      addDetectRecord: (body: Record<string, unknown>) =>
        isLost ? new TypeError('no connection') : savedRecord({ version: Number(body.version) + 1 }),
    }
    const remark = (text: string) =>
      fireEvent.change(screen.getByRole('textbox', { name: '备注' }), { target: { value: text } })
    const first = stubGateway(own)
    const page = openStation('/check/ys/check?inspectionId=01890000-0000-7000-8000-000000000001')
    await screen.findByRole('region', { name: '检测项' })
    remark('第一句')
    expect(screen.getByText('正在保存…')).toBeTruthy()
    await screen.findByText('网络中断，已存在本机，恢复后自动保存')
    remark('第二句')
    page.unmount()

    isLost = false
    const calls = stubGateway(own)
    openStation()
    await waitFor(() => expect(savesOf(calls)).toHaveLength(2))
    const [lost] = namesOf(first, 'addDetectRecord')
    const [again, newer] = namesOf(calls, 'addDetectRecord')
    expect(again).toMatchObject({ key: lost?.key, body: { version: 3, remark: '第一句' } })
    expect(newer).toMatchObject({ body: { version: 4, remark: '第二句' } })
    expect(newer?.key).not.toBe(lost?.key)
    expect(await screen.findByText('草稿已保存')).toBeTruthy()
  })

  test('a submission whose answer was lost is repeated as the same one, after the draft before it', async () => {
    let isLost = true
    const calls = stubGateway({
      addDetectRecord: (body) =>
        isLost && body.remark === '贴过膜'
          ? new TypeError('no connection')
          : savedRecord({
              version: Number(body.version ?? 0) + 1,
              state: body.mode === 'submit' ? 'awaiting_photos' : 'draft',
            }),
    })
    openStation()
    await scan(IMEI)
    await pickModelAndSku()
    await makeClaims()
    await screen.findByText('草稿已保存')
    fireEvent.change(screen.getByRole('textbox', { name: '备注' }), { target: { value: '贴过膜' } })
    await screen.findByText('网络中断，已存在本机，恢复后自动保存')
    const submit = () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    submit()
    await screen.findAllByText(/^网络中断.*提交/)
    isLost = false
    submit()
    await screen.findByRole('region', { name: '质检结果' })
    const sent = namesOf(calls, 'addDetectRecord').filter(({ body }) => body.remark === '贴过膜')
    expect(sent.at(-1)?.body).toMatchObject({ mode: 'submit' })
    expect(sent.slice(0, -1).every(({ body }) => body.mode === 'draft')).toBe(true)
    expect(new Set(sent.slice(0, -1).map(({ key }) => key)).size).toBe(1)
  })

  test('a save that was refused before it was carried out keeps its key, and is tried again by itself', async () => {
    const answers = [new TypeError('no connection'), KEY_IN_FLIGHT]
    const calls = stubGateway({
      getDetRecordDetails: () => recordDetail({ version: 3 }),
      addDetectRecord: () => answers.shift() ?? savedRecord({ version: 4 }),
    })
    openStation('/check/ys/check?inspectionId=01890000-0000-7000-8000-000000000001')
    await screen.findByRole('region', { name: '检测项' })
    fireEvent.change(screen.getByRole('textbox', { name: '备注' }), { target: { value: '贴过膜' } })
    await screen.findByText('网络中断，已存在本机，恢复后自动保存')
    dispatchEvent(new Event('online'))
    await screen.findByText(KEY_IN_FLIGHT._errStr)
    dispatchEvent(new Event('online'))
    await screen.findByText('草稿已保存')
    const keys = namesOf(calls, 'addDetectRecord').map(({ key }) => key)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  test('defect: what was changed just before a refused submission was not saved any more', async () => {
    const calls = stubGateway({
      addDetectRecord: (body) =>
        body.mode === 'submit' ? BAG_REFUSED : savedRecord({ version: Number(body.version ?? 0) + 1 }),
    })
    openStation()
    await scan(IMEI)
    await pickModelAndSku()
    await makeClaims()
    await screen.findByText('草稿已保存')
    fireEvent.change(screen.getByRole('textbox', { name: '备注' }), { target: { value: '贴过膜' } })
    let answer = (): void => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    holdSubmission(asked)
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    await act(() => new Promise((settled) => setTimeout(settled, SAVE_PAUSE_MS + 100)))
    answer()
    await screen.findAllByText(BAG_REFUSED._errStr)
    await waitFor(() => expect(savesOf(calls).at(-1)).toMatchObject({ mode: 'draft', remark: '贴过膜' }))
    expect(await screen.findByText('草稿已保存')).toBeTruthy()
  })

  test('asks before the phone at the station is left for another one', async () => {
    stubGateway()
    openStation()
    await scan(IMEI)
    await pickModelAndSku()
    await screen.findByText('HJ0000000001')
    await scan('860246040000018')
    const dialog = await screen.findByRole('dialog', { name: '扫到了另一个编码' })
    fireEvent.click(within(dialog).getByRole('button', { name: '作为副IMEI' }))
    expect(await screen.findByText(/副 860246040000018/)).toBeTruthy()
  })

  test('opens the record that the address names and forgets the address', async () => {
    const calls = stubGateway()
    openStation('/check/ys/check?inspectionId=01890000-0000-7000-8000-000000000001')
    expect(await screen.findByRole('button', { name: /^机身磕碰\/掉漆 轻微磕碰.*异常$/ })).toBeTruthy()
    expect(namesOf(calls, 'getDetRecordDetails')).toHaveLength(1)
    expect(namesOf(calls, 'verifyBarCode')).toHaveLength(0)
  })

  test('says why a phone cannot be inspected, and leads to its report', async () => {
    const record = recordDetail()
    stubGateway({
      verifyBarCode: () =>
        freeUnit(IMEI, {
          result: 'on_sale',
          message: '该手机已在售，不能重复质检',
          history: [
            {
              inspectionId: record.inspectionId,
              inspectionNo: record.inspectionNo,
              grade: '95',
              state: 'listed',
              inspectedAt: record.createdAt,
              modelId: record.modelId,
              skuText: record.skuText,
            },
          ],
        }),
    })
    openStation()
    await scan(IMEI)
    const link = await screen.findByRole('link', { name: '查看质检报告' })
    expect(link.getAttribute('href')).toBe(`/check/ys/detail?inspectionId=${record.inspectionId}`)
    expect(screen.queryByRole('combobox', { name: '机型' })).toBeNull()
  })

  test('a colleague’s edit is shown side by side, and mine goes on from their version', async () => {
    let isChanged = false
    const calls = stubGateway({
      getDetRecordDetails: () => recordDetail(isChanged ? { version: 7, remark: '同事的备注' } : { version: 3 }),
      addDetectRecord: (body) => {
        isChanged = true
        if (body.version === 7) return savedRecord({ version: 8 })
        const _errStr = '周正已于2026-11-20 16:00修改过这条记录，请查看最新内容后再提交'
        return { _errCode: '80060001', _errStr, _bizErrCode: 'VERSION_CONFLICT', _data: null }
      },
    })
    openStation('/check/ys/check?inspectionId=01890000-0000-7000-8000-000000000001')
    await screen.findByRole('region', { name: '检测项' })
    fireEvent.change(screen.getByRole('textbox', { name: '备注' }), { target: { value: '我的备注' } })
    const dialog = await screen.findByRole('dialog', { name: '内容已被同事修改' })
    expect(within(dialog).getByText('同事的备注')).toBeTruthy()
    expect(within(dialog).getByText('我的备注')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: '保留我的修改再提交' }))
    await waitFor(() => expect(savesOf(calls).at(-1)).toMatchObject({ version: 7, remark: '我的备注' }))
  })
})
