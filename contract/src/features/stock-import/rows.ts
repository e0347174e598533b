import * as z from 'zod'
import { channel, id, moment } from '../../shapes.ts'

export const stockImportState = z.enum(['running', 'done', 'cancelled', 'undone'])

/** What can be done with an import: 取消 · 撤销 */
export const stockImportAction = z.enum(['cancel', 'undo'])

export const stockImportRow = z.strictObject({
  importId: id,
  /** The file's name, or what the person called it. */
  name: z.string(),
  channel,
  state: stockImportState,
  total: z.int(),
  /** How many lines are past: each of them has its answer. */
  pastCount: z.int(),
  madeCount: z.int(),
  updatedCount: z.int(),
  sameCount: z.int(),
  refusedCount: z.int(),
  skippedCount: z.int(),
  /** Lines that were taken back, and those that stayed since something had happened to their phones. */
  undoneCount: z.int(),
  keptCount: z.int(),
  /** Why it ended before its lines did; empty otherwise. */
  problem: z.string(),
  importedBy: z.string(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  undoneBy: z.string().nullable(),
  undoneAt: moment.nullable(),
  /** Until when it can be taken back. */
  undoableUntil: moment,
  allowedActions: z.array(stockImportAction),
})
