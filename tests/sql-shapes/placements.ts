import { REFERENCE_TABLES } from '@huanji/server/database/cluster'
import { MIGRATIONS_FOLDER, readMigrations } from '@huanji/server/database/migrate'
import { type CreateStmt, type Node, parseSync } from 'libpg-query'
import { everyNode, textOf } from './tree.ts'

/** Where a cluster keeps a table: with its merchant, as a copy on every node, or on the coordinator alone. */
export type Placement = 'merchant' | 'everywhere' | 'coordinator'

/** The placement of each table, by its name. */
export type Placements = ReadonlyMap<string, Placement>

/** The statements of a text. @throws SqlError where PostgreSQL's grammar does not take it */
export const statementsOf = (text: string): Node[] =>
  (parseSync(text).stmts ?? []).flatMap(({ stmt }) => (stmt === undefined ? [] : [stmt]))

/** The tables that a statement gives to merchants by `huanji_protect`, which is what a cluster is spread by. */
export function protectedBy(statement: Node): string[] {
  return everyNode(statement, 'FuncCall')
    .filter(({ funcname }) => textOf(funcname?.at(-1)) === 'huanji_protect')
    .flatMap(({ args }) => everyNode(args, 'A_Const').flatMap(({ sval }) => sval?.sval ?? []))
}

export const nameOf = ({ relation }: CreateStmt): string => relation?.relname ?? ''

/** Where the tables of all migrations lie, read from the migrations and the list of reference tables. */
export function placementsOfProduct(): Placements {
  const placements = new Map<string, Placement>([['migration', 'coordinator']])
  for (const { text } of readMigrations(MIGRATIONS_FOLDER)) {
    for (const statement of statementsOf(text)) {
      for (const made of everyNode(statement, 'CreateStmt')) placements.set(nameOf(made), 'coordinator')
      for (const name of protectedBy(statement)) placements.set(name, 'merchant')
    }
  }
  for (const name of REFERENCE_TABLES) placements.set(name, 'everywhere')
  return placements
}
