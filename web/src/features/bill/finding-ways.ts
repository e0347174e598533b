import { FINDING_WAY_LABELS } from '@huanji/contract/features/reconciliation/labels'
import type { FindingRow } from './bill-labels.ts'

export type FindingWay = FindingRow['allowedActions'][number]

interface WayWords {
  /** What it does, before it is done. */
  readonly hint: string
  readonly done: (finding: FindingRow) => string
}

const closedOr =
  (text: string) =>
  ({ state }: FindingRow): string =>
    state === 'closed' ? `${text}，对上了` : `${text}，还没对上，请接着处理`

/** The ways to settle a finding, in words. */
export const FINDING_WAYS: Readonly<Record<FindingWay, WayWords>> = {
  makeBills: {
    hint: '按货款和当天的费率给这个订单记上待结算的账单，等闲鱼结算。',
    done: closedOr('账单已补上'),
  },
  takeLines: {
    hint: '把导入的结算单里这一笔记进账单；闲鱼以后再发来同一笔，也不会重复。',
    done: closedOr('结算已补上'),
  },
  refetch: {
    hint: '向闲鱼再查这个订单和它的全部结算。账单改成闲鱼现在的数，再核对一遍，结果写在这一行。',
    done: () => '正在向闲鱼查，结果会写在这一行',
  },
  adjust: {
    hint: '只在我们的账单里记一行调账，写明经手人和原因；闲鱼账户里的钱不变。',
    done: closedOr('调账已记上'),
  },
  accept: {
    hint: '写明原因后不再提醒；金额又变了会再提醒。',
    done: () => '已记下原因，先不处理',
  },
}

/** The name of a way, as its button says it. */
export const wayName = (way: FindingWay): string => FINDING_WAY_LABELS[way]

/** What was done about a finding, by whom and why; empty where nobody did anything. */
export function decisionText({ decidedWay, decidedBy, note }: FindingRow): string {
  if (note === '') return ''
  // what was settled before the way was written down has been accepted
  return `${decidedBy}“${wayName(decidedWay || 'accept')}”：${note}`
}

/** What came of it, as far as it is to be said. */
export const outcomeText = ({ askedAt, outcome }: FindingRow): string => (askedAt === null ? outcome : '正在向闲鱼查…')
