import type { DeleteStmt, InsertStmt, Node, SelectStmt, UpdateStmt } from 'libpg-query'
import { boundSources, hasColumn, type Level, levelOf } from './level.ts'
import { type Placements, statementsOf } from './placements.ts'
import { contentOf, everyNode, isQuery, queriesWithin, textOf } from './tree.ts'

/** The shapes that a cluster refuses, each with what to write instead (docs/scaling.md, What a statement has to look like). */
export const SHAPES = {
  'a merchant’s table without its merchant':
    'compare merchant_id of each merchant’s table with a parameter, in each subselect anew; in joins the equality is enough',
  'a merchant’s table beside one that stays on the coordinator':
    'read the two by a statement each, or make the other a reference table (REFERENCE_TABLES in server/src/database/cluster.ts)',
  'for update over several tables': 'lock the one row by a statement of its own, and read the others after it',
  'an outer join on a condition without columns':
    'make it an inner or cross join, or give the condition the columns of both sides; otherwise two statements',
  'insert … select': 'read the rows, and insert them as values',
  'a row that is given to another merchant': 'the merchant of a row stays: delete the row, and insert it anew',
  'an insert without its merchant': 'name merchant_id among the columns, and give it as a parameter',
  'a function in update … set that may answer otherwise tomorrow':
    'give the value as a parameter; where pg_proc calls the function immutable, name it in IMMUTABLE of tests/sql-shapes/shapes.ts',
  'a merge': 'write it as insert … on conflict, or as an update and an insert',
} as const

export type Shape = keyof typeof SHAPES

/** Functions of PostgreSQL that statements use in `set`, each immutable by pg_proc. */
const IMMUTABLE: ReadonlySet<string> = new Set(['replace'])

/** What a statement is looked at against. */
interface Looking {
  readonly placements: Placements
  /** False for what may ask several nodes: the work of jobs. */
  readonly asksOne: boolean
  readonly found: Set<Shape>
}

/**
 * The shapes of a text that a cluster refuses, without a cluster: by the syntax tree and by where each table lies.
 * With `asksOne` a statement that would ask several nodes is one of them, as in calls.
 */
export function refusedShapes(text: string, placements: Placements, asksOne: boolean): Shape[] {
  const found = new Set<Shape>()
  const statements = statementsOf(text)
  for (const statement of statements) {
    const kinds = tablesOf(statement).map((table) => placements.get(table))
    if (!kinds.includes('merchant') && !kinds.includes('everywhere')) continue
    if (kinds.includes('merchant') && kinds.includes('coordinator'))
      found.add('a merchant’s table beside one that stays on the coordinator')
    for (const query of queriesWithin(statement)) lookAt(query, new Set(), { placements, asksOne, found })
  }
  return [...found]
}

function tablesOf(statement: Node): string[] {
  const common = new Set(everyNode(statement, 'CommonTableExpr').map(({ ctename }) => ctename))
  const named = [
    ...everyNode(statement, 'RangeVar'),
    ...(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'] as const).flatMap((kind) =>
      everyNode(statement, kind).flatMap(({ relation }) => relation ?? []),
    ),
  ]
  return named.flatMap(({ relname }) => (relname === undefined || common.has(relname) ? [] : relname))
}

/** Looks at a query and at those in it. True where its rows are one merchant's, and it says whose in `merchant_id`. */
function lookAt(query: Node, around: ReadonlySet<string>, looking: Looking): boolean {
  const select = contentOf(query, 'SelectStmt')
  const insert = contentOf(query, 'InsertStmt')
  const update = contentOf(query, 'UpdateStmt')
  const changed = update ?? contentOf(query, 'DeleteStmt')
  if (contentOf(query, 'MergeStmt') !== undefined) looking.found.add('a merge')
  const inner = select ?? insert ?? changed
  if (inner === undefined) return false
  const common = new Set(around)
  for (const each of inner.withClause?.ctes ?? []) common.add(contentOf(each, 'CommonTableExpr')?.ctename ?? '')
  if (insert !== undefined) lookAtInsert(insert, looking)
  if (update !== undefined) lookAtSet(update.targetList, update.relation?.relname, looking)
  if (select?.larg !== undefined && select.rarg !== undefined) {
    lookInto([select.withClause, select.sortClause], common, looking)
    const sides = [select.larg, select.rarg].map((side) => lookAt({ SelectStmt: side }, common, looking))
    return sides.every(Boolean)
  }
  if (insert !== undefined) {
    lookInto(Object.values(insert), common, looking)
    return false
  }
  return lookAtLevel(select ?? changed ?? {}, common, looking)
}

