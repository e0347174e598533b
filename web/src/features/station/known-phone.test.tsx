import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeAllOverlays } from '../../components/overlay/overlay-host.tsx'
import { storePermissions } from '../../session/session.ts'
import type { EarlierPhotos, GradeCheck, InspectionDetail, Verified } from '../inspection/types.ts'
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

const OLD_ID = '01890000-0000-7000-8000-0000000000b1'
const OLD: Verified['history'][number] = {
  inspectionId: OLD_ID,
  inspectionNo: 'ZJ261101000001',
  grade: '95',
  state: 'sold',
  inspectedAt: '2026-11-01T08:00:00.000Z',
  modelId: 'apple-iphone-13',
  skuText: '128GB 午夜色',
}
const VERSION: InspectionDetail['versions'][number] = {
  inspectionId: OLD_ID,
  inspectionNo: OLD.inspectionNo,
  channel: 'auction',
  grade: '95',
  state: 'sold',
  isReplaced: false,
  createdAt: OLD.inspectedAt,
}
const PHOTO = {
  photoId: '01890000-0000-7000-8000-0000000000f1',
  url: '/f/1',
  thumbUrl: '/f/1?w=320',
  width: 3,
  height: 4,
  position: 'back',
  itemCode: null,
  optionCode: null,
  internal: false,
  takenAt: '2026-11-01T08:00:00.000Z',
  takenBy: '林小满',
  reusedFrom: null,
  marks: [],
}
const earlierPhotos = (change: Partial<EarlierPhotos> = {}): EarlierPhotos => ({
  inspectionId: OLD_ID,
  inspectionNo: OLD.inspectionNo,
  photoTaskId: '01890000-0000-7000-8000-0000000000c1',
  grade: '95',
  state: 'sold',
  createdAt: OLD.inspectedAt,
  photos: [PHOTO],
  defectPhotos: [{ ...PHOTO, photoId: '01890000-0000-7000-8000-0000000000f2', position: null, itemCode: 'C01' }],
  obstacle: '',
  ...change,
})
const taken = { photoTaskId: '', photos: [], addedCount: 1, missingShots: [], inspectionState: 'draft' }

const CURATED_REFUSAL = '该成色不支持上架严选，请改走鱼市'
const notForCurated = (): GradeCheck => ({
  explanation: {
    ...savedRecord().explanation,
    grade: '70',
    reason: '机身磕碰',
    causes: [],
    stops: [],
    pileUp: null,
    repairFlag: 'R2',
    auctionLabel: 'C 7成新',
    curatedLabel: null,
  },
  answers: {},
  uninspectable: [],
  problems: [],
  missing: [],
  channelRefusal: CURATED_REFUSAL,
})

const ALL = [
  '/check/ys/check',
  '/xySaasDetect/detRecord/addDetectRecord',
  '/xySaasDetect/realPhoto/useOldRealPhotoInfo',
  '/xySaasDetectApi/realPhoto/saveRealPhoto',
]

