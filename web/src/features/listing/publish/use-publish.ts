import { contactWarning } from '@huanji/domain/listing/punished'
import { titleProblem } from '@huanji/domain/listing-texts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import type { SendWithKey } from '../../../api/idempotency-key.ts'
import { refresh } from '../../../api/queries.ts'
import { BY_TOAST, useWrite } from '../../../components/form/use-write.ts'
import { confirmAll, confirmPrices } from '../confirm-prices.tsx'
import { lossOfLine } from '../prices.ts'
import { isWrong } from '../sheet/lines.ts'
import type { RowResult } from '../types.ts'
import { inCalls, type PublishTarget, toPublish } from './publish-input.ts'
import { PUBLISH_KINDS, type PublishKind } from './publish-kinds.ts'
import { type PublishRow, rowName, shopOfRow } from './publish-rows.ts'
import type { DrawerLine } from './use-lines.ts'

/** What became of a row that was sent. */
export interface RowOutcome {
  readonly key: string
  readonly name: string
  readonly ok: boolean
  readonly message: string
}

/** What keeps these rows from being sent, said once, or empty. */
export function obstacleOf(
  kind: PublishKind,
  rows: readonly PublishRow[],
  lines: readonly DrawerLine[],
  { shopId, session }: PublishTarget,
): string {
  if (rows.length === 0) return '请先选择或扫描要发布的手机'
  if (PUBLISH_KINDS[kind].channel === 'auction' && session === null) return '请选择场次'
  if (rows.some((row) => shopOfRow(row, shopId) === null)) return '有手机没有指定店铺，请选择店铺'
  if (rows.some(({ title }) => title.trim() !== '' && titleProblem(title))) return '有标题需要修改，请看标红处'
  return lines.some(isWrong) ? '有价格需要修改，请看标红的一行' : ''
}

/** Asks once for all titles that the marketplace punishes. */
function confirmTitles(rows: readonly PublishRow[]): Promise<boolean> {
  const questions = rows.flatMap((row) => {
    const question = contactWarning(row.title)
    return question === null ? [] : [{ key: row.key, label: row.title, question }]
  })
  return confirmAll(questions, `${questions.length}个标题会被闲鱼处罚`, '标题没问题，继续')
}

/** A refused row as it stays on screen: with its reason, or with the server's question for the next attempt. */
function refusedRow(row: PublishRow, { refusal, message }: RowResult): PublishRow {
  const isQuestion = refusal === 'PRICE_NEEDS_CONFIRMATION'
  return { ...row, failure: isQuestion ? '' : message, serverQuestion: isQuestion ? message : null }
}

const SENT = '已提交，闲鱼受理后上架'

function outcomeOf(row: PublishRow, result: RowResult | undefined): RowOutcome {
  const { key } = row
  if (!result) return { key, name: rowName(row), ok: false, message: '没有收到结果，请刷新查看' }
  return { key, name: rowName(row), ok: result.ok, message: result.ok ? SENT : result.message }
}

interface Publishing {
  readonly kind: PublishKind
  readonly rows: readonly PublishRow[]
  readonly lines: readonly DrawerLine[]
  readonly target: PublishTarget
  /** Gets the rows that are left: those that failed, and those that were not sent yet. */
  readonly setRows: (rows: readonly PublishRow[]) => void
  readonly onAllDone: (count: number) => void
}

/** Sends the rows, as many in one call as it takes; each is accepted or refused by itself, and the refused ones stay. */
export function usePublish({ kind, rows, lines, target, setRows, onAllDone }: Publishing) {
  const queries = useQueryClient()
  const { during, isSending } = useWrite(BY_TOAST)
  const [wasTried, setTried] = useState(false)
  const [outcomes, setOutcomes] = useState<readonly RowOutcome[]>([])
  const obstacle = obstacleOf(kind, rows, lines, target)
  const isDoubtful = (row: PublishRow) =>
    row.serverQuestion !== null || lines.some((line) => line.row === row && line.verdict.question !== null)

  const send = async (sendWithKey: SendWithKey) => {
    const told: RowOutcome[] = []
    let left = rows
    for (const part of inCalls(rows)) {
      const input = toPublish(
        kind,
        part.map((row) => ({ row, isConfirmed: isDoubtful(row) })),
        target,
      )
      if (!input) continue
      const { results } = await sendWithKey(input, (options) => api.goods.publish(input, options))
      told.push(...part.map((row, index) => outcomeOf(row, results[index])))
      left = left.flatMap((row) => {
        const at = part.indexOf(row)
        const result = at < 0 ? undefined : results[at]
        if (!result) return [row]
        return result.ok ? [] : [refusedRow(row, result)]
      })
      // A part that is through is through, also when the next one meets a lost network.
      setRows(left)
      setOutcomes(told)
    }
    if (left.length === 0) onAllDone(told.length)
  }

  const publish = async () => {
    setTried(true)
    if (obstacle !== '' || isSending) return
    const questions = lines.flatMap((line) => {
      const { key, name: label, verdict } = line
      if (verdict.question === null) return []
      // stock goes piece by piece, a lot at once
      const pieces = line.row.kind === 'stock' ? line.line.units.length : 1
      return [{ key, label, question: verdict.question, lossFen: (lossOfLine(line) ?? 0) * pieces }]
    })
    if (!(await confirmTitles(rows)) || !(await confirmPrices(questions))) return
    setOutcomes([])
    await during(send)
    // a part that went out changed them, also when the next one did not
    void refresh(queries, api.goods.list, api.goods.listable, api.merchant.business)
  }
  return { publish, isSending, wasTried, outcomes, obstacle }
}
