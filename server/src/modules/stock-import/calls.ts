import { importedStock } from '@huanji/contract/features/stock-import/calls'
import { refuse } from '../../errors/refusal.ts'
import { handlers } from '../../gateway/handler.ts'
import { mayRead, rowOf } from '../../platform/field-rights.ts'
import { cancelImport, digestOf, startImport } from './commands.ts'
import { judge, linesOf } from './judge.ts'
import { presentChecked, presentDone, presentImport } from './present.ts'
import { fieldsOfHeads, findImport, linesAfter, listImports } from './store.ts'
import { undoImport } from './undo.ts'

const checked = rowOf(importedStock.check.output)
const done = rowOf(importedStock.rows.output)

/** The calls of stock that comes as a table. */
export const stockImportGroup = handlers(importedStock, {
  heads: async ({ tx }, { titles }) => ({ fields: await fieldsOfHeads(tx, digestOf(titles)) }),

  check: async ({ tx, actor, now }, table) => {
    const lines = linesOf(table, mayRead(actor, 'field:costPrice'))
    return checked(await presentChecked(tx, await judge(tx, lines, now.toISOString())), actor)
  },

  start: startImport,

  list: async ({ tx, actor, now }, paging) => {
    const page = await listImports(tx, paging)
    return { ...page, list: page.list.map((one) => presentImport(one, actor, now)) }
  },

  rows: async ({ tx, actor, now }, { importId, limit, ...filter }) => {
    const one = (await findImport(tx, importId)) ?? refuse('NOT_FOUND')
    const lines = await linesAfter(tx, importId, { ...filter, limit: limit + 1 })
    const mayCost = mayRead(actor, 'field:costPrice')
    const rows = lines.slice(0, limit).map((line) => presentDone(line, mayCost))
    return done({ import: presentImport(one, actor, now), rows, hasMore: lines.length > limit }, actor)
  },

  cancel: async (context, { importId }) => {
    await cancelImport(context, importId)
    return {}
  },

  undo: (context, { importId }) => undoImport(context, importId),
})
