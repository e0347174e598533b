import { useEffect, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { useIdempotencyKey } from '../../../api/idempotency-key.ts'
import { errorText, isRefusal } from '../../../api/refusal.ts'
import { Button } from '../../../components/button/button.tsx'
import { Facts } from '../../../components/detail/detail.tsx'
import { leaving, useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { ScanBox, type ScanBoxHandle } from '../../../components/scan/scan-box.tsx'
import { useHeldFocus } from '../../../components/scan/use-held-focus.ts'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../../components/sub-line/sub-line.tsx'
import { type CheckedUnit, UnitCheckTable } from '../../goods/unit-check-table.tsx'
import { refundDetailOf } from '../../links/refund-links.ts'
import type { RefundDialogProps } from '../refund-actions.tsx'
import type { RefundDetail, RefundUnit } from '../types.ts'
import styles from './receive-drawer.module.css'
import {
  type Mismatch,
  type OpenPhone,
  type Receipt,
  type Receiving,
  type Step,
  scanBag,
  scanReturn,
  takesScans,
  waitingUnits,
} from './receiving.ts'

const GIVE_UP = leaving({
  title: '还没扫封袋，要走吗？',
  body: '手机已扫到，封袋还没扫。现在走，这台要从头扫。',
  go: '不扫了',
  stay: '继续扫',
})

const TAKE_ANYWAY = '就收这台，记下不同'

const BUSY: ScanOutcome = { ok: false, message: '正在提交，请稍后再扫' }

/** How the scanned return parcel goes on, step by step. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share one state, which would otherwise be handed around
function useReceiving(opened: RefundDetail) {
  const [refund, setRefund] = useState(opened)
  const [open, setOpen] = useState<OpenPhone | null>(null)
  const [mismatch, setMismatch] = useState<Mismatch | null>(null)
  const [isSending, setSending] = useState(false)
  const sendWithKey = useIdempotencyKey()
  // Scans may come faster than React renders.
  const latest = useRef<Receiving & { readonly refund: RefundDetail }>({ refund: opened, open: null })
  const sending = useRef(false)
  const mark = (sends: boolean) => {
    sending.current = sends
    setSending(sends)
  }
  const keep = (next: Partial<typeof latest.current>, asked: Mismatch | null) => {
    latest.current = { ...latest.current, ...next }
    setRefund(latest.current.refund)
    setOpen(latest.current.open)
    setMismatch(asked)
  }

  /** Shows the case as the server has it by now; the next phone is waited for. */
  const readAgain = async () => {
    const { refundId, channel } = latest.current.refund
    keep({ refund: await refundDetailOf(channel)({ refundId }, { handles: 'all' }), open: null }, null)
  }
  const send = async (receipt: Receipt): Promise<ScanOutcome> => {
    const wanted = { refundId: latest.current.refund.refundId, ...receipt }
    mark(true)
    try {
      const { warning } = await sendWithKey(wanted, (options) => api.refundHandling.receive(wanted, options))
      if (warning) {
        const next = { receipt: { ...receipt, confirmDifferent: true } }
        keep({}, { title: warning.message, sold: '', scanned: receipt.unitCode, agree: TAKE_ANYWAY, next })
        return { ok: true, isHeld: true, message: warning.message }
      }
      await readAgain()
      const left = waitingUnits(latest.current.refund).length
      return { ok: true, message: left > 0 ? `已签收，还有${left}台，请扫下一台` : '已全部签收' }
    } catch (error) {
      // by a colleague, or by an earlier try of ours after which the case could not be read
      if (isRefusal(error, 'REFUND_UNIT_RECEIVED')) await readAgain()
      throw error
    } finally {
      mark(false)
    }
  }
  /** Why another phone is none that came back, where it lies here; the server writes nothing while nobody has agreed. */
  const oursAmong = async ({ mismatch: asked }: Step): Promise<ScanOutcome | null> => {
    if (!asked || !('open' in asked.next)) return null
    const { unitId, unitCode } = asked.next.open
    const wanted = { refundId: latest.current.refund.refundId, unitId, unitCode, bagCode: '' }
    try {
      await sendWithKey(wanted, (options) => api.refundHandling.receive(wanted, options))
      return null
    } catch (error) {
      if (!isRefusal(error, 'REFUND_UNIT_OURS')) throw error
      return { ok: false, message: error.message }
    }
  }
  const go = async (step: Step): Promise<ScanOutcome> => {
    if (step.receipt) {
      const sent = await send(step.receipt)
      return { ...sent, message: [step.outcome.message, sent.message].filter((part) => part !== '').join('，') }
    }
    const ours = await oursAmong(step)
    if (ours) return ours
    keep({ open: step.open ?? latest.current.open }, step.mismatch ?? null)
    return step.outcome
  }
  /** The person takes in what does not fit what was sold. */
  const agree = async (asked: Mismatch): Promise<ScanOutcome> => {
    if ('receipt' in asked.next) return send(asked.next.receipt)
    const { open: other } = asked.next
    const unit = latest.current.refund.units.find(({ unitId }) => unitId === other.unitId)
    if (unit?.soldBagCode === null) {
      return send({ unitId: other.unitId, unitCode: other.unitCode, bagCode: '', confirmDifferent: true })
    }
    keep({ open: other }, null)
    return { ok: true, message: '已确认，请扫封袋码' }
  }
  return {
    refund,
    open,
    mismatch,
    isSending,
    agree,
    // what a scan sends holds the next one back (`ScanBox`), what a button sends does not
    scan: (code: string) => (sending.current ? BUSY : go(scanReturn(latest.current, code))),
    withoutBag: (phone: OpenPhone) => go(scanBag(latest.current, phone, '')),
    again: () => keep({}, null),
    now: () => latest.current.refund,
  }
}

/** What of a phone that was taken in is not as it left. */
const receivedOther = ({ isSamePhone, bagCode }: NonNullable<RefundUnit['received']>): string =>
  isSamePhone ? (bagCode === '' ? '已收，没有封袋' : '已收，不是原来的封袋') : '已收，不是原来那台'

/** How far one phone of the case is taken in, and what of it is not as it left. */
function receiptOf(unit: RefundUnit, open: OpenPhone | null): CheckedUnit {
  const { received, soldBagCode } = unit
  const sold = soldBagCode ?? '无封袋'
  // a phone that was scanned already is scanned anew: what is in the hand now counts
  if (open?.unitId === unit.unitId) {
    const state = <StateTag tone="warning">待扫封袋</StateTag>
    return { unit, state, tone: 'open', code: open.isOther ? `收到 ${open.unitCode}` : undefined, bag: sold }
  }
  if (!received) return { unit, state: <StateTag>待扫手机</StateTag>, bag: sold }
  const isSame = received.isSamePhone && received.isSameBag
  return {
    unit,
    state: <StateTag tone={isSame ? 'success' : 'danger'}>{isSame ? '已签收' : receivedOther(received)}</StateTag>,
    tone: isSame ? 'done' : 'different',
    code: received.isSamePhone ? undefined : `收到 ${received.code}`,
    bag: (
      <>
        {sold}
        {received.isSameBag ? null : <SubLine>收到 {received.bagCode || '无封袋'}</SubLine>}
      </>
    ),
  }
}

interface QuestionProps {
  mismatch: Mismatch
  isSending: boolean
  onAgree: () => void
  onAgain: () => void
}

function Question({ mismatch, isSending, onAgree, onAgain }: QuestionProps) {
  const { title, sold, scanned } = mismatch
  return (
    <section className={styles.question} role="alert" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {sold === '' ? null : (
          <div>
            <dt>售出时</dt>
            <dd className="code">{sold}</dd>
          </div>
        )}
        <div>
          <dt>扫到</dt>
          <dd className="code">{scanned}</dd>
        </div>
      </dl>
      <div className={styles.tools}>
        <Button disabled={isSending} onClick={onAgain}>
          重新扫描
        </Button>
        <Button tone="danger" busy={isSending} onClick={onAgree}>
          {mismatch.agree}
        </Button>
      </div>
    </section>
  )
}

/** 退货签收 by scanner alone: the parcel, then each phone with its bag, matched with what was sold. */
export function ReceiveDrawer({ refund: opened, onClose }: RefundDialogProps) {
  const { refund, open, mismatch, isSending, scan, agree, withoutBag, again, now } = useReceiving(opened)
  const box = useRef<ScanBoxHandle>(null)
  const finish = useRef<HTMLButtonElement>(null)
  useHeldFocus(box)
  useLeaveGuard(() => open !== null, GIVE_UP)
  const left = waitingUnits(refund).length
  const isDone = left === 0 && !isSending
  useEffect(() => {
    if (isDone) finish.current?.focus()
  }, [isDone])
  const told = async (work: Promise<ScanOutcome>) => {
    const outcome = await work.catch((error: unknown) => ({ ok: false, message: errorText(error) }))
    box.current?.tell(outcome)
    box.current?.focus()
  }
  const isChanged = refund.version !== opened.version
  const close = () => onClose(isChanged ? { refund: now(), approval: null } : undefined)
  const label = open ? '扫描封袋码' : left === 0 ? '已全部签收' : '扫描退货运单或手机'
  return (
    <Dialog
      title={`退货签收 ${refund.refundNo}`}
      kind="drawer"
      widthPx={780}
      onClose={close}
      footer={
        <Button ref={finish} tone={left === 0 ? 'primary' : 'plain'} disabled={isSending} onClick={close}>
          {left === 0 ? '完成签收' : open === null ? '先关闭，其余以后再扫' : '这台不收了'}
        </Button>
      }
    >
      <div className={styles.drawer}>
        <ScanBox ref={box} name="receive" label={label} onScan={scan} active={takesScans(refund)} />
        {mismatch ? (
          <Question
            mismatch={mismatch}
            isSending={isSending}
            onAgree={() => void told(agree(mismatch))}
            onAgain={() => {
              again()
              box.current?.focus()
            }}
          />
        ) : null}
        {open !== null && mismatch === null ? (
          <div className={styles.tools}>
            <Button small disabled={isSending} onClick={() => void told(withoutBag(open))}>
              退回时没有封袋
            </Button>
          </div>
        ) : null}
        <Facts
          items={[
            { label: '退货物流', value: refund.returnCarrierName || '—' },
            { label: '运单号', value: <span className="code">{refund.returnWaybill || '买家未填写'}</span> },
          ]}
        />
        <UnitCheckTable caption="售出的手机" check="签收" rows={refund.units.map((unit) => receiptOf(unit, open))} />
      </div>
    </Dialog>
  )
}
