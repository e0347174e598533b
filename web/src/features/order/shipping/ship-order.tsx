import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { Button } from '../../../components/button/button.tsx'
import { DetailPending } from '../../../components/detail/detail-pending.tsx'
import { Note } from '../../../components/note/note.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { ScanBox, type ScanBoxHandle } from '../../../components/scan/scan-box.tsx'
import { useHeldScans } from '../../../components/scan/scan-hold.tsx'
import { useHeldFocus } from '../../../components/scan/use-held-focus.ts'
import { MainKeyHint } from '../../../components/shortcuts/main-key-hint.tsx'
import { useMainKey } from '../../../components/shortcuts/use-main-key.ts'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { can } from '../../../session/session.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import { type CheckedUnit, UnitCheckTable } from '../../goods/unit-check-table.tsx'
import { hasLeft } from '../order-labels.ts'
import type { OrderRow, OrderUnit } from '../types.ts'
import { newPacking, type Packing, type Step, scanInto, stepOf, uncheckedCount, withWaybill } from './packing.ts'
import { ParcelFields } from './parcel-fields.tsx'
import { ShipHead } from './ship-head.tsx'
import styles from './ship-order.module.css'
import { type Fault, useShipping } from './use-shipping.ts'

const SCAN_LABELS: Readonly<Record<Step, string>> = {
  unit: '扫描手机的 IMEI 或条码',
  bag: '扫描这台的封袋码',
  waybill: '扫描运单号',
  ready: '可重扫运单号，或按 Ctrl+Enter 发货',
}

const CHANGE_LABEL = '扫描新的运单号'

/** Says of a phone that was scanned for the wrong order which order it is for, where that can be found out. */
async function toldOfForeign({ calls }: ChannelOrders, code: string, outcome: ScanOutcome): Promise<ScanOutcome> {
  const found = can(calls.list.path)
    ? await calls.list({ code, page: 1, pageSize: 1 }, { handles: 'all' }).catch(() => null)
    : null
  const [other] = found?.list ?? []
  if (other?.state !== 'awaiting_shipment') return outcome
  return { ...outcome, message: outcome.message.replace('这台不是这一单的', `这台是订单 ${other.orderNo} 的`) }
}

interface ShipOrderProps {
  orders: ChannelOrders
  order: OrderRow
  /** The code that opened this order: its unit counts as scanned. */
  firstCode: string
  /** The codes that were scanned as the phones were chosen in this window. */
  scanned: readonly string[]
  /** The number that the parcel is known to have; empty for none. */
  waybill: string
  onShipped: (order: OrderRow) => void
  /** Told whenever something was scanned, so that closing can ask first. */
  onProgress: (hasProgress: boolean) => void
  /** Asked for when the order changed meanwhile. */
  reload: () => Promise<void>
  /** Goes back to choosing the phones; null where nothing is chosen. */
  repick: (() => void) | null
}

function FaultNote({ fault, reload }: { fault: Fault; reload: () => void }) {
  if (fault.field !== null) return null
  return (
    <Note tone="danger">
      <span>{fault.message}</span>
      {fault.isStale ? (
        <Button small onClick={reload}>
          按最新订单继续
        </Button>
      ) : null}
    </Note>
  )
}

/** How far one phone of the order is checked. */
function checkOf({ scans, open }: Packing, unit: OrderUnit): CheckedUnit {
  const bag = unit.bagCode ?? '无封袋'
  if (unit.dispatchState === 'shipped')
    return { unit, bag, tone: 'done', state: <StateTag tone="info">已寄出</StateTag> }
  if (scans[unit.unitId]) return { unit, bag, tone: 'done', state: <StateTag tone="success">已核对</StateTag> }
  if (open?.unitId === unit.unitId) {
    return { unit, bag, tone: 'open', state: <StateTag tone="warning">待扫封袋</StateTag> }
  }
  return { unit, bag, state: <StateTag>待扫手机</StateTag> }
}

function ShipForm({
  orders,
  units,
  order,
  firstCode,
  scanned,
  waybill,
  onShipped,
  onProgress,
  reload,
  repick,
}: ShipOrderProps & { units: readonly OrderUnit[] }) {
  const [packing, setPacking] = useState<Packing>(() => {
    const empty = newPacking(units, scanned)
    const begun = waybill === '' ? empty : withWaybill(empty, waybill)
    return firstCode === '' ? begun : scanInto(begun, firstCode).packing
  })
  const [addressId, setAddressId] = useState('')
  const { ship, isSending, fault, clearFault } = useShipping(orders, order, onShipped)
  const box = useRef<ScanBoxHandle>(null)
  // Scans may come faster than React renders: what the last one left is kept here.
  const latest = useRef(packing)
  latest.current = packing
  useHeldFocus(box)
  useHeldScans(box)
  const step = stepOf(packing)

  const onScan = (code: string): ScanOutcome | Promise<ScanOutcome> => {
    const { packing: next, outcome, foreign } = scanInto(latest.current, code)
    latest.current = next
    setPacking(next)
    clearFault()
    return foreign === undefined ? outcome : toldOfForeign(orders, foreign, outcome)
  }
  const onParcel: Dispatch<SetStateAction<Packing>> = (next) => {
    setPacking(next)
    clearFault()
  }
  const isChange = hasLeft(order)
  const hasProgress =
    packing.open !== null || packing.waybill !== '' || (!isChange && uncheckedCount(packing) < units.length)
  useEffect(() => onProgress(hasProgress), [hasProgress, onProgress])

  const submit = () => void ship(latest.current, addressId)
  const container = useRef<HTMLDivElement>(null)
  useMainKey(container, submit)

  return (
    <div className={styles.packing} ref={container}>
      <ShipHead orders={orders} order={order} />
      <ScanBox
        ref={box}
        name="packing"
        label={isChange ? CHANGE_LABEL : SCAN_LABELS[step]}
        onScan={onScan}
        active={!isSending}
      />
      <UnitCheckTable caption="订单手机" check="核对" rows={units.map((unit) => checkOf(packing, unit))} />
      <ParcelFields
        packing={packing}
        setPacking={onParcel}
        addressId={addressId}
        setAddressId={setAddressId}
        fault={fault}
        disabled={isSending}
        onWaybill={() => box.current?.focus()}
      />
      {fault ? <FaultNote fault={fault} reload={() => void reload().then(clearFault)} /> : null}
      <div className={styles.foot}>
        <span className="muted">
          {isChange ? (
            '手机已经寄出，只改运单号'
          ) : (
            <>
              已核对 <b className="num">{units.length - uncheckedCount(packing)}</b> /{' '}
              <b className="num">{units.length}</b> 台
            </>
          )}
          {repick ? (
            <Button small tone="link" disabled={isSending} onClick={repick}>
              换一台
            </Button>
          ) : null}
        </span>
        <Button tone="primary" icon="truck" busy={isSending} onClick={submit}>
          {isChange ? '改成这个运单号' : '确认发货'} <MainKeyHint />
        </Button>
      </div>
    </div>
  )
}

/** Packing one order: scan every unit and its bag, scan the waybill, ship. */
export function ShipOrder(props: ShipOrderProps) {
  // Never from the cache: the list is read once, and units that were shipped since must not be in it.
  const { barcodeList } = props.orders.calls
  const query = useQuery({ ...queryOf(barcodeList, { orderId: props.order.orderId }), gcTime: 0 })
  return <DetailPending query={query}>{({ units }) => <ShipForm {...props} units={units} />}</DetailPending>
}
