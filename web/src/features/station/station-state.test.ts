import { describe, expect, test } from 'vitest'
import type { UnitCode } from '../inspection/types.ts'
import {
  codeOfVerified,
  EMPTY_STATION,
  openPhone,
  phoneOfDetail,
  readScan,
  type StationAction,
  type StationState,
  saveInputOf,
  stationReducer,
} from './station-state.ts'
import { freeUnit, recordDetail, savedRecord } from './testing/records.ts'

const IMEI = '490154203237518'
const CODE: UnitCode = { kind: 'imei', imei: IMEI, imei2: '', meid: '', sn: '' }

function stationAfter(...actions: StationAction[]): StationState {
  return [{ type: 'opened', phone: openPhone({ code: CODE }) } as const, ...actions].reduce(
    stationReducer,
    EMPTY_STATION,
  )
}

const picked: StationAction = { type: 'modelPicked', modelId: 'apple-iphone-13', title: '苹果 iPhone 13' }

describe('the station', () => {
  test('every word of a person counts as a change, the normal answers do not', () => {
    const { phone } = stationAfter(
      picked,
      { type: 'skuPicked', sku: { storage: '128GB' } },
      { type: 'defaultsFilled', defaults: { B03: { options: ['B03-1'] } } },
    )
    expect(phone?.revision).toBe(2)
    expect(phone?.answers).toEqual({ B03: { options: ['B03-1'] } })
  })

  test('normal answers never replace what was said', () => {
    const { phone } = stationAfter(
      picked,
      { type: 'answered', itemCode: 'B03', answer: { options: ['B03-3'] } },
      { type: 'defaultsFilled', defaults: { B03: { options: ['B03-1'] }, C01: { options: ['C01-1'] } } },
    )
    expect(phone?.answers).toEqual({ B03: { options: ['B03-3'] }, C01: { options: ['C01-1'] } })
  })

  test('another model takes SKU and answers away, the same one keeps them', () => {
    const answered: StationAction[] = [
      picked,
      { type: 'skuPicked', sku: { storage: '128GB', colour: '午夜色' } },
      { type: 'answered', itemCode: 'A16', answer: { options: ['A16-1'] } },
    ]
    const same = stationAfter(...answered, picked).phone
    expect(same?.sku.storage).toBe('128GB')
    const other = stationAfter(...answered, {
      type: 'modelPicked',
      modelId: 'apple-iphone-14',
      title: '苹果 iPhone 14',
    }).phone
    expect(other?.sku.storage).toBe('')
    expect(other?.answers).toEqual({})
  })

  test('an answer taken back is gone', () => {
    const { phone } = stationAfter(
      { type: 'answered', itemCode: 'A14', answer: { options: ['A14-1'], value: '95' } },
      { type: 'answered', itemCode: 'A14', answer: null },
    )
    expect(phone?.answers).toEqual({})
  })

  test('a save that ended covers what was said before it, not what was said meanwhile', () => {
    const { phone } = stationAfter(
      picked,
      { type: 'changed', fields: { remark: '边角有磨损' } },
      { type: 'saved', saved: savedRecord({ version: 3 }), revision: 1 },
    )
    expect(phone?.record?.version).toBe(3)
    expect(phone?.savedRevision).toBe(1)
    expect(phone?.revision).toBe(2)
  })

  test('a submitted phone leaves the station, and its result stays until the next one', () => {
    const result = { photoTaskId: 'task', inspectionId: 'id' } as never
    const done = stationAfter({ type: 'submitted', result })
    expect(done).toEqual({ phone: null, result })
    const moved = stationReducer(done, { type: 'photosMoved', photoTaskId: 'task', state: 'awaiting_seal' })
    expect(moved.result?.state).toBe('awaiting_seal')
    expect(stationReducer(done, { type: 'photosMoved', photoTaskId: 'other', state: 'listable' })).toBe(done)
    expect(stationReducer(moved, { type: 'opened', phone: openPhone({ code: CODE }) }).result).toBeNull()
  })
})

describe('a scan while a phone lies at the station', () => {
  const phone = openPhone({
    code: { ...CODE, imei2: '356938035643809' },
    record: { ...savedRecord(), barCode: 'HJ0000000001' },
  })
  test.each([IMEI, '356938035643809', 'hj0000000001', 'IMEI: 490154203237518'])('%s is the same phone', (code) => {
    expect(readScan(phone, code)).toEqual({ kind: 'same' })
  })
  test.each(['FD12345678', 'HJ00000001', '1234567890123456'])('%s is a bag', (code) => {
    expect(readScan(phone, code)).toEqual({ kind: 'bag', bagCode: code })
  })
  test('another IMEI or bar code is another phone', () => {
    expect(readScan(phone, '860246040000018')).toEqual({
      kind: 'otherUnit',
      code: '860246040000018',
      isImei: true,
    })
    expect(readScan(phone, 'HJ0000000002')).toMatchObject({ kind: 'otherUnit', isImei: false })
    expect(readScan(phone, 'ZJ261120000002')).toMatchObject({ kind: 'otherUnit', isImei: false })
  })
})

describe('what travels', () => {
  test('a draft leaves the bag out, a submit names record, version and bag', () => {
    const { phone } = stationAfter(picked, { type: 'changed', fields: { bagCode: 'FD12345678' } })
    if (!phone) throw new Error('no phone')
    expect(saveInputOf('auction', phone, 'draft')).not.toHaveProperty('bagCode')
    expect(saveInputOf('auction', phone, 'draft')).not.toHaveProperty('inspectionId')
    const { phone: saved } = stationAfter(picked, { type: 'saved', saved: savedRecord({ version: 4 }), revision: 1 })
    if (!saved) throw new Error('no phone')
    expect(saveInputOf('auction', saved, 'submit')).toMatchObject({ version: 4, bagCode: '', mode: 'submit' })
  })

  test('a lowered grade travels with its reason, the system grade does not', () => {
    const { phone } = stationAfter({ type: 'changed', fields: { finalGrade: '90', overrideReason: '整体偏旧' } })
    expect(phone && saveInputOf('auction', phone, 'submit')).toMatchObject({
      finalGrade: '90',
      overrideReason: '整体偏旧',
    })
    expect(saveInputOf('auction', openPhone({ code: CODE }), 'submit')).not.toHaveProperty('finalGrade')
  })

  test('a stored record comes back as it was, its lowered grade included', () => {
    const phone = phoneOfDetail(
      recordDetail({ grade: '90', systemGrade: '95', overrideReason: '整体偏旧', bagCode: 'FD1' }),
    )
    expect(phone).toMatchObject({ modelId: 'apple-iphone-13', finalGrade: '90', bagCode: 'FD1', revision: 0 })
    expect(phoneOfDetail(recordDetail({ grade: '95', systemGrade: '95' })).finalGrade).toBe('')
  })

  test('the code of a scan is the phone’s own, whatever was scanned', () => {
    expect(codeOfVerified(freeUnit(IMEI))).toEqual(CODE)
    expect(codeOfVerified(freeUnit(IMEI, { codeKind: 'barCode', code: 'HJ0000000001' }))).toEqual(CODE)
    expect(codeOfVerified(freeUnit('C39ABC12HG7F', { codeKind: 'sn', imei: null }))).toMatchObject({
      kind: 'sn',
      sn: 'C39ABC12HG7F',
    })
    expect(codeOfVerified(freeUnit('HJ0000000001', { codeKind: 'barCode', imei: null }))).toBeNull()
  })
})
