import type { OutputOf } from '@huanji/contract/call'
import { STOCK_MODELS_MAX } from '@huanji/contract/constants'
import type { importedStock } from '@huanji/contract/features/stock-import/calls'
import { modelTitle } from '@huanji/domain/catalogue/models'
import type { Searched } from '@huanji/domain/catalogue/search'
import { guessModels } from '@huanji/domain/stock/match-model'
import type { Tx } from '../../database/database.ts'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import type { Actor } from '../../platform/actor.ts'
import { mapWithBreaks } from '../../platform/breaks.ts'
import { later } from '../../platform/clock.ts'
import { searchedBy } from '../catalogue/known.ts'
import { IMPORT_ACTIONS, type ImportFacts, UNDO_DAYS } from './actions.ts'
import { codeOf, type JudgedLine, modelText, titleOf } from './judge.ts'
import type { DoneLine, StockImport } from './store.ts'

type Checked = OutputOf<typeof importedStock.check>
type ImportRow = OutputOf<typeof importedStock.list>['list'][number]
type DoneRow = OutputOf<typeof importedStock.rows>['rows'][number]

const DAY_MS = 24 * 3_600_000
const GUESSES = 6

const undoableUntil = ({ createdAt, finishedAt }: StockImport): Date =>
  later(new Date(finishedAt ?? createdAt), UNDO_DAYS * DAY_MS)

/** What decides what can be done with an import. */
export const factsOf = (one: StockImport, now: Date): ImportFacts => ({
  ...one,
  isTooOld: now.getTime() > undoableUntil(one).getTime(),
})

/** An import as its records show it to somebody. */
export function presentImport(one: StockImport, actor: Actor, now: Date): ImportRow {
  const { importId, name, channel, state, total, madeCount, updatedCount, sameCount, refusedCount, skippedCount } = one
  const { undoneCount, keptCount, problem, importedBy, createdAt, finishedAt, undoneBy, undoneAt } = one
  const past = madeCount + updatedCount + sameCount + refusedCount + skippedCount + undoneCount + keptCount
  return {
    importId,
    name,
    channel,
    state,
    total,
    pastCount: past,
    madeCount,
    updatedCount,
    sameCount,
    refusedCount,
    skippedCount,
    undoneCount,
    keptCount,
    problem,
    importedBy,
    createdAt,
    finishedAt,
    undoneBy,
    undoneAt,
    undoableUntil: undoableUntil(one).toISOString(),
    allowedActions: allowedActions(IMPORT_ACTIONS, factsOf(one, now), actor),
  }
}

/** A line with what became of it. */
export const presentDone = (
  { line, result, message, written, inspectionId, beforeFen, afterFen }: DoneLine,
  mayCost: boolean,
): DoneRow => ({
  line,
  result,
  message: withoutSums(message, mayCost),
  inspectionId,
  beforeFen,
  costFen: afterFen,
  code: (written.imei || written.sn).trim(),
  title: [written.model, written.storage, written.colour].join(' ').trim(),
})

/**
 * What is said of a line without what its phone cost: releases before 3.4 wrote it into the words, and a wrong cost is told
 * as it was written.
 */
function withoutSums(message: string, mayCost: boolean): string {
  const plain = message.replace(/；成本改为.*$/, '')
  return mayCost || !plain.startsWith('进价') ? plain : '进价一栏填写有误'
}

export const countsOf = (lines: readonly JudgedLine[]): Checked['counts'] => {
  const count = (answer: JudgedLine['answer']) => lines.filter((line) => line.answer === answer).length
  return {
    new: count('new'),
    known: count('known'),
    differs: count('differs'),
    jumps: count('jumps'),
    same: count('same'),
    refused: count('refused'),
  }
}

/** The texts that name no model, or that a person chose one for, most lines first. */
async function textsOf(lines: readonly JudgedLine[], models: Searched): Promise<Checked['texts']> {
  const texts = new Map<string, { count: number; modelId: string | null }>()
  for (const line of lines) {
    if (!line.isUnknownModel && (line.modelId === null || line.standing !== null)) continue
    const text = modelText(line.written)
    const known = texts.get(text)
    if (known) known.count += 1
    else texts.set(text, { count: 1, modelId: line.isUnknownModel ? null : line.modelId })
  }
  const sorted = [...texts].sort(([, one], [, other]) => other.count - one.count)
  return mapWithBreaks(sorted, ([text, { count, modelId }], at) => ({
    text,
    count,
    modelId,
    // so many can be answered at once: further ones get their guesses when these have their models
    guesses: at < STOCK_MODELS_MAX ? guessesFor(text, models) : [],
  }))
}

const guessesFor = (text: string, models: Searched) =>
  guessModels(text, GUESSES, models).map((model) => ({ modelId: model.id, title: modelTitle(model) }))

/** What each line would come to. */
export async function presentChecked(tx: Tx, lines: readonly JudgedLine[]): Promise<Checked> {
  return {
    rows: await mapWithBreaks(lines, (line) => ({
      line: line.line,
      answer: line.answer,
      message: line.message,
      code: codeOf(line),
      title: titleOf(line),
      beforeFen: line.standing?.costPriceFen ?? null,
      costFen: line.read?.costFen ?? null,
    })),
    counts: countsOf(lines),
    texts: await textsOf(lines, await searchedBy(tx)),
  }
}
