import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  type Expression,
  type IdentifierNode,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type ReferenceNode,
  type SelectAllNode,
  type SelectExpression,
  type Selection,
  type SelectionNode,
  type SelectQueryNode,
  type Simplify,
  sql,
} from 'kysely'
import type { JsonText } from './column-types.ts'
import type { Tables } from './tables.ts'

/** A statement whose rows are R: what a builder of `db` is. */
export interface Statement<R> {
  compile(): CompiledQuery<R>
}

/** A statement as it is sent. */
export interface WrittenStatement<R = unknown> extends CompiledQuery<R> {
  /** What a connection knows it by once it has parsed it: it is not parsed again. Absent for what is sent whole each time. */
  readonly name?: string
}

/** The tables that belong to merchants: each row carries its merchant, and row level security compares it. */
export type MerchantTable = {
  [Name in keyof Tables]: 'merchantId' extends keyof Tables[Name] ? Name : never
}[keyof Tables]

const names = new Map<string, string>()

/** `orderNo` as `"order_no"`; the names are those of the code, so there are not many. */
function quoted(name: string): string {
  const known = names.get(name)
  if (known !== undefined) return known
  const made = `"${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('"', '""')}"`
  names.set(name, made)
  return made
}

/**
 * Writes statements in the database's own names: `orderNo` becomes `order_no` wherever it stands, and the columns of
 * the answer keep the names of the code, so that rows need no work after reading. It copies nothing, where the
 * camel-case plugin of the builder makes the whole tree and every row anew.
 */
class Compiler extends PostgresQueryCompiler {
  #text = ''
  #answered: Set<string> | null = null

  protected override append(text: string): void {
    this.#text += text
  }

  protected override getSql(): string {
    return this.#text
  }

  protected override visitIdentifier(node: IdentifierNode): void {
    this.append(quoted(node.name))
  }

  protected override visitSelection(node: SelectionNode): void {
    if (!this.#isAnswer()) {
      this.visitNode(node.selection)
      return
    }
    const kept = columnsOnce.get(node)
    if (kept?.text !== undefined) this.append(kept.text)
    const name = kept?.text === undefined ? this.#visitAnswer(node, kept) : kept.name
    if (name !== null) this.#answered = (this.#answered ?? new Set()).add(name)
  }

  /** An order by a name that the answer has given, and no table. */
  protected override visitReference(node: ReferenceNode): void {
    const name = node.table === undefined ? columnName(node.column) : null
    const isOrder = this.nodeStack.length === 4 && this.nodeStack[1]?.kind === 'OrderByNode'
    if (isOrder && name !== null && this.#answered?.has(name)) this.append(`"${name}"`)
    else super.visitReference(node)
  }

  override compileQuery(...args: Parameters<PostgresQueryCompiler['compileQuery']>): CompiledQuery {
    this.#text = ''
    this.#answered = null
    return super.compileQuery(...args)
  }

  /** Whether the selection is one of the whole statement's, and of no query inside it. */
  #isAnswer(): boolean {
    return this.nodeStack.length === 2 || (this.nodeStack.length === 3 && this.nodeStack[1]?.kind === 'ReturningNode')
  }

  /** Writes an answered column, and keeps its text where it is one that is built once and carries no parameter. */
  #visitAnswer({ selection }: SelectionNode, kept: KeptColumn | undefined): string | null {
    const start = this.#text.length
    const { numParameters } = this
    const name = this.#visitNamed(selection)
    if (kept !== undefined && numParameters === this.numParameters) {
      kept.text = this.#text.slice(start)
      kept.name = name
    }
    return name
  }

  /** Writes an answered column and gives the name that the answer has for it where the database's would differ. */
  #visitNamed(selection: SelectionNode['selection']): string | null {
    if (selection.kind === 'AliasNode') {
      this.visitNode(selection.node)
      if (selection.alias.kind !== 'IdentifierNode') throw new Error('the name of an answered column is a plain one')
      const { name } = selection.alias as IdentifierNode
      this.append(` as "${name.replaceAll('"', '""')}"`)
      return name
    }
    const name = selection.kind === 'ReferenceNode' ? columnName(selection.column) : null
    if (name === null) {
      throw new Error('a statement names the columns that it answers: a later column must not slip into an answer')
    }
    this.visitNode(selection)
    if (quoted(name) === `"${name}"`) return null
    this.append(` as "${name}"`)
    return name
  }
}

interface KeptColumn {
  text?: string
  name: string | null
}

/** The columns of queries that are built once, each with its text after the first time it was written. */
const columnsOnce = new WeakMap<SelectionNode, KeptColumn>()

