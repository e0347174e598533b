import { normaliseCode } from '@huanji/domain/codes/normalise'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { queryOf, refresh, updateListRow } from '../../../api/queries.ts'
import { errorText } from '../../../api/refusal.ts'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import { isUnpicked } from '../order-labels.ts'
import type { OrderRow, OrderUnit } from '../types.ts'

/** A phone as it was chosen: by a scanned code, or from the list. */
type Choice = { readonly unitCode: string } | { readonly inspectionId: string }

/** A phone that is better than what was ordered: nothing is chosen until a person agrees. */
interface BetterQuestion {
  readonly choice: Choice
  readonly message: string
}

function isSameChoice(one: Choice, other: Choice): boolean {
  if ('unitCode' in one) return 'unitCode' in other && normaliseCode(one.unitCode) === normaliseCode(other.unitCode)
  return 'inspectionId' in other && one.inspectionId === other.inspectionId
}

interface PickingOptions {
  readonly orders: ChannelOrders
  readonly stock: NonNullable<ChannelOrders['stock']>
  /** The order and its phones as they were when the work began. */
  readonly order: OrderRow
  readonly units: readonly OrderUnit[]
  /** Told of every change of the order. */
  readonly onOrder: (order: OrderRow) => void
  /** Told when the last phone was chosen, with what was scanned for it in this window. */
  readonly onComplete: (order: OrderRow, scanned: readonly string[]) => void
}

const leftText = ({ unitCount, pickedCount }: OrderRow): string =>
  pickedCount < unitCount ? `还差 ${unitCount - pickedCount} 台，请扫下一台` : '已选齐'

/**
 * Chooses the phones of an order, one after the other. The server judges each; its refusals are told as they are. A better
 * phone than was ordered is held until it is scanned once more, or agreed to.
 */
export function usePicking({ orders, stock, onOrder, onComplete, ...begun }: PickingOptions) {
  const queries = useQueryClient()
  const [units, setUnits] = useState(begun.units)
  const [question, setQuestion] = useState<BetterQuestion | null>(null)
  const [isSending, setSending] = useState(false)
  // Scans may come faster than React renders.
  const latest = useRef<{ order: OrderRow; question: BetterQuestion | null }>({ order: begun.order, question: null })
  const scanned = useRef<string[]>([])
  const ask = (next: BetterQuestion | null) => {
    latest.current.question = next
    setQuestion(next)
  }

  const send = async (choice: Choice, more: { undo?: true; confirmBetter?: true }) => {
    const { orderId } = latest.current.order
    setSending(true)
    try {
      const answer = await stock.setDeliveryStock(
        { orderId, ...choice, ...more },
        { idempotencyKey: newIdempotencyKey(), handles: 'all' },
      )
      if (answer.warning) return answer
      latest.current.order = answer.order
      setUnits(answer.units)
      // packing begins with these, and not with those of the beginning
      queries.setQueryData(queryOf(orders.calls.barcodeList, { orderId }).queryKey, { units: answer.units })
      updateListRow(
        queries,
        orders.calls.list,
        (row) => row.orderId === orderId,
        () => answer.order,
      )
      void refresh(queries, api.curatedPicking.candidates, orders.calls.detail)
      onOrder(answer.order)
      return answer
    } finally {
      setSending(false)
    }
  }

  const pick = async (choice: Choice): Promise<ScanOutcome> => {
    const asked = latest.current.question
    const isAgreed = asked !== null && isSameChoice(asked.choice, choice)
    ask(null)
    const { order, warning } = await send(choice, isAgreed ? { confirmBetter: true } : {})
    if (warning) {
      ask({ choice, message: warning.message })
      return {
        ok: true,
        isHeld: true,
        message: `${warning.message}，${'unitCode' in choice ? '再扫一次' : '再点一次'}这台就选它`,
      }
    }
    if ('unitCode' in choice) scanned.current.push(choice.unitCode)
    if (!isUnpicked(order)) onComplete(order, scanned.current)
    return { ok: true, message: `已选择，${leftText(order)}` }
  }
  const undo = async (inspectionId: string): Promise<ScanOutcome> => {
    ask(null)
    const { order } = await send({ inspectionId }, { undo: true })
    return { ok: true, message: `已撤销，${leftText(order)}` }
  }
  /** For a press of a button: what a scan box would have told of a refusal. */
  const told = (work: Promise<ScanOutcome>): Promise<ScanOutcome> =>
    work.catch((error: unknown) => ({ ok: false, message: errorText(error) }))
  return {
    units,
    question,
    isSending,
    pick,
    undo,
    told,
    forget: () => ask(null),
    now: () => latest.current.order,
    seen: () => scanned.current,
  }
}
