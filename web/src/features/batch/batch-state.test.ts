import { describe, expect, test } from 'vitest'
import { addInput, listedUnits, nextToCheck, nextToSend, sendable } from './batch-input.ts'
import { type BatchAction, type BatchState, batchReducer, EMPTY_BATCH, type Verdict } from './batch-state.ts'
import { ownAnswers, wholeAnswers } from './own-answers.ts'
import { readUnit, unitOf } from './read-unit.ts'
import type { AddedRow } from './types.ts'

const IMEIS = ['490154203237518', '356938035643809', '860246040000018'] as const
const OK: Verdict = {
  ok: true,
  isKnown: false,
  problem: '',
  message: '',
  remedy: 'none',
  openInspectionId: null,
  grade: '95',
}
const ON_SALE: Verdict = { ...OK, ok: false, problem: 'UNIT_ON_SALE', message: '该手机已在售', remedy: 'remove' }

const run = (state: BatchState, ...actions: readonly BatchAction[]): BatchState => actions.reduce(batchReducer, state)
const scanned = (...imeis: readonly string[]): BatchAction => ({
  type: 'added',
  units: imeis.map((imei) => unitOf({ kind: 'imei', imei })),
})
const added = (verdict: Verdict, no = ''): AddedRow => ({
  ...verdict,
  inspectionId: verdict.ok ? `id-${no}` : null,
  inspectionNo: no,
  barCode: '',
  state: verdict.ok ? 'listable' : null,
})
const standings = (state: BatchState) => listedUnits(state).map(({ standing }) => standing)

describe('the list of a batch', () => {
  test('a row with a code of an earlier row is refused, until that one is gone', () => {
    const state = run(EMPTY_BATCH, scanned(IMEIS[0], IMEIS[1], IMEIS[0]))
    expect(listedUnits(state).map(({ twin }) => twin)).toEqual([null, null, 1])
    expect(nextToCheck(state)).toHaveLength(2)
    const after = run(state, { type: 'removed', keys: [1] })
    expect(listedUnits(after).map(({ twin }) => twin)).toEqual([null, null])
  })

  test('a second IMEI and a bag count as codes too', () => {
    const written = { imei: IMEIS[0], imei2: IMEIS[1], sn: '', bagCode: 'FD12345678', remark: '' }
    const units = [readUnit(written), readUnit({ ...written, imei: IMEIS[1], imei2: '' })]
    const bag = readUnit({ ...written, imei: IMEIS[2], imei2: '' })
    const state = run(EMPTY_BATCH, { type: 'added', units: [...units, bag] })
    expect(listedUnits(state).map(({ twin }) => twin)).toEqual([null, 1, 1])
  })

  test('an answer counts only for a row that has not changed since it was asked about', () => {
    const state = run(EMPTY_BATCH, scanned(IMEIS[0], IMEIS[1]))
    const changed = run(state, { type: 'bagTaken', key: 2, bagCode: 'FD12345678' })
    const after = run(changed, { type: 'checked', asked: state.units, rows: [OK, OK] })
    expect(standings(after)).toEqual(['ready', 'waiting'])
  })

  test('defect: a shop or a remark made every answer stale', () => {
    const checked = run(EMPTY_BATCH, scanned(IMEIS[0]), { type: 'checked', asked: [], rows: [] })
    const known = run(checked, { type: 'checked', asked: checked.units, rows: [OK] })
    const after = run(known, { type: 'commonChanged', fields: { remark: '第二批' } })
    expect(standings(after)).toEqual(['ready'])
    expect(standings(run(after, { type: 'commonChanged', fields: { finalGrade: '90' } }))).toEqual(['waiting'])
  })

  test('another common part makes every answer stale', () => {
    const state = run(EMPTY_BATCH, scanned(IMEIS[0]))
    const checked = run(state, { type: 'checked', asked: state.units, rows: [OK] })
    expect(standings(checked)).toEqual(['ready'])
    expect(standings(run(checked, { type: 'commonChanged', fields: { finalGrade: '80' } }))).toEqual(['waiting'])
  })

  test('a scanned bag belongs to the phone scanned last, or to the one that asked for another', () => {
    const state = run(EMPTY_BATCH, scanned(IMEIS[0]), scanned(IMEIS[1]))
    expect(state.currentKey).toBe(2)
    expect(run(state, { type: 'bagAwaited', key: 1 }).currentKey).toBe(1)
  })
})

describe('sending', () => {
  const listed = (): BatchState => {
    const state = run(EMPTY_BATCH, scanned(...IMEIS))
    return run(state, { type: 'checked', asked: state.units, rows: [OK, ON_SALE, OK] })
  }
  const part = (state: BatchState) => ({
    input: addInput('curated', state, nextToSend(state)),
    idempotencyKey: 'one',
    keys: nextToSend(state).map(({ key }) => key),
  })

  test('goes in parts of fifty, without rows that are refused', () => {
    const many = Array.from({ length: 120 }, (_, index) => unitOf({ kind: 'sn', sn: `SERIAL${1000 + index}` }))
    const state = run(EMPTY_BATCH, { type: 'added', units: many })
    expect(nextToSend(state)).toHaveLength(50)
    expect(sendable(listed()).map(({ key }) => key)).toEqual([1, 3])
  })

  test('rows that are on their way can neither change nor go', () => {
    const state = listed()
    const sent = run(state, { type: 'sent', part: part(state) })
    expect(standings(sent)).toEqual(['sent', 'refused', 'sent'])
    const tried = run(
      sent,
      { type: 'removed', keys: [1] },
      { type: 'bagTaken', key: 3, bagCode: 'FD12345678' },
      { type: 'setAside', key: 1 },
    )
    expect(tried.units).toEqual(sent.units)
  })

  test('what was taken leaves, what was refused stays with what to do; the first phone is the sample', () => {
    const state = listed()
    const sent = part(state)
    const rows = [added(OK, 'ZJ1'), added({ ...ON_SALE, remedy: 'openRecord' })]
    const after = run(
      state,
      { type: 'sent', part: sent },
      { type: 'took', part: sent, answer: { batchId: 'b1', batchNo: 'PC1', rows } },
    )
    expect(after.units.map(({ key, verdict }) => [key, verdict?.remedy])).toEqual([
      [2, 'remove'],
      [3, 'openRecord'],
    ])
    expect(after).toMatchObject({
      batchId: 'b1',
      batchNo: 'PC1',
      sent: null,
      taken: { count: 1, sample: { inspectionId: 'id-ZJ1', inspectionNo: 'ZJ1' } },
    })
    expect(addInput('curated', after, after.units)).toMatchObject({ batchId: 'b1' })
    expect(addInput('curated', after, after.units)).not.toHaveProperty('common')
  })
})

describe('a phone’s own answers', () => {
  const common = { C01: { options: ['C01-1'] }, A14: { options: [], value: '95' } }

  test('are those that differ, whatever the order of options', () => {
    const whole = { ...common, C01: { options: ['C01-3'] }, F02: { options: ['F02-2'] } }
    const own = ownAnswers(common, whole)
    expect(own).toEqual({ C01: { options: ['C01-3'] }, F02: { options: ['F02-2'] } })
    expect(wholeAnswers(common, own)).toEqual(whole)
    expect(ownAnswers({ B: { options: ['1', '2'] } }, { B: { options: ['2', '1'] } })).toEqual({})
  })

  test('that are taken away are the batch’s again', () => {
    expect(ownAnswers(common, { A14: { options: [], value: '95' } })).toEqual({})
  })
})
