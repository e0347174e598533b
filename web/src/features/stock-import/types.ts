import type { InputOf, OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

type StockCalls = Calls['importedStock']

/** The contract's shapes by the names that these screens use. */
export type StockImport = OutputOf<StockCalls['list']>['list'][number]
export type Checked = OutputOf<StockCalls['check']>
export type CheckedRow = Checked['rows'][number]
export type UnknownText = Checked['texts'][number]
export type DoneRow = OutputOf<StockCalls['rows']>['rows'][number]
export type StockResult = DoneRow['result']
export type CheckInput = InputOf<StockCalls['check']>
