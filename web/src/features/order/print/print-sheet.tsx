import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { formatShanghai } from '@huanji/domain/time'
import { Barcode } from '../../../components/barcode/barcode.tsx'
import { orderLabel, pickedText } from '../order-labels.ts'
import type { PickRow, PickSheet } from '../types.ts'
import styles from './print-sheet.module.css'

/** 拣货单 is for taking phones off the shelf, 发货单 for packing them. */
export type SheetKind = 'pick' | 'ship'

export const SHEET_TITLES: Readonly<Record<SheetKind, string>> = { pick: '拣货单', ship: '发货单' }

const TICK = <span className={styles.tick} aria-hidden="true" />

function Goods({ row }: { row: PickRow }) {
  return (
    <>
      <b>{row.modelName || row.title}</b>
      <br />
      {row.skuText} {row.grade ? GRADE_LABELS[row.grade] : ''}
    </>
  )
}

/** By when it is to be shipped; of an order that is not to be shipped, why. */
const dueText = ({ state, deadlineAt }: PickRow): string =>
  state === 'awaiting_shipment' && deadlineAt ? formatShanghai(deadlineAt) : orderLabel(state)

/** The phones to be taken: those that are chosen by their codes, and how many are still free to choose. */
function Units({ row }: { row: PickRow }) {
  const open = row.unitCount - row.units.length
  return (
    <ul className={styles.units}>
      {row.units.map((unit) => (
        <li key={unit.barCode}>
          {TICK}
          <span>
            <b>{unit.barCode}</b> {unit.imei}
            {unit.bagCode ? ` 袋 ${unit.bagCode}` : ''}
          </span>
        </li>
      ))}
      {open > 0 ? (
        <li>
          {TICK}
          <span>{row.isShort ? `缺货 ${open} 台` : `任选同规格 ${open} 台，扫码选手机`}</span>
        </li>
      ) : null}
    </ul>
  )
}

/** In the order in which phones are taken off the shelf: those of one model and SKU together, the most urgent first. */
const byGoods = (one: PickRow, other: PickRow): number =>
  (one.modelName || one.title).localeCompare(other.modelName || other.title, 'zh') ||
  one.skuText.localeCompare(other.skuText, 'zh') ||
  (one.deadlineAt ?? '').localeCompare(other.deadlineAt ?? '')

function PickTable({ rows: inOrder }: { rows: readonly PickRow[] }) {
  const rows = inOrder.toSorted(byGoods)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">序号</th>
          <th scope="col">商品</th>
          <th scope="col">数量</th>
          <th scope="col">手机</th>
          <th scope="col">订单号 / 截止</th>
          <th scope="col">备注</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.orderId}>
            <td>{index + 1}</td>
            <td>
              <Goods row={row} />
            </td>
            <td>
              {row.unitCount}
              {row.pickedCount < row.unitCount ? <small>已选 {pickedText(row)}</small> : null}
            </td>
            <td>
              <Units row={row} />
            </td>
            <td>
              {row.orderNo}
              <small>
                {row.shopName} {dueText(row)}
              </small>
            </td>
            <td>{row.remark}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ShipTable({ rows }: { rows: readonly PickRow[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">序号</th>
          <th scope="col">订单号</th>
          <th scope="col">收件人</th>
          <th scope="col">商品</th>
          <th scope="col">运单号</th>
          <th scope="col">备注</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.orderId}>
            <td>{index + 1}</td>
            <td className={styles.number}>
              <Barcode text={row.orderNo} />
              {row.orderNo}
              <small>{row.shopName}</small>
            </td>
            <td>
              <b>{row.receiver.name}</b> {row.receiver.phone}
              <br />
              {row.receiver.region}
              {row.receiver.detail}
            </td>
            <td>
              <Goods row={row} />
              <small>
                {row.unitCount} 台
                {row.units.length > 0 ? `：${row.units.map(({ barCode }) => barCode).join('、')}` : ''}
              </small>
            </td>
            <td className={styles.waybill}>{row.waybill === '' ? '' : `${row.carrierName} ${row.waybill}`}</td>
            <td>{row.remark}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SheetProps {
  kind: SheetKind
  sheet: PickSheet
  title: string
}

/** One list on paper: black on white in either theme. */
export function Sheet({ kind, sheet, title }: SheetProps) {
  const { rows, printedAt } = sheet
  const units = rows.reduce((sum, { unitCount }) => sum + unitCount, 0)
  return (
    <article className={styles.paper} aria-label={SHEET_TITLES[kind]}>
      <header>
        <h2>
          {title} {SHEET_TITLES[kind]}
        </h2>
        <p>
          {rows.length} 单 {units} 台 · 打印时间 {formatShanghai(printedAt)}
        </p>
      </header>
      {kind === 'pick' ? <PickTable rows={rows} /> : <ShipTable rows={rows} />}
    </article>
  )
}
