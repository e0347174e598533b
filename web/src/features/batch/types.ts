import type { InputOf, OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

/** The contract's shapes of batches by the names that these screens use. */
export type AddInput = InputOf<Calls['batch']['addMultiCommodity']>
export type AddOutput = OutputOf<Calls['batch']['addMultiCommodity']>
export type AddedRow = AddOutput['rows'][number]
export type CommonInput = NonNullable<AddInput['common']>
export type UnitInput = AddInput['units'][number]

export type CheckedRow = OutputOf<Calls['batchEdit']['check']>['rows'][number]

export type BatchRow = OutputOf<Calls['batch']['getMultiDetRecordList']>['list'][number]
export type BatchDetail = OutputOf<Calls['batch']['getDetRecordDetailsByDetRecordId']>
export type BatchHead = BatchDetail['batch']
export type BatchVersion = BatchHead['versions'][number]
export type BatchUnitRow = BatchDetail['list'][number]
