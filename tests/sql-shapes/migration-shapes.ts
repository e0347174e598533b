import type { Constraint, CreateFunctionStmt, Node } from 'libpg-query'
import { nameOf, type Placements, protectedBy, statementsOf } from './placements.ts'
import { contentOf, everyNode, textOf } from './tree.ts'

/** The shapes that a spread cluster refuses in a migration, each with what to write instead. */
export const MIGRATION_SHAPES = {
  'a foreign key of a merchant’s table before it is spread':
    'create table, select huanji_protect(…), then alter table … add foreign key; the one to merchant may stand in the making',
  'a foreign key between tables that do not lie together':
    'a merchant’s table points at merchants’ and reference tables alone, others at none of a merchant’s',
  'a foreign key without the merchant': 'let merchant_id be a column of the key on both sides',
  'a unique rule without the merchant': 'let merchant_id be a column of the key or the index',
  'an index made or dropped beside other statements':
    'execute each by itself in a do block, as 0009_list_sorting.sql does',
  'a function of the owner’s rights or of a row type': 'pass columns, and let it work with the rights of who calls it',
} as const

export type MigrationShape = keyof typeof MIGRATION_SHAPES

/** The shapes of one migration's text that a database refuses that is spread already; where each table lies, after it. */
export function refusedMigrationShapes(text: string, placements: Placements): MigrationShape[] {
  const statements = statementsOf(text)
  const isMerchants = (name = '') => placements.get(name) === 'merchant'
  const found = new Set<MigrationShape>()
  const fresh = new Set<string>()
  const isEarly = (table: string, rule: Constraint) =>
    rule.contype === 'CONSTR_FOREIGN' && fresh.has(table) && isMerchants(table) && isMerchants(rule.pktable?.relname)
  for (const statement of statements) {
    for (const made of everyNode(statement, 'CreateStmt')) {
      fresh.add(nameOf(made))
      for (const rule of rulesIn(made.tableElts)) {
        if (isEarly(nameOf(made), rule) && rule.pktable?.relname !== 'merchant')
          found.add('a foreign key of a merchant’s table before it is spread')
        lookAtRule(nameOf(made), rule, placements, found)
      }
    }
    for (const { relation: { relname = '' } = {}, cmds } of everyNode(statement, 'AlterTableStmt')) {
      for (const rule of rulesIn(cmds)) {
        if (isEarly(relname, rule)) found.add('a foreign key of a merchant’s table before it is spread')
        lookAtRule(relname, rule, placements, found)
      }
    }
    for (const { relation, unique, indexParams } of everyNode(statement, 'IndexStmt')) {
      const { relname = '' } = relation ?? {}
      const columns = everyNode(indexParams, 'IndexElem').map(({ name }) => name)
      if (unique === true && isMerchants(relname) && !columns.includes('merchant_id'))
        found.add('a unique rule without the merchant')
      if (isMerchants(relname) && !fresh.has(relname) && statements.length > 1)
        found.add('an index made or dropped beside other statements')
    }
    const dropped = contentOf(statement, 'DropStmt')
    if (dropped?.removeType === 'OBJECT_INDEX' && statements.length > 1)
      found.add('an index made or dropped beside other statements')
    for (const made of everyNode(statement, 'CreateFunctionStmt'))
      if (isOfOwner(made) || takesRow(made, placements)) found.add('a function of the owner’s rights or of a row type')
    // a protected table is spread at once: from here on it is as every other one
    for (const name of protectedBy(statement)) fresh.delete(name)
  }
  return [...found]
}

/** The rules of a table's columns and of the table, by the place that they are said in. */
function rulesIn(elements: readonly Node[] = []): Constraint[] {
  const columns = everyNode(elements, 'ColumnDef').flatMap(({ colname = '', constraints = [] }) =>
    constraints.flatMap((each) => {
      const rule = contentOf(each, 'Constraint')
      const own: Node[] = [{ String: { sval: colname } }]
      return rule === undefined ? [] : { ...rule, keys: rule.keys ?? own, fk_attrs: rule.fk_attrs ?? own }
    }),
  )
  return [...everyNode(elements, 'Constraint', (value) => contentOf(value, 'ColumnDef') !== undefined), ...columns]
}

function lookAtRule(table: string, rule: Constraint, placements: Placements, found: Set<MigrationShape>): void {
  const own = placements.get(table)
  const has = (columns: readonly Node[] = []) => columns.map(textOf).includes('merchant_id')
  const isUnique = rule.contype === 'CONSTR_PRIMARY' || rule.contype === 'CONSTR_UNIQUE'
  if (isUnique && own === 'merchant' && rule.indexname === undefined && !has(rule.keys))
    found.add('a unique rule without the merchant')
  if (rule.contype !== 'CONSTR_FOREIGN') return
  const other = placements.get(rule.pktable?.relname ?? '')
  if (own === 'merchant' ? other === 'coordinator' : other === 'merchant')
    found.add('a foreign key between tables that do not lie together')
  if (own === 'merchant' && other === 'merchant' && !has(rule.fk_attrs)) found.add('a foreign key without the merchant')
}

const isOfOwner = ({ options }: CreateFunctionStmt): boolean =>
  everyNode(options, 'DefElem').some(
    ({ defname, arg }) => defname === 'security' && contentOf(arg, 'Boolean')?.boolval === true,
  )

const takesRow = ({ parameters }: CreateFunctionStmt, placements: Placements): boolean =>
  everyNode(parameters, 'FunctionParameter').some(({ argType }) => placements.has(textOf(argType?.names?.at(-1))))
