import { type Fen, formatFen } from '@huanji/domain/money'
import { type FormEvent, useId, useState } from 'react'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { isRefusal } from '../../../api/refusal.ts'
import { Button } from '../../../components/button/button.tsx'
import { cx } from '../../../components/class-names.ts'
import { confirm } from '../../../components/confirm/confirm.tsx'
import { FieldFrame } from '../../../components/field/field-frame.tsx'
import { MoneyInput } from '../../../components/field/money-input.tsx'
import { useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { Money } from '../../../components/money/money.tsx'
import { Note } from '../../../components/note/note.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { tellAloud, useScanner } from '../../../components/scan/use-scanner.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import { OrderFaultNote } from '../order-fault.tsx'
import type { OrderRow } from '../types.ts'
import { useOrderWrite } from '../use-order-write.ts'
import {
  blindQuestion,
  isSamePrice,
  knownPrice,
  type OrderPrice,
  priceErrors,
  priceOf,
  type TypedPrice,
  totalOf,
} from './new-price.ts'
import styles from './price-dialog.module.css'

interface PriceDialogProps {
  orders: ChannelOrders
  stock: NonNullable<ChannelOrders['stock']>
  order: OrderRow
  /** Gets the order once the marketplace was asked for the new price, and nothing when the person gave up. */
  onClose: (order?: OrderRow) => void
}

function Difference({ fen }: { fen: Fen | null }) {
  if (fen === null) return <span className="muted">—</span>
  const sign = fen === 0 ? '' : fen < 0 ? '−' : '+'
  return (
    <span className={cx('num', fen < 0 && styles.less, fen > 0 && styles.more)}>
      {sign}
      {formatFen(Math.abs(fen))}
    </span>
  )
}

interface SumsProps {
  original: Fen
  old: OrderPrice
  next: TypedPrice
}

/** The new price alone, for whoever may not see what the order costs now. */
function NewSum({ next }: Pick<SumsProps, 'next'>) {
  const total = priceOf(next)
  return (
    <p>
      <span className="muted">您没有查看订单金额的权限，这里不显示现在的价格。</span> 买家应付改为{' '}
      <Money fen={total && totalOf(total)} strong />
    </p>
  )
}

/** Both prices side by side: what the buyer was to pay, what it is to be, and the difference. */
function Sums({ original, old, next }: SumsProps) {
  const total = priceOf(next)
  const row = (name: string, before: Fen, after: Fen | null, className?: string) => (
    <tr className={className}>
      <th scope="row">{name}</th>
      <td>
        <Money fen={before} />
      </td>
      <td>
        <Money fen={after} />
      </td>
      <td>
        <Difference fen={after === null ? null : after - before} />
      </td>
    </tr>
  )
  const reduced = (price: Fen | null): Fen | null => (price === null ? null : Math.max(0, original - price))
  return (
    <table className={styles.sums}>
      <caption className="sr-only">改价前后</caption>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">现在</th>
          <th scope="col">改为</th>
          <th scope="col">差额</th>
        </tr>
      </thead>
      <tbody>
        {row('原价', original, original)}
        {row('优惠', reduced(old.priceFen) ?? 0, reduced(next.priceFen))}
        {row('商品价', old.priceFen, next.priceFen)}
        {row('运费', old.freightFen, next.freightFen)}
        {row('买家应付', totalOf(old), total && totalOf(total), styles.total)}
      </tbody>
    </table>
  )
}

interface PriceFieldProps {
  label: string
  fen: Fen | null
  error: string
  takesFocus?: boolean
  disabled: boolean
  onChange: (fen: Fen | null) => void
}

function PriceField({ label, fen, error, takesFocus = false, disabled, onChange }: PriceFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} required error={error}>
      <MoneyInput
        id={id}
        fen={fen}
        disabled={disabled}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-note`}
        data-takes-focus={takesFocus ? '' : undefined}
        onFocus={({ target }) => target.select()}
        onChange={onChange}
      />
    </FieldFrame>
  )
}

const askAgain = (body: string): Promise<boolean> =>
  confirm({ title: '价格请再确认', body, ok: '确认改价', tone: 'danger' })

/** 改价, before the buyer has paid: both numbers beside each other, and one more question before a large change. */
export function PriceDialog({ orders, stock, order: opened, onClose }: PriceDialogProps) {
  const formId = useId()
  const [order, setOrder] = useState(opened)
  const old = knownPrice(order)
  const [next, setNext] = useState<TypedPrice>(() => old ?? { priceFen: null, freightFen: null })
  const [wasTried, setTried] = useState(false)
  const { write, latestOf, isSending, fault, setFault } = useOrderWrite(orders)
  const wanted = priceOf(next)
  const isAsked = fault?.field === 'priceConfirmed'
  const isChanged = wanted === null || !isSamePrice(wanted, old)
  const isTyped = old === null ? next.priceFen !== null || next.freightFen !== null : isChanged
  useLeaveGuard(() => isTyped && !isSending)
  // a code is no price, whichever box the cursor is in
  useScanner({ onScan: () => tellAloud({ ok: false, message: '改价时不能扫码' }) })
  const errors = priceErrors(next)
  const change = (typed: Partial<TypedPrice>) => {
    setNext({ ...next, ...typed })
    setFault(null)
  }
  const reload = async () => {
    const latest = await latestOf(order.orderId)
    if (latest) setOrder(latest)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wanted === null || !isChanged || isSending) return
    if (old === null && !(await askAgain(blindQuestion(wanted)))) return
    const input = { orderId: order.orderId, version: order.version, ...wanted, priceConfirmed: isAsked }
    const changed = await write(input, async (options) => {
      try {
        return await stock.changePrice(input, options)
      } catch (error) {
        // what the server doubts it says with both numbers
        if (!isRefusal(error, 'PRICE_NEEDS_CONFIRMATION') || !(await askAgain(error.message))) throw error
        const confirmed = { ...input, priceConfirmed: true }
        return stock.changePrice(confirmed, { ...options, idempotencyKey: newIdempotencyKey() })
      }
    })
    if (changed) onClose(changed)
  }
  return (
    <Dialog
      title={`改价 ${order.orderNo}`}
      onClose={() => onClose()}
      closable={!isSending}
      widthPx={560}
      footer={
        <>
          <Button disabled={isSending} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone="primary" type="submit" form={formId} busy={isSending} disabled={wasTried && !isChanged}>
            {isAsked ? '确认改价' : '改价'}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p>
          <b>{order.title}</b> <span className="muted">{order.unitCount} 台</span>
        </p>
        <div className={styles.boxes}>
          <PriceField
            label="手机一共多少钱（不算运费）"
            fen={next.priceFen}
            error={wasTried ? errors.price || (isChanged ? '' : '与现在的价格相同') : ''}
            takesFocus
            disabled={isSending}
            onChange={(priceFen) => change({ priceFen })}
          />
          <PriceField
            label="运费"
            fen={next.freightFen}
            error={wasTried ? errors.freight : ''}
            disabled={isSending}
            onChange={(freightFen) => change({ freightFen })}
          />
        </div>
        {old === null ? (
          <NewSum next={next} />
        ) : (
          <Sums original={order.originalPriceFen ?? old.priceFen} old={old} next={next} />
        )}
        <Note tone="info">
          <span>闲鱼确认后买家立即看到新价；买家若已先付款，仍按付款时的价格成交。</span>
        </Note>
        <OrderFaultNote fault={fault} reload={() => void reload()} />
      </form>
    </Dialog>
  )
}