const lookInto = (value: unknown, common: ReadonlySet<string>, looking: Looking): void => {
  for (const query of queriesWithin(value)) lookAt(query, common, looking)
}

function lookAtLevel(
  query: SelectStmt | UpdateStmt | DeleteStmt,
  common: ReadonlySet<string>,
  looking: Looking,
): boolean {
  const { placements, asksOne, found } = looking
  const level = levelOf(query, common)
  const answers = new Map(queriesWithin(Object.values(query)).map((each) => [each, lookAt(each, common, looking)]))
  const bound = boundSources(level, (each) => answers.get(each) === true)
  const own = level.sources.filter(({ table }) => table !== null && placements.get(table) === 'merchant')
  const isOpen = own.some((source) => !bound.has(source))
  if (isOpen && (asksOne || isLocked(query))) found.add('a merchant’s table without its merchant')
  if (isLocked(query) && own.length > 0 && level.sources.length > 1) found.add('for update over several tables')
  if (own.length > 0 || level.sources.some(({ query: inner }) => inner !== null)) lookAtJoins(level, found)
  return !isOpen && bound.size > 0 && givesMerchant(query, level, bound)
}

const isLocked = (query: SelectStmt | UpdateStmt | DeleteStmt): boolean =>
  'lockingClause' in query && (query.lockingClause?.length ?? 0) > 0

function lookAtJoins({ outerConditions }: Level, found: Set<Shape>): void {
  if (outerConditions.some((condition) => !hasColumn(condition)))
    found.add('an outer join on a condition without columns')
}

/** Whether a select has the merchant of a bound source, or a value, as its column `merchant_id`. */
function givesMerchant(
  query: SelectStmt | UpdateStmt | DeleteStmt,
  level: Level,
  bound: ReturnType<typeof boundSources>,
): boolean {
  const targets = 'targetList' in query ? (query.targetList ?? []) : []
  return targets.some((each) => {
    const target = contentOf(each, 'ResTarget')
    const fields = contentOf(target?.val, 'ColumnRef')?.fields ?? []
    const isMerchant = textOf(fields.at(-1)) === 'merchant_id' || contentOf(fields.at(-1), 'A_Star') !== undefined
    const alias = fields.length > 1 ? textOf(fields.at(-2)) : level.sources[0]?.alias
    const isKept = target?.name === undefined || target.name === 'merchant_id'
    return isMerchant && isKept && [...bound].some((source) => source.alias === alias)
  })
}

function lookAtInsert({ relation, cols = [], selectStmt, onConflictClause }: InsertStmt, looking: Looking): void {
  const { placements, found } = looking
  const placement = placements.get(relation?.relname ?? '')
  if (placement !== 'merchant' && placement !== 'everywhere') return
  if (contentOf(selectStmt, 'SelectStmt')?.valuesLists === undefined) found.add('insert … select')
  const names = cols.map((col) => contentOf(col, 'ResTarget')?.name)
  if (placement === 'merchant' && !names.includes('merchant_id')) found.add('an insert without its merchant')
  lookAtSet(onConflictClause?.targetList, relation?.relname, looking)
}

function lookAtSet(targets: readonly Node[] = [], table = '', { placements, found }: Looking): void {
  const placement = placements.get(table)
  if (placement !== 'merchant' && placement !== 'everywhere') return
  if (placement === 'merchant' && targets.some((each) => contentOf(each, 'ResTarget')?.name === 'merchant_id'))
    found.add('a row that is given to another merchant')
  const functions = everyNode(targets, 'FuncCall', isQuery).map(({ funcname }) => textOf(funcname?.at(-1)))
  const moments = everyNode(targets, 'SQLValueFunction', isQuery)
  if (moments.length > 0 || functions.some((name) => !IMMUTABLE.has(name)))
    found.add('a function in update … set that may answer otherwise tomorrow')
}
