import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { ApiRefusal, errorText } from '../../../api/refusal.ts'
import { toast } from '../../../components/toast/toast.tsx'
import { useIdempotencyKey } from '../../../platform/idempotency-key.ts'
import { confirmPrices } from '../confirm-prices.tsx'
import type { RowResult, Session, SessionChannel } from '../types.ts'
import { judgeRow, type PublishRow, rowName, shopOfRow, toPublish } from './publish-rows.ts'

/** How the last attempt went. */
export interface Outcome {
  readonly done: number
  readonly failed: number
}

/** What keeps these rows from being sent, said once, or empty. */
export function obstacleOf(rows: readonly PublishRow[], chosenShopId: string, session: Session | null): string {
  if (rows.length === 0) return '请先选择或扫描要发布的设备'
  if (session === null) return '请选择场次'
  if (rows.some((row) => shopOfRow(row, chosenShopId) === null)) return '有设备没有指定店铺，请选择店铺'
  const isWrong = rows.some((row) => {
    const { startError, reserveError } = judgeRow(row)
    return startError !== '' || reserveError !== ''
  })
  return isWrong ? '有价格需要修改，请看标红的一行' : ''
}

/** A refused row as it stays on screen: with its reason, or with the server's question for the next attempt. */
function refusedRow(row: PublishRow, result: RowResult): PublishRow {
  const isQuestion = result.refusal === 'PRICE_NEEDS_CONFIRMATION'
  return { ...row, failure: result.message, serverQuestion: isQuestion ? result.message : null }
}

interface Publishing {
  readonly channel: SessionChannel
  readonly rows: readonly PublishRow[]
  readonly shopId: string
  readonly session: Session | null
  /** Gets the rows that are left: those that failed. */
  readonly setRows: (rows: readonly PublishRow[]) => void
  readonly onAllDone: (count: number) => void
}

/** Sends the rows in one call; each is accepted or refused by itself, and the refused ones stay. */
export function usePublish({ channel, rows, shopId, session, setRows, onAllDone }: Publishing) {
  const queries = useQueryClient()
  const sendWithKey = useIdempotencyKey()
  const [isSending, setSending] = useState(false)
  const [wasTried, setTried] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const obstacle = obstacleOf(rows, shopId, session)

  const send = async (chosen: Session) => {
    const listings = rows.flatMap((row) => toPublish(row, shopId, chosen) ?? [])
    const input = { channel, listings }
    const { results } = await sendWithKey(input, (options) => api.goods.publish(input, options))
    void refresh(queries, api.goods.list, api.goods.detect_list, api.merchant.business)
    const left = rows.flatMap((row, index) => {
      const result = results[index]
      return result && !result.ok ? [refusedRow(row, result)] : []
    })
    setRows(left)
    if (left.length === 0) onAllDone(rows.length)
    else setOutcome({ done: rows.length - left.length, failed: left.length })
  }

  const publish = async () => {
    setTried(true)
    if (obstacle !== '' || session === null || isSending) return
    const questions = rows.flatMap((row) => {
      const { question } = judgeRow(row)
      return question === null ? [] : [{ key: row.key, label: rowName(row), question }]
    })
    if (!(await confirmPrices(questions))) return
    setSending(true)
    try {
      await send(session)
    } catch (error) {
      toast('error', error instanceof ApiRefusal ? errorText(error) : '网络中断，内容已保留，请再次发布')
    } finally {
      setSending(false)
    }
  }
  return { publish, isSending, wasTried, outcome, obstacle }
}
