import type { Channel } from '@huanji/domain/channel'
import type * as z from 'zod'
import type { requestWant } from './shapes.ts'

/**
 * What the contract's codes are called, where no state table of the domain says it. The data dictionary and the screens
 * read the same words here.
 */

/** A word for each of an enumeration's values. */
type Labels<E extends z.ZodType> = Readonly<Record<z.output<E> & string, string>>

export const CHANNEL_LABELS: Readonly<Record<Channel, string>> = { auction: '鱼市', curated: '严选' }

/** What is asked of the marketplace, while it has still to be so. */
export const REQUEST_LABELS: Labels<typeof requestWant> = {
  on_sale: '正在上架',
  edited: '正在修改',
  change_price: '正在改价',
  stock: '正在同步库存',
  offer_accepted: '正在同意议价',
  offer_refused: '正在拒绝议价',
  off_shelf: '正在下架',
  deleted: '正在删除',
  shipped: '正在同步发货',
  closed: '正在关闭',
  refund_agreed: '正在同意售后',
  refund_refused: '正在拒绝售后',
  return_confirmed: '正在确认收货',
  plan_taken: '正在提交处理办法',
  goods_resent: '正在提交补发',
}

/** The codes that have a label, in their order: what an enumeration of the contract takes. */
export const codesOf = <Code extends string>(labels: Readonly<Record<Code, string>>): [Code, ...Code[]] =>
  Object.keys(labels) as [Code, ...Code[]]

/** The states of a table, or the types of a list, as options. */
export const optionsIn = (
  rows: readonly { readonly code: string; readonly label: string }[],
): { value: string; label: string }[] => rows.map(({ code, label }) => ({ value: code, label }))

/** Labels as the options of a select, in their order. */
export const optionsOf = (labels: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