beforeEach(() => {
  storePermissions(ALL)
  vi.stubGlobal('indexedDB', undefined)
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

describe('the photographs of a phone that was here before', () => {
  const knownPhone = () => freeUnit(IMEI, { history: [OLD] })
  const open = async (own: Parameters<typeof stubGateway>[0]) => {
    const calls = stubGateway({ verifyBarCode: knownPhone, ...own })
    openStation()
    await scan(IMEI)
    await pickModelAndSku()
    return calls
  }

  test('are taken over, shots and defects, and the photo task is read anew', async () => {
    const calls = await open({
      getRealPhotoInfoByImei: () => ({ records: [earlierPhotos()] }),
      useOldRealPhotoInfo: () => taken,
      reusePhotoRecord: () => taken,
    })
    const button = await screen.findByRole('button', { name: `复用照片${OLD.inspectionNo}` })
    const { photoTaskId } = savedRecord()
    expect(namesOf(calls, 'getRealPhotoInfoByImei')[0]?.body).toMatchObject({ imei: IMEI, photoTaskId })
    const readBefore = namesOf(calls, 'getDetectRealPhoto').length
    fireEvent.click(button)
    await waitFor(() => expect(namesOf(calls, 'reusePhotoRecord')).toHaveLength(1))
    for (const name of ['useOldRealPhotoInfo', 'reusePhotoRecord']) {
      expect(namesOf(calls, name)[0]?.body).toMatchObject({ photoTaskId, fromInspectionId: OLD_ID })
    }
    await waitFor(() => expect(namesOf(calls, 'getDetectRealPhoto').length).toBeGreaterThan(readBefore))
  })

  test('that cannot be taken over say why', async () => {
    await open({
      getRealPhotoInfoByImei: () => ({ records: [earlierPhotos({ obstacle: '新增异常：屏幕划痕' })] }),
    })
    expect(await screen.findByText('不能复用照片：新增异常：屏幕划痕')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^复用照片/ })).toBeNull()
  })

  test('the last one that was wanted moves a submitted record on and off the station', async () => {
    let isMoved = false
    stubGateway({
      getDetRecordDetails: () =>
        recordDetail({
          state: isMoved ? 'awaiting_seal' : 'awaiting_photos',
          versions: [VERSION],
        }),
      getRealPhotoInfoByImei: () => ({ records: [earlierPhotos({ defectPhotos: [] })] }),
      useOldRealPhotoInfo: () => {
        isMoved = true
        return { ...taken, inspectionState: 'awaiting_seal' }
      },
    })
    openStation('/check/ys/check?inspectionId=01890000-0000-7000-8000-000000000001')
    fireEvent.click(await screen.findByRole('button', { name: `复用照片${OLD.inspectionNo}` }))
    const result = await screen.findByRole('region', { name: '质检结果' })
    expect(within(result).getByText('待封袋')).toBeTruthy()
  })
})

describe('the address of the station', () => {
  test('a code in it is taken as if it had been scanned, once', async () => {
    const calls = stubGateway()
    const { router } = openStation('/check/ys/check?code=HJ0000000140')
    await screen.findByRole('combobox', { name: '机型' })
    expect(namesOf(calls, 'verifyBarCode').map(({ body }) => body.code)).toEqual(['HJ0000000140'])
    expect(router.state.location.search).toBe('')
    expect(screen.getByRole('region', { name: '扫码与当前手机' }).textContent).toContain(IMEI)
  })

  test('a code that may not be inspected is refused in the box', async () => {
    stubGateway({ verifyBarCode: () => freeUnit(IMEI, { result: 'sold', message: '该手机已售出' }) })
    openStation('/check/ys/check?code=HJ0000000140')
    expect((await screen.findAllByText(/该手机已售出/)).length).toBeGreaterThan(0)
    expect(screen.queryByRole('combobox', { name: '机型' })).toBeNull()
  })

  test('the phone of the last visit is asked about before it gives way to the code', async () => {
    stubGateway({ getDetRecordDetails: () => recordDetail({ version: 3 }) })
    const page = openStation('/check/ys/check?inspectionId=01890000-0000-7000-8000-000000000001')
    await screen.findByRole('region', { name: '检测项' })
    page.unmount()
    const calls = stubGateway()
    openStation('/check/ys/check?code=HJ0000000999')
    await screen.findByRole('dialog')
    expect(namesOf(calls, 'verifyBarCode')).toEqual([])
  })
})

describe('an inspected phone that is scanned again', () => {
  const inspected = (change: Parameters<typeof recordDetail>[0]) => ({
    verifyBarCode: () =>
      freeUnit(IMEI, {
        result: 'inspected',
        message: '该手机已质检（待封袋）',
        history: [{ ...OLD, state: 'awaiting_seal' }],
      }),
    getDetRecordDetails: () =>
      recordDetail({ inspectionId: OLD_ID, inspectionNo: OLD.inspectionNo, version: 4, ...change }),
  })

  test('is inspected again from there, and the new record lies at the station', async () => {
    const next = recordDetail({ inspectionNo: 'ZJ261122000002' })
    const { verifyBarCode, getDetRecordDetails } = inspected({ state: 'awaiting_seal', allowedActions: ['reinspect'] })
    const calls = stubGateway({
      verifyBarCode,
      getDetRecordDetails: (body) => (body.inspectionId === OLD_ID ? getDetRecordDetails() : next),
      reinspect: () => ({
        inspectionId: next.inspectionId,
        inspectionNo: next.inspectionNo,
        version: 1,
        state: 'draft',
      }),
    })
    openStation()
    await scan(IMEI)
    fireEvent.click(await screen.findByRole('button', { name: '重检' }))
    const dialog = await screen.findByRole('dialog', { name: `重检 ${OLD.inspectionNo}` })
    fireEvent.click(within(dialog).getByRole('radio', { name: /结果有误/ }))
    fireEvent.click(within(dialog).getByRole('button', { name: '开始重检' }))
    expect(await screen.findByRole('region', { name: '检测项' })).toBeTruthy()
    expect(namesOf(calls, 'reinspect')[0]?.body).toMatchObject({ inspectionId: OLD_ID, version: 4, reason: '结果有误' })
  })

  test('on sale is not offered it', async () => {
    stubGateway(inspected({ state: 'listed', allowedActions: [] }))
    openStation()
    await scan(IMEI)
    expect(await screen.findByRole('link', { name: '查看质检报告' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '重检' })).toBeNull()
  })
})

