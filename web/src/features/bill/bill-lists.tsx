import { PAGES } from '@huanji/contract/pages'
import type { Fen } from '@huanji/domain/money'
import type { ReactNode } from 'react'
import { shopOptions } from '../goods/filter-options.ts'
import styles from './bill-lists.module.css'
import { SignedMoney } from './signed-money.tsx'

// What the lists of the page of bills have in common.

/** Each is a way to look at the same money: which one stands in the address, whatever is filtered. */
export const BILL_LIST = { keeps: ['show'], title: PAGES.bills.title } as const

export const ORDER_NO_FILTER = {
  kind: 'text',
  name: 'orderNo',
  codeBox: 'bills-order',
  label: '订单号',
  placeholder: '扫描或输入订单号',
  main: true,
} as const

export const REFUND_NO_FILTER = {
  kind: 'text',
  name: 'refundNo',
  label: '售后单号',
  placeholder: '售后单号',
} as const

export const SHOP_FILTER = { kind: 'select', name: 'shopAccountId', label: '店铺', options: shopOptions } as const

export const OCCURRED_FILTER = { kind: 'days', name: 'occurredFrom', to: 'occurredTo', label: '发生时间' } as const

interface Movement {
  readonly direction: 'in' | 'out'
  readonly amountFen: Fen
}

const signed = ({ direction, amountFen }: Movement): Fen => (direction === 'in' ? amountFen : -amountFen)

/** An amount that comes in or goes out, by its sign. */
export const MOVED_CELL = {
  widthPx: 136,
  cell: (row: Movement) => <SignedMoney fen={signed(row)} strong />,
  text: (row: Movement) => (signed(row) / 100).toFixed(2),
} as const

/** A long text that is read whole, such as a formula: on two smaller lines within the row's height. */
export function LongText({ text }: { text: string }) {
  if (text === '') return <span className="muted">—</span>
  return (
    <span className={styles.long} title={text}>
      {text}
    </span>
  )
}

/** The choice of views stands behind the title of each. */
export interface BillViewProps {
  lead: ReactNode
}
