import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { errorText } from '../../../api/refusal.ts'
import { useWrite } from '../../../components/form/use-write.ts'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import type { ParcelAnswer, ParcelLine, Written } from './parcel-line.ts'
import {
  added,
  type Change,
  carrierOf,
  codesOf,
  isAskable,
  isLookedUp,
  isReady,
  LINES_MAX,
  openLine,
  problemOf,
  rewritten,
  scanCode,
  scanNumber,
  type Wait,
  waitOf,
} from './parcel-lines.ts'
import { linesToAsk, piecesOf, withoutOldAnswers } from './partner-lines.ts'

/** So many rows go in one call. */
const ROWS_A_CALL = 50
/** After a pause in typing the lines are looked at. */
const CHECK_PAUSE_MS = 500

const UNKNOWN: ScanOutcome = { ok: false, message: '没有找到这个编号的待发货订单' }

/** What to scan next into a line that waits. */
const ASKS: Readonly<Record<Wait, string>> = {
  waybill: '请扫运单号',
  units: '请扫这一单的下一台手机',
  bag: '请扫这台的封袋码',
}

/** A parcel that left. */
export interface SentParcel {
  readonly orderNo: string
  readonly title: string
  readonly carrierName: string
  readonly waybill: string
}

const rowOf = (line: ParcelLine) => ({
  ...codesOf(line),
  // without a number no carrier can be told: any will do for the order to be looked at
  carrierCode: carrierOf(line) || (line.waybill === '' ? 'OTHER' : ''),
  waybill: line.waybill,
  confirmSharedWaybill: line.confirmSharedWaybill,
})

type Call = (rows: ReturnType<typeof rowOf>[]) => ReturnType<typeof api.manyOrders.deliverMany>

/** What goes with the lines in every call. */
interface Fixed {
  readonly channel: ChannelOrders['channel']
  readonly addressId?: string
}