/**
 * Marks a query with many columns that is built once, when its file is loaded, and completed by conditions for each
 * call: its columns are written out once too.
 */
export function builtOnce<Query extends { toOperationNode(): SelectQueryNode }>(query: Query): Query {
  for (const column of query.toOperationNode().selections ?? []) columnsOnce.set(column, { name: null })
  return query
}

const columnName = (column: ReferenceNode['column'] | SelectAllNode): string | null =>
  column.kind === 'ColumnNode' ? column.column.name : null

/** The builder only writes statements; they run in a transaction, which is handed on explicitly. */
const noDriver = (): never => {
  throw new Error('a statement runs through its transaction: tx.rows, tx.one or tx.run')
}

/**
 * Builds statements whose tables, columns and values are checked against tables.ts. Nothing runs here: hand the
 * statement to `tx.rows`, `tx.one` or `tx.run`.
 */
export const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => ({
      init: async () => undefined,
      acquireConnection: noDriver,
      beginTransaction: noDriver,
      commitTransaction: noDriver,
      rollbackTransaction: noDriver,
      releaseConnection: noDriver,
      destroy: async () => undefined,
    }),
    createIntrospector: (builder) => new PostgresIntrospector(builder),
    createQueryCompiler: () => new Compiler(),
  },
})

/** Text and parameters of a statement. */
export function compiled(statement: Statement<unknown> | RawBuilder<unknown>): WrittenStatement {
  return 'isRawBuilder' in statement ? statement.compile(db) : statement.compile()
}

/** Marks where a value of each run goes in a statement that is written once. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** The merchant of a statement: a transaction's, or what stands for it in a `prepared` one. */
export interface OfMerchant {
  readonly merchantId: string | RawBuilder<string>
}

/** What stands for the values while the statement is built: an expression for each name. */
type Places<Values> = { readonly [Name in keyof Values]-?: RawBuilder<Values[Name]> }

const places = new Proxy({}, { get: (_, name) => sql`${new Place(String(name))}` })

/**
 * A statement of one shape for many runs: it is built and written out at the first, and each run only sets its values in.
 * Each connection parses it once, and the database may keep its plan, so it must find its rows by keys whatever the
 * values. For what runs in every call; another statement is built where it is needed.
 *
 * @param build must not decide anything by the values, which it does not see
 */
export function prepared<Values extends object, Row>(
  build: (values: Places<Values>) => Statement<Row>,
): (values: Values) => Statement<Row> {
  let written: WrittenStatement<Row> | null = null
  return (values) => ({
    compile: () => {
      written ??= withName(build(places as Places<Values>).compile())
      const parameters = written.parameters.map((one) =>
        one instanceof Place ? values[one.name as keyof Values] : one,
      )
      return { ...written, parameters }
    },
  })
}

/** A statement that a connection keeps. The name follows from the text, so that two shapes never share one. */
export function withName<Row>(statement: CompiledQuery<Row>): WrittenStatement<Row> {
  return { ...statement, name: createHash('sha256').update(statement.sql).digest('base64url') }
}

/** One of several values, as one parameter: `where('id', '=', anyOf(ids))`. None matches an empty array. */
export const anyOf = <T>(values: readonly T[] | RawBuilder<readonly T[]>): RawBuilder<T> => sql<T>`any(${values})`

/** A value as the text that a JSON column takes. */
export const jsonText = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>

/** Whether text holds another, case aside; `%`, `_` and `\` of it mean themselves. */
export const holds = (text: Expression<string>, wanted: string): RawBuilder<boolean> =>
  sql<boolean>`${text} ilike ${`%${wanted.replace(/[\\%_]/g, '\\$&')}%`}`

/** Columns of one table to select, each as `column` or `column as name`; with `Alias`, as `alias.column`. */
export type ColumnsOf<Table extends keyof Tables, Alias extends string = Table> = readonly SelectExpression<
  Record<Alias, Tables[Table]>,
  Alias
>[]

/** The row that selecting these columns of a table gives. */
export type RowOf<
  Table extends keyof Tables,
  Columns extends ColumnsOf<Table, Alias>,
  Alias extends string = Table,
> = Simplify<Selection<Record<Alias, Tables[Table]>, Alias, Columns[number]>>

/** The row that a function's statement gives: `RowOfQuery<typeof ordersOf>`. */
export type RowOfQuery<Build extends (...args: never[]) => Statement<unknown>> =
  ReturnType<Build> extends Statement<infer Row> ? Row : never
