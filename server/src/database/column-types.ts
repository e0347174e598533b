import type { FindingAction } from '@huanji/contract/features/reconciliation/calls'
import type { Channel } from '@huanji/domain/channel'
import type { FlowType } from '@huanji/domain/fees/account-flows'
import type { BillTypeCode } from '@huanji/domain/fees/bill-types'
import type { DifferenceKind, SettlementPart } from '@huanji/domain/fees/reconcile'
import type { StatementItem } from '@huanji/domain/fees/statement'
import type { RepairFlag } from '@huanji/domain/grading/ladder'
import type { NoticeKind } from '@huanji/domain/notices/kinds'
import type { AnswerDifference } from '@huanji/domain/refunds/differences'
import type { RecheckOutcome } from '@huanji/domain/refunds/recheck'
import type { AuctionEntryState } from '@huanji/domain/states/auction-entry'
import type { BagAction, BagState } from '@huanji/domain/states/bag'
import type { BillState } from '@huanji/domain/states/bill'
import type { BillCheckState } from '@huanji/domain/states/bill-check'
import type { BillFindingState } from '@huanji/domain/states/bill-finding'
import type { InspectionState } from '@huanji/domain/states/inspection'
import type { ListingState } from '@huanji/domain/states/listing'
import type { OrderState } from '@huanji/domain/states/order'
import type { RefundState } from '@huanji/domain/states/refund'
import type { StockImportState } from '@huanji/domain/states/stock-import'
import type { StockField, WrittenStock } from '@huanji/domain/stock/stock-row'
import type { Answers, Grade } from '@huanji/domain/template/types'
import type { ColumnType } from 'kysely'

/** The values that tell one variant of a model from another; empty where a model has none. */
interface UnitSku {
  readonly regulatoryNo: string
  readonly ram: string
  readonly storage: string
  readonly colour: string
}

/** A circle or an arrow over a photograph; its points are shares of width and height. */
interface PhotoMark {
  readonly shape: 'circle' | 'arrow'
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/** What a person chose for a kind of notice: whether it is shown, and whether it is sent to their phone as well. */
interface NoticeChoice {
  readonly isShown: boolean
  readonly isSent: boolean
}

/**
 * What the database cannot say about a column: the values of a text that a rule of the domain limits, and the shape of
 * a JSON value, by `table.column` in the names of tables.ts. A text with `check (x in (…))` needs no line here; a JSON
 * column without one reads as unknown. `node tests/tables.ts` refuses a line whose column does not exist.
 */
export interface ColumnTypes {
  'accountFlow.type': FlowType
  'auctionEntry.mode': 'sealed' | 'open'
  'auctionEntry.state': AuctionEntryState
  'saleOrder.grade': Grade
  'saleOrderLine.grade': Grade
  'saleOrderAuction.mode': 'sealed' | 'open'
  'saleOrder.state': OrderState
  'auditLog.after': Record<string, string>
  'auditLog.before': Record<string, string>
  'batch.grade': Grade
  'batch.repairFlag': RepairFlag
  'batch.sku': UnitSku
  'batchVersion.answers': Answers
  'batchVersion.grade': Grade
  'batchVersion.repairFlag': RepairFlag
  'batchVersion.systemGrade': Grade
  'bill.state': BillState
  'billCheck.phase': 'orders' | 'moved' | 'loose' | 'files' | 'unlisted' | 'rest'
  'billCheck.state': BillCheckState
  'billFinding.decidedWay': FindingAction | ''
  'billFinding.kind': DifferenceKind
  'billFinding.state': BillFindingState
  'bill.type': BillTypeCode
  'catalogueModel.cells': Readonly<Record<string, string>>
  'cataloguePart.level': 1 | 2 | 3
  'dailyFigure.kind': 'all' | 'model' | 'grade' | 'session' | 'reason' | 'inspector'
  'exportTask.cursor': {
    /** Of the list's next page; null where the first one is still to be read. */
    readonly page: string | null
    readonly rows: number
    readonly crc: number
    readonly rawBytes: number
    readonly packedBytes: number
    /** What stands above the titles, and what each column has come to so far, in fen; absent of a file begun without them. */
    readonly caption?: string
    readonly sums?: readonly number[]
  }
  'exportTask.filter': Readonly<Record<string, unknown>>
  'exportTask.parts': readonly { readonly run: number; readonly bytes: number }[]
  'history.changes': readonly { readonly label: string; readonly before: string; readonly after: string }[]
  'inspection.answers': Answers
  'inspection.finalGrade': Grade
  'inspection.repairFlag': RepairFlag
  'inspection.state': InspectionState
  'inspection.systemGrade': Grade
  'listing.grade': Grade
  'listing.kind': 'single' | 'stock'
  'listing.photoOrder': readonly string[]
  'listing.state': ListingState
  'loginAttempt.failedAt': readonly number[]
  'notice.kind': NoticeKind
  'noticePerson.choices': Readonly<Partial<Record<NoticeKind, NoticeChoice>>>
  'photo.marks': readonly PhotoMark[]
  'refund.grade': Grade
  'refund.state': RefundState
  'refundUnit.answers': Answers
  'refundUnit.differences': readonly AnswerDifference[]
  'refundUnit.outcomes': List<RecheckOutcome>
  'sealBag.state': BagState
  'sealBagRecord.action': BagAction | 'register'
  'sealBagRecord.state': BagState
  'settlement.lines': readonly SettlementPart[]
  'settlementLine.item': StatementItem
  'shopAccount.channels': List<Channel>
  'stockHeads.fields': readonly (StockField | null)[]
  'stockImport.state': StockImportState
  'stockImportRow.written': WrittenStock
  'task.filter': Readonly<Record<string, unknown>>
  'task.input': Readonly<Record<string, unknown>>
  'unit.learnedAs': { readonly tac: string; readonly modelId: string; readonly sku: UnitSku }
  'unit.sku': UnitSku
  'webhookDelivery.data': Readonly<Record<string, string | null>>
  'webhookDelivery.event': NoticeKind | 'test'
  'webhookEndpoint.kinds': List<NoticeKind>
}

/** A `timestamptz`: read as ISO 8601 in UTC with milliseconds, written as that or as a Date, compared with ISO text. */
export type Moment = ColumnType<string, Date | string, Date | string>

/** A column that the database fills in when an insert leaves it out. */
export type Defaulted<T> = [T] extends [ColumnType<infer Read, infer Inserted, infer Updated>]
  ? ColumnType<Read, Inserted | undefined, Updated>
  : ColumnType<T, T | undefined, T>

/** A column that only the database writes. */
export type ByDatabase<T> = ColumnType<T, never, never>

/** An array column; what is written may be readonly. */
export type List<T> = ColumnType<T[], readonly T[], readonly T[]>

declare const json: unique symbol

/** The text of a JSON value of the type T: what `jsonText` (query.ts) makes and a JSON column takes. */
export type JsonText<T> = string & { readonly [json]: T }

/** A `jsonb` column. */
export type Json<T> = ColumnType<T, JsonText<T>, JsonText<T>>
