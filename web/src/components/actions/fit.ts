import { type Action, isAllowed, type RowWords } from './action.ts'

/** The rows that an action can be done for, and those that it passes over. */
export interface Fit<Row> {
  readonly fitting: readonly Row[]
  readonly skipped: readonly Row[]
}

export const fitOf = <Row>(action: Action<Row>, rows: readonly Row[]): Fit<Row> => ({
  fitting: rows.filter((row) => isAllowed(action, row)),
  skipped: rows.filter((row) => !isAllowed(action, row)),
})

/** Why a row is passed over: the state it is in. */
export function reasonOf<Row>(action: Action<Row>, row: Row, { state }: RowWords<Row>): string {
  const word = state?.(row) ?? ''
  return word === '' ? `当前状态不能${action.name}` : word
}

const numberedReasons = (reasons: readonly string[]): [string, number][] => {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}

/** The states of some rows, most frequent first: `竞拍中 8，草稿 2`; a single one without its number. Empty without states. */
export function statesText<Row>(rows: readonly Row[], { state }: RowWords<Row>): string {
  const words = numberedReasons(rows.map((row) => state?.(row) ?? '').filter((word) => word !== ''))
  const [only] = words
  if (words.length === 1 && only) return only[0]
  return words.map(([word, count]) => `${word} ${count}`).join('，')
}

/** What an action will do to ticked rows: `可下架 10，跳过 10（竞拍中 8，草稿 2）`. */
export function fitText<Row>(action: Action<Row>, { fitting, skipped }: Fit<Row>, words: RowWords<Row>): string {
  const can = `可${action.name} ${fitting.length}`
  if (skipped.length === 0) return can
  const reasons = numberedReasons(skipped.map((row) => reasonOf(action, row, words)))
  return `${can}，跳过 ${skipped.length}（${reasons.map(([reason, count]) => `${reason} ${count}`).join('，')}）`
}
