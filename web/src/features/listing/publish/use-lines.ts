import { useMemo, useRef } from 'react'
import { dealAmount, isWrong, type SheetLine } from '../sheet/lines.ts'
import { type RuleAnswer, type RuleRow, withRules } from '../sheet/price-rules.ts'
import { usePriceRules } from '../sheet/use-price-rules.ts'
import type { PublishKind } from './publish-kinds.ts'
import {
  costOf,
  goodsOf,
  judgeLine,
  likeOfLine,
  lineName,
  type PublishLine,
  type PublishRow,
  spanOf,
  termsOf,
} from './publish-rows.ts'

/** A line of the drawer's sheet with what stands behind it. */
export interface DrawerLine extends SheetLine {
  readonly row: PublishRow
  readonly line: PublishLine
}

interface Parts {
  readonly row: PublishRow
  readonly line: PublishLine
  readonly answer: RuleAnswer | undefined
}

/** The line of a sheet, with what this side and the server say of its amounts. */
function drawerLine({ row, line, answer }: Parts, kind: PublishKind): DrawerLine {
  const verdict = withRules(judgeLine(line, kind), dealAmount(line.amounts), answer)
  return {
    key: line.key,
    name: lineName(row, line),
    like: likeOfLine(line),
    amounts: line.amounts,
    span: spanOf(line, kind),
    costFen: costOf(line, kind),
    terms: termsOf(line, kind),
    goods: goodsOf(line, kind),
    verdict: { ...verdict, question: verdict.question ?? row.serverQuestion },
    // of stock it stands over its variants
    failure: kind === 'stock' ? '' : row.failure,
    row,
    line,
  }
}

/** What the server is asked about: amounts that this side has nothing against, of goods that it knows. */
function ruleRows(rows: readonly PublishRow[], kind: PublishKind): RuleRow[] {
  return rows.flatMap((row) =>
    row.lines.flatMap((line) => {
      const goods = goodsOf(line, kind)
      const priceFen = dealAmount(line.amounts)
      if (!goods || priceFen === null || isWrong({ verdict: judgeLine(line, kind) })) return []
      const costFen = costOf(line, kind)
      return [{ key: line.key, ...goods, priceFen, ...(costFen === null ? {} : { costPriceFen: costFen }) }]
    }),
  )
}

/** The lines of the sheet; one whose row and answer are the same stays the same, so that the others are not rendered. */
export function useLines(kind: PublishKind, rows: readonly PublishRow[]): readonly DrawerLine[] {
  const wanted = useMemo(() => ruleRows(rows, kind), [rows, kind])
  const answers = usePriceRules(wanted)
  const made = useRef(new Map<string, { parts: Parts; line: DrawerLine }>())
  return useMemo(() => {
    const next = new Map<string, { parts: Parts; line: DrawerLine }>()
    for (const row of rows) {
      for (const line of row.lines) {
        const parts = { row, line, answer: answers.get(line.key) }
        const before = made.current.get(line.key)
        const isSame = before?.parts.row === row && before.parts.line === line && before.parts.answer === parts.answer
        next.set(line.key, before && isSame ? before : { parts, line: drawerLine(parts, kind) })
      }
    }
    made.current = next
    return [...next.values()].map(({ line }) => line)
  }, [rows, answers, kind])
}
