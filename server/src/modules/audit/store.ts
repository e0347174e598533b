import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { extAudit } from '@huanji/contract/calls/audit'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { containing, type ListPage, listPage } from '../../database/list-page.ts'

type Filter = ParsedOf<typeof extAudit.list>
type Output = OutputOf<typeof extAudit.list>
type AuditRow = Output['list'][number]

function conditions(tx: Tx, filter: Filter): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [sql`l.merchant_id = ${tx.merchantId}`]
  if (filter.from) where.push(sql`l.at >= ${filter.from}`)
  if (filter.to) where.push(sql`l.at <= ${filter.to}`)
  if (filter.actorId) where.push(sql`l.employee_id = ${filter.actorId}`)
  if (filter.action) where.push(sql`l.action = ${filter.action}`)
  if (filter.subject) where.push(sql`l.subject = ${filter.subject}`)
  if (filter.keyword) {
    const pattern = containing(filter.keyword)
    where.push(sql`(l.who ilike ${pattern} or l.subject_label ilike ${pattern})`)
  }
  return where
}

/** One page of the log, newest first. */
export function listAudit(tx: Tx, filter: Filter): Promise<ListPage<AuditRow>> {
  return listPage<AuditRow>(tx, {
    columns: sql`
      l.sequence, l.at, l.who, l.ip, l.user_agent as "userAgent", l.action, l.action_label as "actionLabel", l.subject,
      l.subject_label as "subjectLabel", l.before, l.after, l.request_id as "requestId"`,
    from: sql`audit_log l`,
    where: conditions(tx, filter),
    sort: { column: sql`l.sequence`, idColumn: sql`l.sequence`, direction: 'desc' },
    paging: filter,
  })
}

/** Every action that stands in the log, with what it was called last. It jumps from action to action over the index. */
export function actionsInAudit(tx: Tx): Promise<Output['actions']> {
  const newestOf = (condition: RawBuilder<unknown>) => sql`
    select l.action, l.action_label from audit_log l where l.merchant_id = ${tx.merchantId}${condition}
    order by l.action desc, l.sequence desc limit 1`
  return tx.rows(sql`
    with recursive found as (
      (${newestOf(sql``)})
      union all
      select earlier.* from found cross join lateral (${newestOf(sql` and l.action < found.action`)}) as earlier
    )
    select action as value, action_label as label from found order by action`)
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
  const first = (condition: RawBuilder<unknown>) => sql`
    (select min(l.sequence) from audit_log l where l.merchant_id = ${tx.merchantId} and l.sequence ${condition})`
  const head = await tx.one<ChainHead>(sql`
    select head.sequence, head.hash, least(${first(sql`< 1`)}, ${first(sql`> head.sequence`)}) as "strayAt"
    from (
      select coalesce(max(h.sequence), 0) as sequence, coalesce(max(encode(h.hash, 'hex')), '') as hash
      from audit_head h where h.merchant_id = ${tx.merchantId}
    ) as head`)
  return head ?? { sequence: 0, hash: '', strayAt: null }
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
  const followed = await tx.one<FollowedLinks & { last: number | null }>(sql`
    with links as (
      select l.sequence, l.hash, lag(l.sequence, 1, ${after}::bigint) over by_number + 1 as expected,
             huanji_audit_link(lag(l.hash, 1, decode(${hash}, 'hex')) over by_number, l) as link
      from audit_log l
      where l.merchant_id = ${tx.merchantId} and l.sequence > ${after} and l.sequence <= ${upTo}
      window by_number as (order by l.sequence)
    )
    select min(expected) filter (where sequence <> expected or hash <> link) as "brokenAt", max(sequence) as last,
           (select encode(l.hash, 'hex') from links l where l.sequence = ${upTo}) as "lastHash"
    from links`)
  const { brokenAt = null, last = null, lastHash = null } = followed ?? {}
  return { brokenAt: brokenAt ?? (lastHash === null ? (last ?? after) + 1 : null), lastHash }
}
