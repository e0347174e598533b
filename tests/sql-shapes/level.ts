import type { ColumnRef, DeleteStmt, Node, RangeVar, SelectStmt, UpdateStmt } from 'libpg-query'
import { contentOf, everyNode, isQuery, queriesWithin, textOf } from './tree.ts'

/** What stands in a FROM: a table or a query, under the name that columns are told apart by. */
export interface Source {
  readonly alias: string
  /** Null for a query and for a table of a WITH. */
  readonly table: string | null
  readonly query: Node | null
}

/** One level of a statement: what it reads and writes by itself, without the queries in it. */
export interface Level {
  readonly sources: readonly Source[]
  /** What holds of each row: the parts of WHERE and ON, one for each AND. */
  readonly conditions: readonly Node[]
  /** The parts of ON of outer joins. */
  readonly outerConditions: readonly Node[]
  /** The columns that both sides of a join have alike by USING. */
  readonly using: readonly string[]
}

type Query = Pick<SelectStmt & UpdateStmt & DeleteStmt, 'fromClause' | 'usingClause' | 'whereClause' | 'relation'>

/** Takes a level apart; names of `common` are tables of a WITH. */
export function levelOf(query: Query, common: ReadonlySet<string>): Level {
  const sources: Source[] = []
  const conditions = partsOf(query.whereClause)
  const outerConditions: Node[] = []
  const using: string[] = []
  const add = (node: Node | undefined): void => {
    const join = contentOf(node, 'JoinExpr')
    if (join === undefined) {
      const source = sourceOf(node, common)
      if (source !== null) sources.push(source)
      return
    }
    add(join.larg)
    add(join.rarg)
    using.push(...(join.usingClause ?? []).map(textOf))
    const parts = partsOf(join.quals)
    conditions.push(...parts)
    if (join.jointype !== 'JOIN_INNER') outerConditions.push(...parts)
  }
  if (query.relation !== undefined) sources.push(tableSource(query.relation, common))
  for (const node of [...(query.fromClause ?? []), ...(query.usingClause ?? [])]) add(node)
  return { sources, conditions, outerConditions, using }
}

function sourceOf(node: Node | undefined, common: ReadonlySet<string>): Source | null {
  const table = contentOf(node, 'RangeVar')
  if (table !== undefined) return tableSource(table, common)
  const sub = contentOf(node, 'RangeSubselect')
  return sub === undefined
    ? null
    : { alias: sub.alias?.aliasname ?? '', table: null, query: queriesWithin(sub.subquery)[0] ?? null }
}

function tableSource({ relname = '', schemaname, alias }: RangeVar, common: ReadonlySet<string>): Source {
  const isOurs = !common.has(relname) && (schemaname === undefined || schemaname === 'public')
  return { alias: alias?.aliasname ?? relname, table: isOurs ? relname : null, query: null }
}

function partsOf(condition: Node | undefined): Node[] {
  if (condition === undefined) return []
  const both = contentOf(condition, 'BoolExpr')
  return both?.boolop === 'AND_EXPR' ? (both.args ?? []).flatMap(partsOf) : [condition]
}

/** A value that stands fast before the statement runs: a parameter or a constant. */
const FIXED = 'a value'

const keyOf = (alias: string, column: string) => `${alias}.${column}`

/**
 * The sources of a level whose merchant is a value that stands fast, by itself or by equality with one whose merchant is.
 * `isBoundQuery` says it of a query in the level.
 */
export function boundSources(level: Level, isBoundQuery: (query: Node) => boolean): ReadonlySet<Source> {
  const links: [string, string][] = level.conditions.flatMap((condition) => equalityOf(condition, level))
  for (const column of level.using) {
    const [first, ...others] = level.sources
    for (const other of others) links.push([keyOf(first?.alias ?? '', column), keyOf(other.alias, column)])
  }
  for (const { alias, query } of level.sources) {
    if (query !== null && isBoundQuery(query)) links.push([keyOf(alias, 'merchant_id'), FIXED])
  }
  const bound = new Set([FIXED])
  for (let size = 0; size !== bound.size; ) {
    size = bound.size
    for (const [one, other] of links) {
      if (bound.has(one)) bound.add(other)
      if (bound.has(other)) bound.add(one)
    }
  }
  return new Set(level.sources.filter(({ alias }) => bound.has(keyOf(alias, 'merchant_id'))))
}

function equalityOf(condition: Node, level: Level): [string, string][] {
  const expression = contentOf(condition, 'A_Expr')
  if (expression?.kind !== 'AEXPR_OP' || textOf(expression.name?.[0]) !== '=') return []
  const one = sideOf(expression.lexpr, level)
  const other = sideOf(expression.rexpr, level)
  return one === null || other === null ? [] : [[one, other]]
}

function sideOf(node: Node | undefined, level: Level): string | null {
  const column = contentOf(node, 'ColumnRef')
  if (column !== undefined) return columnKey(column, level)
  const isFixed = everyNode(node, 'ParamRef').length + everyNode(node, 'A_Const').length > 0
  const hasMore = hasColumn(node) || everyNode(node, 'FuncCall').length > 0 || queriesWithin(node).length > 0
  return isFixed && !hasMore ? FIXED : null
}

/** Null for a column of a query around this one: what it is equal to changes from row to row. */
function columnKey({ fields = [] }: ColumnRef, { sources }: Level): string | null {
  const names = fields.map(textOf)
  const column = names.at(-1) ?? ''
  const alias = names.length > 1 ? names.at(-2) : sources.length === 1 ? sources[0]?.alias : undefined
  return sources.some((source) => source.alias === alias) ? keyOf(alias ?? '', column) : null
}

/** Whether a column stands in an expression, its queries left out. */
export const hasColumn = (node: unknown): boolean => everyNode(node, 'ColumnRef', isQuery).length > 0