/** The lines, with what the server says of each; looked at once they rest. */
function useCheckedLines(fixed: Fixed, begun: readonly ParcelLine[], onAnswered: () => void) {
  const [lines, setLines] = useState<readonly ParcelLine[]>(begun)
  const [isChecking, setChecking] = useState(false)
  const [failure, setFailure] = useState('')
  // Scans and answers come while React renders.
  const latest = useRef(lines)
  const set = (next: readonly ParcelLine[]) => {
    latest.current = withoutOldAnswers(latest.current, next)
    setLines(latest.current)
  }

  /** Puts answers at their lines, unless those were written anew meanwhile. */
  const answer = (asked: readonly ParcelLine[], answers: readonly Omit<ParcelAnswer, 'beside'>[]) => {
    const beside = asked.map(({ key }) => key)
    const byLine = new Map(asked.map((line, index) => [line, answers[index] ?? null]))
    set(
      latest.current.map((line) => {
        const said = byLine.get(line)
        return said ? { ...line, answer: { ...said, beside }, orderNo: said.orderNo || line.orderNo } : line
      }),
    )
  }

  const check = async () => {
    const open = linesToAsk(latest.current.filter((line) => isAskable(line, latest.current)))
    if (open.length === 0) return
    setChecking(true)
    try {
      for (const piece of piecesOf(open, ROWS_A_CALL, true)) {
        const { rows } = await api.manyOrders.deliverMany(
          { ...fixed, dryRun: true, rows: piece.map(rowOf) },
          { handles: 'all' },
        )
        answer(piece, rows)
      }
      setFailure('')
      onAnswered()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setChecking(false)
    }
  }
  const checkNow = useRef(check)
  checkNow.current = check
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the lines is looked at once it rests
  useEffect(() => {
    const timer = setTimeout(() => void checkNow.current(), CHECK_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [lines, fixed.addressId])
  return { lines, latest, set, answer, check, isChecking, failure, setFailure }
}

/** What is wrong with a line, as it is told; null where nothing is. */
function verdictOf(key: number | undefined, lines: readonly ParcelLine[]): ScanOutcome | null {
  const line = lines.find((one) => one.key === key)
  if (line === undefined) return null
  const problem = problemOf(line, lines)
  if (problem !== '') return { ok: false, message: problem }
  const wait = waitOf(line, lines)
  return wait === null ? null : { ok: true, message: ASKS[wait] }
}

/**
 * The lines of a list of parcels: checked as they are written, sent together; what was refused stays to be mended. Lines that
 * share a number are always asked together, and when one goes or changes, what was said of the others counts no more.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share one state, which would otherwise be handed around
export function useDeliverMany(
  { channel, calls }: ChannelOrders,
  addressId: string,
  begun: readonly ParcelLine[] = [],
) {
  const queries = useQueryClient()
  const write = useWrite()
  const [sent, setSent] = useState<readonly SentParcel[]>([])
  const fixed = { channel, ...(addressId === '' ? {} : { addressId }) }
  const { lines, latest, set, answer, check, isChecking, failure, setFailure } = useCheckedLines(fixed, begun, () =>
    write.setFault(null),
  )

  /** Ships one piece: what left goes to the sent ones, what was refused stays with its reason. */
  const sendPiece = async (piece: readonly ParcelLine[], call: Call) => {
    const { rows } = await call(piece.map(rowOf))
    answer(piece, rows)
    const gone = new Set(piece.flatMap((line, index) => (rows[index]?.ok ? [line.key] : [])))
    set(latest.current.filter((line) => !gone.has(line.key)))
    setSent((old) => [...old, ...rows.filter((row) => row.ok)])
    return gone.size
  }

  /** Ships all lines that are in order; gives how many left. */
  const ship = async (): Promise<number> => {
    if (write.isSending) return 0
    setFailure('')
    let count = 0
    await write.during(async (sendWithKey) => {
      await check()
      const ready = latest.current.filter((line) => isReady(line, latest.current))
      for (const piece of piecesOf(ready, ROWS_A_CALL, false)) {
        count += await sendPiece(piece, (rows) => {
          const input = { ...fixed, dryRun: false, rows }
          return sendWithKey(input, (options) => api.manyOrders.deliverMany(input, options))
        })
      }
    })
    void refresh(queries, calls.list, calls.detail, api.merchant.business)
    return count
  }

  /** The number of the order that waits to be shipped under a code; null where none does. */
  const orderOf = async (code: string): Promise<string | null> => {
    const { list } = await calls.list({ code, state: 'awaiting_shipment', page: 1, pageSize: 1 }, { handles: 'all' })
    return list[0]?.orderNo ?? null
  }
  const scan = async (code: string): Promise<ScanOutcome> => {
    const orderNo = isLookedUp(latest.current, code) ? await orderOf(code) : ''
    if (orderNo === null) return UNKNOWN
    const { lines, key, outcome } =
      orderNo === '' ? scanNumber(latest.current, code) : scanCode(latest.current, code, orderNo)
    if (!outcome.ok) return outcome
    set(lines)
    const line = lines.find((one) => one.key === key)
    if (line === undefined || line.waybill === '') return outcome
    // The line is whole: what is wrong with it, or still missing, is said at once, while the parcel is in one's hands.
    await check()
    return verdictOf(line.key, latest.current) ?? outcome
  }
  const judge = async (key: number, change: Partial<Written>): Promise<ScanOutcome> => {
    const old = latest.current.find((line) => line.key === key)
    const isSame =
      old !== undefined && old.code === (change.code ?? old.code) && old.waybill === (change.waybill ?? old.waybill)
    // a box that is left on the way to the button has been looked at already
    if (isSame && old.answer !== null) return verdictOf(key, latest.current) ?? { ok: true, message: '可发货' }
    if (!isSame) set(rewritten(latest.current, key, change))
    const isKnown = change.code === undefined || (await orderOf(codesOf({ code: change.code }).code)) !== null
    if (!isKnown) return UNKNOWN
    const isOpen = openLine(latest.current)?.key === key
    if (isOpen) return { ok: true, message: '请扫运单号' }
    await check()
    return verdictOf(key, latest.current) ?? { ok: true, message: '可发货' }
  }
  /** Adds the lines of a list, and says what was made of them once they were looked at. */
  const add = async (parcels: readonly Written[]): Promise<ScanOutcome> => {
    const room = LINES_MAX - latest.current.length
    if (parcels.length > room) {
      return { ok: false, message: `一次最多 ${LINES_MAX} 单，这次有 ${parcels.length} 行，还能加 ${room} 行` }
    }
    set(added(latest.current, parcels))
    await check()
    const wrong = latest.current.filter((line) => problemOf(line, latest.current) !== '').length
    const message = `已添加 ${parcels.length} 行`
    return wrong === 0 ? { ok: true, message } : { ok: false, message: `${message}，${wrong} 行有问题，请在表中修改` }
  }
  return {
    lines,
    sent,
    isChecking,
    isSending: write.isSending,
    failure: failure || (write.fault?.message ?? ''),
    ship,
    scan,
    judge,
    add,
    rewrite: (key: number, change: Change) => set(rewritten(latest.current, key, change)),
    remove: (key: number) => set(latest.current.filter((line) => line.key !== key)),
    clear: () => set([]),
  }
}

export type DeliverMany = ReturnType<typeof useDeliverMany>
