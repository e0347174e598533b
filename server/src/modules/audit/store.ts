import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { auditTrail } from '@huanji/contract/features/audit/calls'
import { sql } from 'kysely'
import type { LinkedRow } from '../../audit/link.ts'
import type { Tx } from '../../database/database.ts'
import { oneOf, takeSeveral } from '../../database/list-filter.ts'
import { countByValue, optionsIn, READ_MAX } from '../../database/list-options.ts'
import { listPage, type SortedPage } from '../../database/list-page.ts'
import { sortParts } from '../../database/list-sort.ts'
import { type ColumnsOf, db } from '../../database/query.ts'
import { AUDIT_LIST, isAmongNewest, isMatch, type KeywordMatch, matchKeyword } from '../../database/search.ts'

type Filter = ParsedOf<typeof auditTrail.list>
type Output = OutputOf<typeof auditTrail.list>
type AuditRow = Output['list'][number]

const entries = (tx: Tx) => db.selectFrom('auditLog as l').where('l.merchantId', '=', tx.merchantId)

/** What keywords are looked for in. */
const SEARCHED = { table: 'auditLog', id: 'sequence', isNumbered: true, texts: ['who', 'subjectLabel'] } as const

/** The filters that take several values; each has an index that ends in the list's order. */
const FILTERS = {
  actorId: { column: 'l.employeeId', type: 'uuid' },
  action: { column: 'l.action', type: 'text' },
  subject: { column: 'l.subject', type: 'text' },
} as const

const COLUMNS = [
  'l.sequence',
  'l.at',
  'l.who',
  'l.ip',
  'l.userAgent',
  'l.action',
  'l.actionLabel',
  'l.subject',
  'l.subjectLabel',
  'l.before',
  'l.after',
  'l.requestId',
] as const satisfies ColumnsOf<'auditLog', 'l'>

const hasOthers = ({ actorId, action, subject }: Filter): boolean => Boolean(actorId || action || subject)

/** What the keyword of a filter comes to; null without one. `isAlone` where nothing else but a time filters. */
async function matchOf(tx: Tx, { keyword, from, to }: Filter, isAlone: boolean): Promise<KeywordMatch | null> {
  if (!keyword) return null
  return matchKeyword(tx, { searched: SEARCHED, lists: [AUDIT_LIST], keyword, isAlone, within: { from, to } })
}

function filtered(tx: Tx, { from, to, actorId, action, subject }: Filter, match: KeywordMatch | null) {
  let query = entries(tx)
  if (from) query = query.where('l.at', '>=', from)
  if (to) query = query.where('l.at', '<=', to)
  if (actorId) query = query.where('l.employeeId', '=', oneOf(actorId))
  if (action) query = query.where('l.action', '=', oneOf(action))
  if (subject) query = query.where('l.subject', '=', oneOf(subject))
  return match === null || match.entries !== null ? query : query.where(isMatch(tx, match, 'l'))
}

/** One page of the log, newest first unless `filter.sort` says otherwise. */
export async function listAudit(tx: Tx, filter: Filter): Promise<SortedPage<AuditRow, Filter['sort']>> {
  const match = await matchOf(tx, filter, !hasOthers(filter))
  const taken = match === null || match.candidates === null ? takeSeveral(filter, FILTERS) : null
  const { direction } = sortParts(filter.sort ?? 'at.desc')
  const page = await listPage(tx, filtered(tx, taken?.filter ?? filter, match).select(COLUMNS), {
    sort: { column: 'l.at', idColumn: 'l.sequence', direction },
    paging: filter,
    search: match?.entries ? { ...match.entries, states: [''] } : undefined,
    several: taken?.several,
  })
  return { ...page, sort: filter.sort ?? null }
}

/** How many entries there are for each value of the filter that is asked about, each count capped; null where none is. */
export async function countAuditOptions(tx: Tx, filter: Filter): Promise<Record<string, number> | null> {
  const { countBy } = filter
  if (countBy === undefined) return null
  const others = { ...filter, [countBy]: undefined }
  const match = await matchOf(tx, others, !hasOthers(others))
  let rows = filtered(tx, others, match)
  if (match?.entries) rows = rows.where(isAmongNewest(tx, { ...match.entries, states: [''] }, 'l', READ_MAX))
  const { column } = FILTERS[countBy]
  const isIndexed = !(hasOthers(others) || others.keyword)
  return countByValue(tx, rows, column, { options: optionsIn(entries(tx), column), isIndexed })
}

/** Every action that stands in the log, with what it was called last. It jumps from action to action over the index. */
export function actionsInAudit(tx: Tx): Promise<Output['actions']> {
  const newest = entries(tx)
    .select(['l.action', 'l.actionLabel'])
    .orderBy('l.action', 'desc')
    .orderBy('l.at', 'desc')
    .orderBy('l.sequence', 'desc')
    .limit(1)
  return tx.rows(
    db
      .withRecursive('found', (cte) =>
        cte
          .selectFrom(newest.as('last'))
          .select(['last.action', 'last.actionLabel'])
          .unionAll(
            cte
              .selectFrom('found')
              .innerJoinLateral(newest.whereRef('l.action', '<', sql.ref('found.action')).as('earlier'), (on) =>
                on.onTrue(),
              )
              .select(['earlier.action', 'earlier.actionLabel']),
          ),
      )
      .selectFrom('found')
      .select(['found.action as value', 'found.actionLabel as label'])
      .orderBy('found.action'),
  )
}

/** The end of the log's chain as it was kept beside the log. */
export interface ChainHead {
  /** How many entries there should be. */
  readonly sequence: number
  /** The link of the last of them, hexadecimal; empty before the first. */
  readonly hash: string
  /** The first entry whose number the log has never given out, or null. */
  readonly strayAt: number | null
}

/** How the log should end, and what lies outside of it, at one moment. */
export async function chainHead(tx: Tx): Promise<ChainHead> {
  const head = db
    .selectFrom('auditHead as h')
    .where('h.merchantId', '=', tx.merchantId)
    .select(({ ref }) => [
      sql<number>`coalesce(max(${ref('h.sequence')}), 0)`.as('sequence'),
      sql<string>`coalesce(max(encode(${ref('h.hash')}, 'hex')), '')`.as('hash'),
    ])
  const first = entries(tx).select(({ fn }) => fn.min('l.sequence').as('first'))
  const row = await tx.one(
    db.selectFrom(head.as('head')).select(({ ref }) => [
      'head.sequence',
      'head.hash',
      sql<number | null>`least(
        ${first.where('l.sequence', '<', 1)}, ${first.whereRef('l.sequence', '>', ref('head.sequence'))})`.as(
        'strayAt',
      ),
    ]),
  )
  return row ?? { sequence: 0, hash: '', strayAt: null }
}

/** A row as its link covers it, and the link that was kept with it. */
export type KeptRow = LinkedRow & { readonly hash: Buffer }

/** The entries of a stretch of the log, in their order: those after number `after`, up to number `upTo`. */
export function auditRows(tx: Tx, after: number, upTo: number): Promise<KeptRow[]> {
  return tx.rows(
    entries(tx)
      .where('l.sequence', '>', after)
      .where('l.sequence', '<=', upTo)
      .orderBy('l.sequence')
      .select([
        'l.merchantId',
        'l.sequence',
        'l.at',
        'l.employeeId',
        'l.who',
        'l.ip',
        'l.userAgent',
        'l.action',
        'l.actionLabel',
        'l.subject',
        'l.subjectId',
        'l.subjectLabel',
        'l.before',
        'l.after',
        'l.requestId',
        'l.hash',
      ]),
  )
}