describe('a phone that the curated channel does not take', () => {
  test('is said at once, with its repair flag, and goes on at the auction station', async () => {
    const calls = stubGateway({ getDetectGradLevel: notForCurated })
    openStation('/check/yx/check', 'curated')
    await scan(IMEI)
    await pickModelAndSku()
    expect((await screen.findByRole('alert')).textContent).toContain(CURATED_REFUSAL)
    expect(screen.getByText(/^R2 /)).toBeTruthy()
    await screen.findByText('草稿已保存')
    fireEvent.click(screen.getByRole('button', { name: '改为鱼市质检' }))
    await waitFor(() => expect(savesOf(calls).at(-1)).toMatchObject({ channel: 'auction', mode: 'draft' }))
    expect(savesOf(calls).at(-1)).toMatchObject({ inspectionId: savedRecord().inspectionId })
    expect(savesOf(calls).at(-1)).not.toHaveProperty('shopAccountId')
    await waitFor(() => expect(screen.queryByRole('button', { name: '先不检这台' })).toBeNull())
    expect(localStorage.getItem('draft:curated-inspection:')).toBeNull()
  })

  test('defect: it could go on at the auction station while its submit was under way, and met a colleague who was none', async () => {
    stubGateway({ getDetectGradLevel: notForCurated })
    const answer = fetch
    let letGo = (): void => {}
    const asked = new Promise<void>((resolve) => {
      letGo = resolve
    })
    vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
      if (!init.body.includes('"mode":"submit"')) return answer(path, init)
      await asked
      return Response.json(refusal('80060001', 'GRADE_NOT_ALLOWED', CURATED_REFUSAL))
    })
    openStation('/check/yx/check', 'curated')
    await scan(IMEI)
    await pickModelAndSku()
    await makeClaims('curated')
    await screen.findByText('草稿已保存')
    const wayOn = () => screen.getAllByRole<HTMLButtonElement>('button', { name: '改为鱼市质检' })
    expect(wayOn().map(({ disabled }) => disabled)).toEqual([false])
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(wayOn().map(({ disabled }) => disabled)).toEqual([true]))
    letGo()
    await waitFor(() => expect(wayOn().map(({ disabled }) => disabled)).toEqual([false, false]))
  })

  test('is said again when the submit is refused for it, with the same way on', async () => {
    stubGateway({
      addDetectRecord: (body) =>
        body.mode === 'submit'
          ? refusal('80060001', 'GRADE_NOT_ALLOWED', CURATED_REFUSAL)
          : savedRecord({ version: Number(body.version ?? 0) + 1 }),
    })
    openStation('/check/yx/check', 'curated')
    await scan(IMEI)
    await pickModelAndSku()
    await makeClaims('curated')
    await screen.findByText('草稿已保存')
    expect(screen.queryByRole('button', { name: '改为鱼市质检' })).toBeNull()
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(CURATED_REFUSAL)
    expect(within(alert).getByRole('button', { name: '改为鱼市质检' })).toBeTruthy()
  })
})

test('the curated channel asks for no bag', async () => {
  stubGateway()
  openStation('/check/yx/check', 'curated')
  await scan(IMEI)
  await pickModelAndSku()
  const missing = await screen.findByRole('list', { name: '可稍后补' })
  expect(missing.textContent).not.toContain('封袋码')
  cleanup()
  localStorage.clear()
  stubGateway()
  openStation()
  await scan(IMEI)
  await pickModelAndSku()
  expect((await screen.findByRole('list', { name: '可稍后补' })).textContent).toContain('封袋码')
})
