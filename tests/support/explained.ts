import type { Database, GlobalTx, Tx } from '@huanji/server/database/database'
import { compiled } from '@huanji/server/database/query'

/** Tables that can have a million rows. */
const LONG = [
  'audit_log',
  'batch',
  'bill',
  'inspection',
  'refund',
  'sale_order',
  'seal_bag',
  'seal_bag_record',
  'search_entry',
  'unit',
]

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** What the statements of some work read: which indexes, which long tables without one, and how many rows and entries. */
interface Read {
  readonly by: readonly string[]
  readonly scans: readonly string[]
  readonly rows: number
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

function readBy(node: PlanNode): Read {
  const scans = nodesOf(node).filter((one) => one['Node Type'].includes('Scan') && one['Actual Loops'] > 0)
  const rows = scans.map((one) => (one['Actual Rows'] + (one['Rows Removed by Filter'] ?? 0)) * one['Actual Loops'])
  return {
    by: scans.flatMap((one) => one['Index Name'] ?? []),
    scans: scans
      .filter((one) => one['Node Type'] === 'Seq Scan')
      .flatMap((one) => one['Relation Name'] ?? [])
      .filter((table) => LONG.includes(table)),
    rows: rows.reduce((sum, count) => sum + count, 0),
  }
}

/** Does some work and explains each of its statements beside it. */
export async function explained<T>(
  db: Database,
  merchantId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<{ answer: T; read: Read }> {
  const reads: Read[] = []
  const answer = await db.tenant(merchantId, (tx) => {
    const explain = async (query: Parameters<GlobalTx['run']>[0]) => {
      const plain = compiled(query)
      const [row] = await tx.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
        compile: () => ({ ...plain, sql: `explain (analyze, format json) ${plain.sql}` }),
      })
      if (row) reads.push(readBy(row['QUERY PLAN'][0].Plan))
    }
    return work({
      ...tx,
      rows: (query) => explain(query).then(() => tx.rows(query)),
      one: (query) => explain(query).then(() => tx.one(query)),
    })
  })
  return {
    answer,
    read: {
      by: [...new Set(reads.flatMap(({ by }) => by))],
      scans: reads.flatMap(({ scans }) => scans),
      rows: reads.reduce((sum, { rows }) => sum + rows, 0),
    },
  }
}
