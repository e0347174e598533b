import type { Channel } from '@huanji/domain/channel'
import type { StockField } from '@huanji/domain/stock/stock-row'
import type { Table } from '@huanji/domain/tables/table'
import { useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { errorText } from '../../api/refusal.ts'
import { ownFault, useWrite } from '../../components/form/use-write.ts'
import { can } from '../../session/session.ts'
import { fieldsFault, readStockTable, type StockTable } from './table-columns.ts'
import type { Checked, CheckedRow, CheckInput } from './types.ts'

/** A file that was read, and what was said about it so far. */
export interface Sheet {
  readonly name: string
  readonly table: StockTable
  readonly fields: readonly (StockField | null)[]
  readonly channel: Channel
  /** Which model a text means, by the text. */
  readonly models: Readonly<Record<string, string>>
}

/** What the call is told of a table: of its columns those that hold something. */
function inputOf({ table, fields, channel, models }: Sheet): CheckInput {
  const used = fields.flatMap((field, at) => (field === null ? [] : [{ field, at }]))
  return {
    channel,
    fields: used.map(({ field }) => field),
    rows: table.lines.map(({ line, cells }) => ({ line, cells: used.map(({ at }) => cells[at] ?? '') })),
    models: Object.entries(models).map(([text, modelId]) => ({ text, modelId })),
  }
}

/** Lines that are taken over where a person has confirmed them. */
export const needsConfirming = ({ answer }: CheckedRow): boolean => answer === 'differs' || answer === 'jumps'

const withoutCost = (fields: readonly (StockField | null)[]) =>
  can('field:costPrice') ? fields : fields.map((field) => (field === 'cost' ? null : field))

/** Reading a table, having it judged, taking it over. */
export function useStockTable(onStarted: (importId: string) => void) {
  const { send, during, isSending: isBusy, fault, setFault } = useWrite()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [confirmed, setConfirmed] = useState<ReadonlySet<number>>(new Set())
  /** The newest change: the answer to an earlier one comes too late. */
  const newest = useRef<Sheet | null>(null)
  const judge = async (next: Sheet) => {
    newest.current = next
    setSheet(next)
    // what was confirmed was said of other columns or models
    setConfirmed(new Set())
    if (fieldsFault(next.fields) !== null) return setChecked(null)
    const answer = await api.importedStock.check(inputOf(next), { handles: 'all' })
    if (newest.current === next) setChecked(answer)
  }
  const read = (name: string, rows: () => Promise<Table>) =>
    during(async () => {
      const got = readStockTable(await rows())
      if (!got.ok) return setFault(ownFault(got.message))
      const { table } = got
      const known = await api.importedStock.heads({ titles: [...table.heads] }, { handles: 'all' })
      const fields = withoutCost(known.fields ?? table.guessed)
      await judge({ name, table, fields, channel: 'auction', models: {} })
    }, errorText)
  const change = (part: Partial<Sheet>) => sheet && during(() => judge({ ...sheet, ...part }), errorText)
  const start = async () => {
    if (!sheet) return
    const heads = sheet.table.heads.map((title, at) => ({ title, field: sheet.fields[at] ?? null }))
    const given = { ...inputOf(sheet), name: sheet.name, heads, confirmed: [...confirmed] }
    const started = await send(given, (options) => api.importedStock.start(given, options))
    if (!started) return
    newest.current = null
    setSheet(null)
    onStarted(started.importId)
  }
  const drop = () => {
    newest.current = null
    setSheet(null)
    setChecked(null)
    setFault(null)
  }
  const confirm = (line: number, isConfirmed: boolean) => {
    const next = new Set(confirmed)
    if (isConfirmed) next.add(line)
    else next.delete(line)
    setConfirmed(next)
  }
  return { sheet, checked, confirmed, isBusy, failure: fault?.message ?? '', read, change, confirm, start, drop }
}

export type StockWork = ReturnType<typeof useStockTable>
