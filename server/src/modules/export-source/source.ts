import type { CallSpec } from '@huanji/contract/call'
import { allCalls } from '@huanji/contract/calls'
import { askingFor, type Column } from '@huanji/contract/columns/column'
import { EXPORT_KINDS, type ExportKind, type ExportKindKey } from '@huanji/contract/export-kinds'
import { EXPORT_COLUMNS } from '@huanji/contract/list-columns'
import type { BoundHandler, CallContext, HandlerGroup, OneStepHandler } from '../../gateway/handler.ts'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { mayReadAll } from '../../platform/field-rights.ts'

/** A list that can be exported, with the handler that answers its rows. */
export interface ExportSource extends ExportKind {
  readonly kind: ExportKindKey
  readonly columns: Readonly<Record<string, Column>>
  /** Lists the rows. */
  readonly lists: BoundHandler
  /** The call that asks for the file. */
  readonly asks: CallSpec
}

/** Every source by its kind. */
export type ExportSources = ReadonlyMap<string, ExportSource>

/** The kinds of exports over the handlers of `groups`. @throws Error for a list without a handler of one step */
export function exportSources(groups: readonly HandlerGroup[]): ExportSources {
  const bound = new Map(groups.flat().map((one) => [one.spec.path, one]))
  return new Map(
    (Object.keys(EXPORT_KINDS) as ExportKindKey[]).map((kind) => {
      const { title, listPath, createPath, grant } = EXPORT_KINDS[kind]
      const lists = bound.get(listPath)
      const asks = allCalls.find(({ path }) => path === createPath)
      if (lists === undefined || typeof lists.run !== 'function' || asks === undefined) {
        throw new Error(
          `${listPath} cannot be exported: it needs a handler of one step, and a call that asks for the file`,
        )
      }
      return [kind, { kind, title, listPath, createPath, grant, columns: EXPORT_COLUMNS[kind], lists, asks }]
    }),
  )
}

/** Whether somebody may take a source's rows along: the list is theirs to read, and the export theirs to ask for. */
export const mayExport = ({ lists, asks }: ExportSource, actor: Actor): boolean =>
  isGranted(lists.spec.access, actor) && isGranted(asks.access, actor)

/** The keys of the columns that somebody may see, in the list's order. */
export const openColumns = ({ columns }: ExportSource, actor: Actor): string[] =>
  Object.entries(columns).flatMap(([key, { rights = [] }]) => (mayReadAll(actor, rights) ? [key] : []))

/** What the keys of columns are called that are not there, or that somebody may not see. */
export function closedColumns(source: ExportSource, keys: readonly string[], actor: Actor): string[] {
  const open = new Set(openColumns(source, actor))
  return keys.filter((key) => !open.has(key)).map((key) => source.columns[key]?.title ?? key)
}

type Fields = Readonly<Record<string, unknown>>

/** Some rows of a list, in its order. */
export interface SourcePage {
  readonly rows: readonly unknown[]
  /** Where the next page begins; null at the end. */
  readonly next: string | null
}

interface Answer {
  readonly list: readonly unknown[]
  readonly total: number
  readonly nextCursor: string | null
  readonly previousCursor: string | null
}

const answerOf = (source: ExportSource, context: CallContext, input: Fields): Promise<Answer> =>
  (source.lists.run as OneStepHandler<CallSpec, CallContext>)(context, input) as Promise<Answer>

/** More rows than any file takes. */
const COUNT_TO = 5_000_000

/** How many rows a filter finds for the actor now. */
export async function countRows(source: ExportSource, context: CallContext, filter: Fields): Promise<number> {
  return (await answerOf(source, context, { ...filter, page: 1, pageSize: 1, countTo: COUNT_TO })).total
}

/** Whether a filter finds something for the actor now. */
export async function findsRows(source: ExportSource, context: CallContext, filter: Fields): Promise<boolean> {
  return (await answerOf(source, context, { ...filter, page: 1, pageSize: 1, countTo: 1 })).total > 0
}

/** Thrown when a list does not know its own cursor any more: going on would begin again at its first row. */
export class PlaceLost extends Error {}

interface PlaceWanted {
  readonly filter: Fields
  /** The keys of the columns that the file has. */
  readonly columns: readonly string[]
  readonly cursor: string | null
  readonly size: number
}

/**
 * The rows of a filter beyond a cursor, as the list's own handler answers them to the actor: more at once than a caller
 * may ask for, and uncounted. @throws PlaceLost
 */
export async function readPage(
  source: ExportSource,
  context: CallContext,
  { columns, filter, cursor, size }: PlaceWanted,
): Promise<SourcePage> {
  const place = cursor === null ? {} : { cursor }
  const asked = askingFor(columns.flatMap((key) => source.columns[key] ?? []))
  const page = await answerOf(source, context, { ...filter, ...asked, ...place, page: 1, pageSize: size, countTo: 0 })
  if (cursor !== null && page.list.length > 0 && page.previousCursor === null) throw new PlaceLost(source.listPath)
  return { rows: page.list, next: page.nextCursor }
}
