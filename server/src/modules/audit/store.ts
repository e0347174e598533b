import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { extAudit } from '@huanji/contract/calls/audit'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { type ListPage, listPage } from '../../database/list-page.ts'
import { db, holds } from '../../database/query.ts'

type Filter = ParsedOf<typeof extAudit.list>
type Output = OutputOf<typeof extAudit.list>
type AuditRow = Output['list'][number]

const entries = (tx: Tx) => db.selectFrom('auditLog as l').where('l.merchantId', '=', tx.merchantId)

/** One page of the log, newest first. */
export function listAudit(tx: Tx, filter: Filter): Promise<ListPage<AuditRow>> {
  const { from, to, actorId, action, subject, keyword } = filter
  let query = entries(tx).select([
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
  ])
  if (from) query = query.where('l.at', '>=', from)
  if (to) query = query.where('l.at', '<=', to)
  if (actorId) query = query.where('l.employeeId', '=', actorId)
  if (action) query = query.where('l.action', '=', action)
  if (subject) query = query.where('l.subject', '=', subject)
  if (keyword)
    query = query.where(({ or, ref }) => or([holds(ref('l.who'), keyword), holds(ref('l.subjectLabel'), keyword)]))
  return listPage(tx, query, {
    sort: { column: 'l.sequence', idColumn: 'l.sequence', direction: 'desc' },
    paging: filter,
  })
}

/** Every action that stands in the log, with what it was called last. It jumps from action to action over the index. */
export function actionsInAudit(tx: Tx): Promise<Output['actions']> {
  const newest = entries(tx)
    .select(['l.action', 'l.actionLabel'])
    .orderBy('l.action', 'desc')
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

/** A stretch of the log, and the link that it begins from. */
export interface Stretch {
  /** The number of the entry before it. */
  readonly after: number
  /** That entry's link, hexadecimal. */
  readonly hash: string
  /** The number of its last entry. */
  readonly upTo: number
}

/** What following a stretch link by link came to. */
export interface FollowedLinks {
  /** The number of the first entry that is missing or is not what was written, or null. */
  readonly brokenAt: number | null
  /** The link of the stretch's last entry, hexadecimal; null when that is missing. */
  readonly lastHash: string | null
}

/** Works out each link of a stretch anew from the one before it and compares it with the one that was kept. */
export async function followLinks(tx: Tx, { after, hash, upTo }: Stretch): Promise<FollowedLinks> {
  const links = entries(tx)
    .where('l.sequence', '>', after)
    .where('l.sequence', '<=', upTo)
    .select(({ ref }) => {
      const byNumber = sql`over (order by ${ref('l.sequence')})`
      const before = sql<Buffer>`lag(${ref('l.hash')}, 1, decode(${hash}, 'hex')) ${byNumber}`
      return [
        'l.sequence',
        'l.hash',
        sql<number>`lag(${ref('l.sequence')}, 1, ${after}::bigint) ${byNumber} + 1`.as('expected'),
        sql<Buffer>`huanji_audit_link(${before}, l)`.as('link'),
      ]
    })
  const followed = await tx.one(
    db
      .with('links', () => links)
      .selectFrom('links as k')
      .select(({ fn, ref, selectFrom }) => [
        sql<number | null>`min(${ref('k.expected')}) filter (
          where ${ref('k.sequence')} <> ${ref('k.expected')} or ${ref('k.hash')} <> ${ref('k.link')})`.as('brokenAt'),
        fn.max('k.sequence').as('last'),
        selectFrom('links as end')
          .where('end.sequence', '=', upTo)
          .select(({ ref: of }) => sql<string>`encode(${of('end.hash')}, 'hex')`.as('hash'))
          .as('lastHash'),
      ]),
  )
  const { brokenAt = null, last = null, lastHash = null } = followed ?? {}
  return { brokenAt: brokenAt ?? (lastHash === null ? (last ?? after) + 1 : null), lastHash }
}
