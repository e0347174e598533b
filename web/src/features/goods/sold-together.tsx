import type { Cell } from '../../components/list/list-types.ts'

interface SoldTogether {
  readonly unitCount: number
  /** The first unit's codes. */
  readonly imei: string
  readonly barCode: string
}

const codeOf = (row: SoldTogether): string => (row.unitCount > 1 ? '' : row.imei || row.barCode)

/** The cell that names the phone behind a listing or an order, or how many there are. */
export const SOLD_TOGETHER: Cell<SoldTogether> = {
  cell: (row) => (row.unitCount > 1 ? `打包 ${row.unitCount} 台` : <span className="code">{codeOf(row)}</span>),
  copy: codeOf,
  text: (row) => (row.unitCount > 1 ? `打包 ${row.unitCount} 台` : codeOf(row)),
}
