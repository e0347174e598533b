import { normaliseCode } from '@huanji/domain/codes/normalise'
import { unitWithCode } from '@huanji/domain/orders/unit-codes'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { Button } from '../../../components/button/button.tsx'
import { DetailPending } from '../../../components/detail/detail-pending.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { Note } from '../../../components/note/note.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { ScanBox, type ScanBoxHandle } from '../../../components/scan/scan-box.tsx'
import { useHeldScans } from '../../../components/scan/scan-hold.tsx'
import { useHeldFocus } from '../../../components/scan/use-held-focus.ts'
import { MainKeyHint } from '../../../components/shortcuts/main-key-hint.tsx'
import { useMainKey } from '../../../components/shortcuts/use-main-key.ts'
import { SubLine } from '../../../components/sub-line/sub-line.tsx'
import { ScrollTable } from '../../../components/table/table.tsx'
import type { ChannelOrders } from '../../channel/channels.ts'
import { UnitCodeCells } from '../../goods/unit-cells.tsx'
import { isUnpicked, pickedText } from '../order-labels.ts'
import { ShipHead } from '../shipping/ship-head.tsx'
import ship from '../shipping/ship-order.module.css'
import type { OrderRow, OrderUnit } from '../types.ts'
import { CandidatesTable } from './candidates-table.tsx'
import styles from './pick-order.module.css'
import { usePicking } from './use-picking.ts'

interface PickOrderProps {
  orders: ChannelOrders
  stock: NonNullable<ChannelOrders['stock']>
  order: OrderRow
  onOrder: (order: OrderRow) => void
  /** Goes on to packing: with the code that was scanned for it, or none. */
  pack: (order: OrderRow, firstCode: string, scanned: readonly string[]) => void
}

interface PickedProps {
  units: readonly OrderUnit[]
  disabled: boolean
  undo: (unit: OrderUnit) => void
}

function PickedTable({ units, disabled, undo }: PickedProps) {
  if (units.length === 0) return null
  return (
    <ScrollTable label="已选手机表格">
      <thead>
        <tr>
          <th scope="col">已选手机</th>
          <th scope="col">IMEI / 条码</th>
          <th scope="col">封袋码 / 质检单号</th>
          <th scope="col">
            <span className="sr-only">操作</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {units.map((unit) => (
          <tr key={unit.unitId} className={styles.picked}>
            <td>
              {unit.modelName}
              <SubLine>
                {unit.skuText} <GradeBadge grade={unit.grade} small />
              </SubLine>
            </td>
            <UnitCodeCells unit={unit} />
            <td className={styles.does}>
              <Button
                small
                disabled={disabled}
                aria-label={`撤销 ${unit.imei || unit.barCode}`}
                onClick={() => undo(unit)}
              >
                撤销
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}

function PickForm({
  orders,
  stock,
  order,
  onOrder,
  pack,
  units: begun,
}: PickOrderProps & { units: readonly OrderUnit[] }) {
  const box = useRef<ScanBoxHandle>(null)
  const container = useRef<HTMLDivElement>(null)
  const picking = usePicking({
    orders,
    stock,
    order,
    units: begun,
    onOrder,
    onComplete: (done, seen) => pack(done, '', seen),
  })
  const { units, question, isSending, pick, undo, told, forget, now, seen } = picking
  useHeldFocus(box)
  useHeldScans(box)
  const isComplete = !isUnpicked(order)
  useMainKey(container, () => {
    if (question) press(pick(question.choice))
    else if (isComplete) pack(now(), '', seen())
  })
  const press = (work: Promise<ScanOutcome>) =>
    void told(work).then((outcome) => {
      box.current?.tell(outcome)
      box.current?.focus()
    })
  const onScan = (code: string): Promise<ScanOutcome> | ScanOutcome => {
    const isPicked = unitWithCode(units, normaliseCode(code)) !== undefined
    if (isUnpicked(now())) return pick({ unitCode: code })
    if (!isPicked) return { ok: false, message: '已选齐。要换一台，请先撤销已选的手机' }
    pack(now(), code, seen())
    return { ok: true, message: '开始发货' }
  }
  const hint = isComplete ? '已选齐：再扫一次已选的手机开始发货' : '扫描要发的手机'
  return (
    <div className={styles.picking} ref={container}>
      <ShipHead orders={orders} order={order} />
      <ScanBox ref={box} name="pick" label={hint} onScan={onScan} />
      {question ? (
        <Note tone="warning">
          <div className={styles.ask}>
            <span>{question.message}。确定发这台吗？</span>
            <Button small onClick={forget}>
              换一台
            </Button>
            <Button small tone="primary" busy={isSending} onClick={() => press(pick(question.choice))}>
              就发这台 <MainKeyHint />
            </Button>
          </div>
        </Note>
      ) : null}
      {order.isShort ? (
        <Note tone="danger">
          <span>
            <b>缺货：</b>卖出的比库存多，还差 {order.unitCount - order.pickedCount} 台，补足后才能发货。
          </span>
        </Note>
      ) : null}
      <PickedTable units={units} disabled={isSending} undo={(unit) => press(undo(unit.inspectionId))} />
      {isComplete ? null : (
        <CandidatesTable
          orderId={order.orderId}
          disabled={isSending}
          pickedIds={new Set(units.map(({ unitId }) => unitId))}
          choose={({ inspectionId }) => press(pick({ inspectionId }))}
        />
      )}
      <div className={ship.foot}>
        <span className="muted">
          已选 <b className="num">{pickedText(order)}</b> 台
        </span>
        <Button tone="primary" icon="truck" disabled={!isComplete || isSending} onClick={() => pack(now(), '', seen())}>
          去发货 {question ? null : <MainKeyHint />}
        </Button>
      </div>
    </div>
  )
}

/** 选手机: by scan, or from the list of those that the order can be sent with (docs/domain.md §6.4). */
export function PickOrder(props: PickOrderProps) {
  const { barcodeList } = props.orders.calls
  const query = useQuery({ ...queryOf(barcodeList, { orderId: props.order.orderId }), gcTime: 0 })
  return <DetailPending query={query}>{({ units }) => <PickForm {...props} units={units} />}</DetailPending>
}
