import { FLOW_LABELS, type FlowType } from '@huanji/domain/fees/account-flows'
import { signedFen } from '@huanji/domain/fees/proceeds'
import type { Difference } from '@huanji/domain/fees/reconcile'
import { FLOW_ITEM_LABELS, SETTLEMENT_ITEM_LABELS, type StatementItem } from '@huanji/domain/fees/statement'
import { formatFen } from '@huanji/domain/money'
import type { KnownFlow } from '../bill/flow-store.ts'
import type { SettlementRecord } from '../bill/settlement-store.ts'
import type { FileLine } from './import-store.ts'

/** What is known here of the numbers that a file names. */
export interface KnownMoney {
  readonly settlements: ReadonlyMap<string, SettlementRecord>
  readonly flows: ReadonlyMap<string, KnownFlow>
}

type Amount = Pick<FileLine, 'item' | 'direction' | 'amountFen'>
type Named = Pick<FileLine, keyof Amount | 'orderNo'>

/** What a line of a file is called. */
export const itemLabel = (item: StatementItem): string =>
  ({ ...FLOW_ITEM_LABELS, ...SETTLEMENT_ITEM_LABELS })[item] ?? item

const sumOf = (lines: readonly Amount[]): number => lines.reduce((sum, line) => sum + signedFen(line), 0)

const keyOf = ({ item, direction }: Amount): string => `${item} ${direction}`

/** The amounts here of a settlement's lines; null where only its net is known. */
function amountsHere({ lines }: SettlementRecord): Amount[] | null {
  if (lines.length === 0) return null
  return lines.map(({ type: item, direction, amount: amountFen }) => ({ item, direction, amountFen }))
}

function differingLines(file: readonly Amount[], here: readonly Amount[]): string[] {
  const keys = [...new Set([...file, ...here].map(keyOf))]
  return keys.flatMap((key) => {
    const [theirs, mine] = [file, here].map((lines) => sumOf(lines.filter((line) => keyOf(line) === key)))
    if (theirs === mine || theirs === undefined || mine === undefined) return []
    const [item = 'deal'] = key.split(' ') as [StatementItem]
    return [`${itemLabel(item)}结算单是${formatFen(theirs)}，账单是${formatFen(mine)}`]
  })
}

/** What the file says, and what is known of it here, in fen. */
const ofFile = (subject: string, theirsFen: number, oursFen: number) =>
  ({ kind: 'fileDiffers', subject, expectedFen: theirsFen, actualFen: oursFen, theirsFen, oursFen }) as const

function flowDifference(subject: string, [line]: readonly Named[], known: KnownFlow | undefined): Difference | null {
  if (line === undefined) return null
  const expectedFen = signedFen(line)
  const actualFen = known === undefined ? 0 : signedFen(known)
  const isSame = known !== undefined && known.type === (line.item as FlowType) && actualFen === expectedFen
  if (isSame) return null
  const theirs = `${itemLabel(line.item)}${formatFen(expectedFen)}`
  const mine = known === undefined ? '没有这一笔' : `是${FLOW_LABELS[known.type]}${formatFen(actualFen)}`
  const isMissing = known === undefined
  return { ...ofFile(subject, expectedFen, actualFen), detail: `结算单是${theirs}，我们的流水${mine}`, isMissing }
}

/** Whether the lines of a number are those of a settlement; others are a movement about no order. */
const isSettlement = (lines: readonly Named[]): boolean => lines.some(({ orderNo }) => orderNo !== '')

/** What a file says of a settlement or movement against what is known here; null where they agree. */
export function fileDifference(
  subject: string,
  lines: readonly Named[],
  { settlements, flows }: KnownMoney,
): Difference | null {
  if (!isSettlement(lines)) return flowDifference(subject, lines, flows.get(subject))
  const expectedFen = sumOf(lines)
  const known = settlements.get(subject)
  if (known === undefined) {
    const detail = `结算单有这笔结算（${formatFen(expectedFen)}），账单没有`
    return { ...ofFile(subject, expectedFen, 0), detail, isMissing: true }
  }
  const here = amountsHere(known)
  const different = here === null ? [] : differingLines(lines, here)
  const actualFen = known.netFen
  if (different.length === 0 && actualFen === expectedFen) return null
  const net = `这笔结算合计结算单是${formatFen(expectedFen)}，账单是${formatFen(actualFen)}`
  return { ...ofFile(subject, expectedFen, actualFen), detail: different.join('；') || net }
}
