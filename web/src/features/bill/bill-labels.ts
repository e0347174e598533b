import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { BILL_TYPES } from '@huanji/domain/fees/bill-types'
import { BILL_STATES } from '@huanji/domain/states/bill'
import type { StateTone } from '../../components/state-tag/state-tag.tsx'

export type BillRow = OutputOf<Calls['bill']['list']>['list'][number]

/** The colour a bill's state is shown in. */
export const BILL_TONES: Readonly<Record<BillRow['state'], StateTone>> = {
  pending: 'warning',
  settling: 'info',
  settled: 'success',
  frozen: 'danger',
  unfrozen: 'primary',
  cancelled: 'neutral',
}

export const BILL_STATE_OPTIONS = BILL_STATES.states.map(({ code, label }) => ({ value: code, label }))
export const BILL_TYPE_OPTIONS = BILL_TYPES.map(({ code, label }) => ({ value: code, label }))

export type BilledOrder = OutputOf<Calls['billDetail']['orders']>['list'][number]
export type FlowRow = OutputOf<Calls['billDetail']['flows']>['list'][number]
export type FlowAccount = OutputOf<Calls['billDetail']['flows']>['accounts'][number]
export type FindingRow = OutputOf<Calls['billCheck']['list']>['list'][number]
export type CheckRun = OutputOf<Calls['billCheck']['run']>['check']
export type StatementPreview = OutputOf<Calls['billImport']['preview']>
