import { type ClipboardEvent, useRef, useState } from 'react'
import { Button } from '../../../components/button/button.tsx'
import { confirm } from '../../../components/confirm/confirm.tsx'
import input from '../../../components/field/field.module.css'
import { leaving, useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { FailureNote } from '../../../components/note/note.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { ScanBox, type ScanBoxHandle } from '../../../components/scan/scan-box.tsx'
import { useHeldFocus } from '../../../components/scan/use-held-focus.ts'
import { MainKeyHint } from '../../../components/shortcuts/main-key-hint.tsx'
import { useMainKey } from '../../../components/shortcuts/use-main-key.ts'
import { toast } from '../../../components/toast/toast.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import { ShipAddressSelect } from '../shipping/ship-address-select.tsx'
import styles from './deliver-many.module.css'
import type { ParcelLine } from './parcel-line.ts'
import { isReady, LINES_MAX, linesOfOrders, openLine, problemOf, waitOf } from './parcel-lines.ts'
import { ParcelTable } from './parcel-table.tsx'
import { type DeliverMany, type SentParcel, useDeliverMany } from './use-deliver-many.ts'

const loadReader = () => import('../../tables/parcel-tables.ts')

const GIVE_UP = leaving({
  title: '这张发货表还没发完，要走吗？',
  body: '还没有发出的行不会保留。',
  stay: '继续发货',
  go: '不要这张表了',
})

/** What a line of a list holds, by what each channel's parcels are checked against. */
const PLACEHOLDERS = {
  auction: '从表格复制后粘贴，每行：订单号、运单号，再逐台扫描手机和封袋；或条码、封袋码、运单号。快递公司可不填',
  curated: '从表格复制后粘贴，每行：订单号、运单号、快递公司（可不填），再逐台扫描手机；或条码、运单号',
} as const

/** Takes a list that was copied out of a sheet: pasted anywhere in the drawer, it is taken at once. */
function usePastedList(work: DeliverMany, tell: (outcome: ScanOutcome) => void) {
  const [text, setText] = useState('')
  const take = async (pasted: string) => {
    const { parcelsOfTable, tableOfText } = await loadReader()
    const read = parcelsOfTable(tableOfText(pasted))
    if (!read.ok) return tell(read)
    // a list that is too long stays here, to be cut
    if (read.parcels.length <= LINES_MAX - work.lines.length) setText('')
    tell(await work.add(read.parcels))
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    const isBox = event.target instanceof HTMLTextAreaElement
    // one code goes where it was pasted
    if (work.isSending || (!isBox && !/[\r\n\t]/.test(pasted.trim()))) return
    event.preventDefault()
    event.stopPropagation()
    setText(pasted)
    void take(pasted)
  }
  return { text, setText, take: () => void take(text), onPaste }
}

interface PasteBoxProps {
  list: ReturnType<typeof usePastedList>
  placeholder: string
  disabled: boolean
}

function PasteBox({ list: { text, setText, take }, placeholder, disabled }: PasteBoxProps) {
  return (
    <div className={styles.paste}>
      <textarea
        className={input.input}
        rows={3}
        aria-label="粘贴发货表"
        placeholder={placeholder}
        value={text}
        disabled={disabled}
        onChange={(event) => setText(event.target.value)}
      />
      <Button disabled={text.trim() === '' || disabled} onClick={take}>
        加入
      </Button>
    </div>
  )
}

function SentList({ sent }: { sent: readonly SentParcel[] }) {
  if (sent.length === 0) return null
  return (
    <details className={styles.sent}>
      <summary>已发货 {sent.length} 单，正在告诉闲鱼</summary>
      <ul>
        {sent.map(({ orderNo, carrierName, waybill }) => (
          <li key={orderNo}>
            <span className="code">{orderNo}</span> {carrierName} <span className="code">{waybill}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** How many lines can go, how many are to be mended first, and how many wait for a scan. */
function countsOf(lines: readonly ParcelLine[]) {
  const ready = lines.filter((line) => isReady(line, lines)).length
  const wrong = lines.filter((line) => problemOf(line, lines) !== '').length
  const waiting = lines.filter((line) => waitOf(line, lines) !== null).length
  return { ready, wrong, waiting }
}

interface DeliverManyDrawerProps {
  orders: ChannelOrders
  /** The orders that were ticked: each has its line. */
  orderNos: readonly string[]
  onClose: () => void
}

/** 批量发货: a list of orders or phones with their waybills, pasted or scanned; wrong lines stay to be mended. */
export function DeliverManyDrawer({ orders, orderNos, onClose }: DeliverManyDrawerProps) {
  const [addressId, setAddressId] = useState('')
  const work = useDeliverMany(orders, addressId, linesOfOrders(orderNos))
  const { lines, sent, isChecking, isSending, failure } = work
  const { ready, wrong, waiting } = countsOf(lines)
  const box = useRef<ScanBoxHandle>(null)
  const container = useRef<HTMLDivElement>(null)
  useHeldFocus(box)
  useLeaveGuard(() => lines.length > 0 && !isSending, GIVE_UP)
  const ship = async () => {
    if (ready === 0 || isSending) return
    const left = wrong + waiting > 0 ? `另有 ${wrong + waiting} 行还不能发，会留在表里。` : ''
    const ask = {
      title: `发货 ${ready} 单？`,
      body: `将按表中的运单号发货 ${ready} 单。${left}`,
      ok: `发货 ${ready} 单`,
    }
    if (!(await confirm(ask))) return
    const count = await work.ship()
    if (count > 0) toast('success', `已发货 ${count} 单，正在告诉闲鱼`)
    box.current?.focus()
  }
  useMainKey(container, () => void ship())
  const open = openLine(lines)
  const label = open ? `扫描 ${open.code} 的封袋码或运单号` : '扫描条码、封袋码或订单号'
  const list = usePastedList(work, (outcome) => {
    box.current?.tell(outcome)
    // the button that was pressed has gone out, and takes the focus with it
    if (outcome.ok || document.activeElement === document.body) box.current?.focus()
  })
  return (
    <Dialog
      title={`批量发货（${orders.title}）`}
      kind="drawer"
      widthPx={960}
      closable={!isSending}
      onClose={onClose}
      footer={
        <>
          <span className={styles.count} role="status">
            {isChecking ? '正在核对…' : null}
            {!isChecking && lines.length > 0 ? (
              <>
                可发 <b className="num">{ready}</b> 单
                {waiting > 0 ? (
                  <span>
                    ，待扫描 <b className="num">{waiting}</b> 单
                  </span>
                ) : null}
                {wrong > 0 ? (
                  <span className={styles.problem}>
                    ，待修改 <b className="num">{wrong}</b> 行
                  </span>
                ) : null}
              </>
            ) : null}
          </span>
          <Button disabled={isSending} onClick={onClose}>
            关闭
          </Button>
          <Button tone="primary" icon="truck" busy={isSending} disabled={ready === 0} onClick={() => void ship()}>
            发货 {ready} 单 <MainKeyHint />
          </Button>
        </>
      }
    >
      <div className={styles.drawer} ref={container} onPasteCapture={list.onPaste}>
        <ScanBox ref={box} name="parcels" label={label} onScan={work.scan} active={!isSending} />
        <PasteBox list={list} placeholder={PLACEHOLDERS[orders.channel]} disabled={isSending} />
        <FailureNote text={failure} />
        <SentList sent={sent} />
        {lines.length > 0 ? (
          <>
            <ParcelTable
              lines={lines}
              disabled={isSending}
              rewrite={work.rewrite}
              judge={work.judge}
              remove={work.remove}
            />
            <ShipAddressSelect value={addressId} onChange={setAddressId} disabled={isSending} />
          </>
        ) : (
          <p className="muted">
            逐单扫描：条码、封袋码、运单号；或从表格复制后粘贴，再扫描手机和封袋核对。有问题的行留下来修改。
          </p>
        )}
      </div>
    </Dialog>
  )
}
