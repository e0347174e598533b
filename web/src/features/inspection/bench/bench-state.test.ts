import { describe, expect, test } from 'vitest'
import { freeUnit, recordDetail, savedRecord } from '../fixtures.testing.ts'
import type { UnitCode } from '../types.ts'
import {
  type BenchAction,
  type BenchState,
  benchReducer,
  codeOfVerified,
  EMPTY_BENCH,
  openPhone,
  phoneOfDetail,
  readBenchScan,
  saveInputOf,
} from './bench-state.ts'

const IMEI = '490154203237518'
const CODE: UnitCode = { kind: 'imei', imei: IMEI, imei2: '', meid: '', sn: '' }

function benchAfter(...actions: BenchAction[]): BenchState {
  return [{ type: 'opened', phone: openPhone({ code: CODE }) } as const, ...actions].reduce(benchReducer, EMPTY_BENCH)
}

const picked: BenchAction = { type: 'modelPicked', modelId: 'apple-iphone-13', title: '苹果 iPhone 13' }

describe('the bench', () => {
  test('every word of a person counts as a change, the normal answers do not', () => {
    const { phone } = benchAfter(
      picked,
      { type: 'skuPicked', sku: { storage: '128GB' } },
      { type: 'defaultsFilled', defaults: { B03: { options: ['B03-1'] } } },
    )
    expect(phone?.revision).toBe(2)
    expect(phone?.answers).toEqual({ B03: { options: ['B03-1'] } })
  })

  test('normal answers never replace what was said', () => {
    const { phone } = benchAfter(
      picked,
      { type: 'answered', itemCode: 'B03', answer: { options: ['B03-3'] } },
      { type: 'defaultsFilled', defaults: { B03: { options: ['B03-1'] }, C01: { options: ['C01-1'] } } },
    )
    expect(phone?.answers).toEqual({ B03: { options: ['B03-3'] }, C01: { options: ['C01-1'] } })
  })

  test('another model takes SKU and answers away, the same one keeps them', () => {
    const answered: BenchAction[] = [
      picked,
      { type: 'skuPicked', sku: { storage: '128GB', colour: '午夜色' } },
      { type: 'answered', itemCode: 'A16', answer: { options: ['A16-1'] } },
    ]
    const same = benchAfter(...answered, picked).phone
    expect(same?.sku.storage).toBe('128GB')
    const other = benchAfter(...answered, {
      type: 'modelPicked',
      modelId: 'apple-iphone-14',
      title: '苹果 iPhone 14',
    }).phone
    expect(other?.sku.storage).toBe('')
    expect(other?.answers).toEqual({})
  })

  test('an answer taken back is gone', () => {
    const { phone } = benchAfter(
      { type: 'answered', itemCode: 'A14', answer: { options: ['A14-1'], value: '95' } },
      { type: 'answered', itemCode: 'A14', answer: null },
    )
    expect(phone?.answers).toEqual({})
  })

  test('a save that ended covers what was said before it, not what was said meanwhile', () => {
    const { phone } = benchAfter(
      picked,
      { type: 'changed', fields: { remark: '边角有磨损' } },
      { type: 'saved', saved: savedRecord({ version: 3 }), revision: 1 },
    )
    expect(phone?.record?.version).toBe(3)
    expect(phone?.savedRevision).toBe(1)
    expect(phone?.revision).toBe(2)
  })

  test('a submitted phone leaves the bench, and its result stays until the next one', () => {
    const result = { photoTaskId: 'task', inspectionId: 'id' } as never
    const done = benchAfter({ type: 'submitted', result })
    expect(done).toEqual({ phone: null, result })
    const moved = benchReducer(done, { type: 'photosMoved', photoTaskId: 'task', state: 'awaiting_seal' })
    expect(moved.result?.state).toBe('awaiting_seal')
    expect(benchReducer(done, { type: 'photosMoved', photoTaskId: 'other', state: 'listable' })).toBe(done)
    expect(benchReducer(moved, { type: 'opened', phone: openPhone({ code: CODE }) }).result).toBeNull()
  })
})

describe('a scan while a phone lies on the bench', () => {
  const phone = openPhone({
    code: { ...CODE, imei2: '356938035643809' },
    record: { ...savedRecord(), barCode: 'HJ0000000001' },
  })
  test.each([IMEI, '356938035643809', 'hj0000000001', 'IMEI: 490154203237518'])('%s is the same phone', (code) => {
    expect(readBenchScan(phone, code)).toEqual({ kind: 'same' })
  })
  test.each(['FD12345678', 'HJ00000001', '1234567890123456'])('%s is a bag', (code) => {
    expect(readBenchScan(phone, code)).toEqual({ kind: 'bag', bagCode: code })
  })
  test('another IMEI or bar code is another phone', () => {
    expect(readBenchScan(phone, '860246040000018')).toEqual({
      kind: 'otherUnit',
      code: '860246040000018',
      isImei: true,
    })
    expect(readBenchScan(phone, 'HJ0000000002')).toMatchObject({ kind: 'otherUnit', isImei: false })
    expect(readBenchScan(phone, 'ZJ261120000002')).toMatchObject({ kind: 'otherUnit', isImei: false })
  })
})

describe('what travels', () => {
  test('a draft leaves the bag out, a submit names record, version and bag', () => {
    const { phone } = benchAfter(picked, { type: 'changed', fields: { bagCode: 'FD12345678' } })
    if (!phone) throw new Error('no phone')
    expect(saveInputOf('auction', phone, 'draft')).not.toHaveProperty('bagCode')
    expect(saveInputOf('auction', phone, 'draft')).not.toHaveProperty('inspectionId')
    const { phone: saved } = benchAfter(picked, { type: 'saved', saved: savedRecord({ version: 4 }), revision: 1 })
    if (!saved) throw new Error('no phone')
    expect(saveInputOf('auction', saved, 'submit')).toMatchObject({ version: 4, bagCode: '', intent: 'submit' })
  })

  test('a lowered grade travels with its reason, the system grade does not', () => {
    const { phone } = benchAfter({ type: 'changed', fields: { finalGrade: '90', overrideReason: '整体偏旧' } })
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
