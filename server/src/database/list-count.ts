import {
  AliasNode,
  type Expression,
  IdentifierNode,
  type JoinNode,
  type OperationNode,
  type RawBuilder,
  RawNode,
  type SelectQueryNode,
  type SqlBool,
  sql,
  TableNode,
} from 'kysely'

/**
 * How many rows a list has, counted no further than `most`, as a subselect. Only tables, joins and conditions of the
 * list are read. A left join that no condition reads adds columns and no rows, and is left out: even unused it would
 * make the database read every counted row where its index alone would do.
 */
export function countUpTo(list: SelectQueryNode, most: number, condition?: Expression<SqlBool>): RawBuilder<number> {
  const { from, joins = [], where } = list
  if (from === undefined) throw new Error('a list has tables')
  // a list over a subquery has its merchant as a condition in there
  const conditions = [where && asPart(where.where), condition].filter((one) => one !== undefined)
  const holding =
    conditions.length === 0
      ? sql``
      : sql`where ${sql.join(
          conditions.map((one) => sql`(${one})`),
          sql` and `,
        )}`
  const kept = joins.filter((join) => join.joinType !== 'LeftJoin' || isRead(list, join))
  const tables = [asPart(from), ...kept.map(asPart)]
  return sql<number>`(select count(*) from (
    select 1 ${sql.join(tables, sql` `)} ${holding} limit ${most}) as capped)`
}

const asPart = (node: OperationNode): { toOperationNode(): OperationNode } => ({ toOperationNode: () => node })

function isRead({ where, joins = [] }: SelectQueryNode, join: JoinNode): boolean {
  const name = nameOf(join.table)
  if (name === null) return true
  const others = joins.filter((other) => other !== join && other.joinType !== 'LeftJoin')
  return [where, ...others].some((node) => names(node, name))
}

function nameOf(table: OperationNode): string | null {
  if (TableNode.is(table)) return table.table.identifier.name
  return AliasNode.is(table) && IdentifierNode.is(table.alias) ? table.alias.name : null
}

/** Whether a part of a statement names a table; text that could name it counts as if it did. */
function names(part: unknown, table: string): boolean {
  if (typeof part !== 'object' || part === null || part instanceof Date || Buffer.isBuffer(part)) return false
  if (Array.isArray(part)) return part.some((one) => names(one, table))
  const node = part as OperationNode
  if (node.kind === 'ValueNode' || node.kind === 'PrimitiveValueListNode') return false
  if (TableNode.is(node)) return node.table.identifier.name === table
  if (RawNode.is(node) && node.sqlFragments.some((text) => text.includes(`${table}.`))) return true
  return Object.values(node).some((child) => names(child, table))
}
