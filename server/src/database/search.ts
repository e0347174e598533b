import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from './database.ts'
import { anyOf, db, holds } from './query.ts'
import { endsOf, partsOf, termsOf } from './search-terms.ts'

/** The list that keywords find a channel's orders or listings in. */
export const searchList = (thing: 'order' | 'listing', channel: string): string => `${thing}:${channel}`

/** Something that keywords find in a list. */
export interface Searchable {
  /** Which list shows it: what `searchList` gives. */
  readonly list: string
  readonly subjectId: string
  readonly state: string
  /** What its list is ordered by: a Date or ISO 8601. It never changes. */
  readonly at: Date | string
  /** What keywords are looked for in. They never change either. */
  readonly texts: readonly string[]
}

/** Enters the terms of a thing's texts; the thing itself is written by the same transaction. */
export async function enterSearch(tx: Tx, { list, subjectId, state, at, texts }: Searchable): Promise<void> {
  const { merchantId } = tx
  const terms = termsOf(texts)
  if (terms.length === 0) return
  const entries = terms.map((term) => ({ merchantId, list, term, state, at, subjectId }))
  await tx.run(db.insertInto('searchEntry').values(entries))
  const parts = terms.flatMap((term) => endsOf(term).map((part) => ({ merchantId, part, term })))
  await tx.run(
    db
      .insertInto('searchPart')
      .values(parts)
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** Follows a thing to its new state. */
export async function moveSearch(tx: Tx, subjectId: string, state: string): Promise<void> {
  await tx.run(
    db
      .updateTable('searchEntry')
      .set({ state })
      .where('merchantId', '=', tx.merchantId)
      .where('subjectId', '=', subjectId),
  )
}

/** So many terms with one part are still looked up one by one; more have little in common with what is meant. */
const TERMS_MAX = 32
/** So many are read beside each other for one page. */
const MERGED_MAX = 4
/** How far it is counted which part of a keyword is the rarest. */
const RARE_COUNT = 1_000

/** The things of a list that a keyword finds, by its terms alone. */
export interface SearchEntries {
  readonly lists: readonly string[]
  readonly terms: readonly string[]
}

/** What a keyword comes to in some lists. */
export interface KeywordMatch {
  /** Set when the entries of these terms are exactly what the keyword finds, and few enough to be read in order. */
  readonly entries: SearchEntries | null
  /** Of the rarest part of the keyword; null when the keyword has no part that can be looked up. */
  readonly candidates: SearchEntries | null
  readonly keyword: string
}

/** Looks a keyword up among the terms of some lists. */
export async function matchKeyword(tx: Tx, lists: readonly string[], keyword: string): Promise<KeywordMatch> {
  const { parts, isExact } = partsOf(keyword)
  if (parts.length === 0) return { entries: null, candidates: null, keyword }
  const found = await tx.one(db.selectNoFrom(parts.map((part, index) => termsWith(tx, part).as(`part${index}`))))
  const termsOfParts = parts.map((_, index) => (found as Record<string, string[]> | null)?.[`part${index}`] ?? [])
  const [only = []] = termsOfParts
  if (isExact && only.length <= MERGED_MAX) {
    const entries = { lists, terms: only }
    return { entries, candidates: entries, keyword }
  }
  return { entries: null, candidates: await rarest(tx, lists, termsOfParts), keyword }
}

/** The terms that hold a part, as an array; one more than TERMS_MAX when there are more. */
function termsWith(tx: Tx, part: string): RawBuilder<string[]> {
  const terms = db
    .selectFrom('searchPart')
    .select('term')
    .distinct()
    .where('merchantId', '=', tx.merchantId)
    .where('part', '>=', part)
    .where('part', '<', `${part}\u{10ffff}`)
    .limit(TERMS_MAX + 1)
  return sql<string[]>`array${terms}`
}

/** The terms of the part that the fewest entries have; null when no part tells anything apart. */
async function rarest(
  tx: Tx,
  lists: readonly string[],
  termsOfParts: readonly (readonly string[])[],
): Promise<SearchEntries | null> {
  const usable = termsOfParts.filter((terms) => terms.length <= TERMS_MAX)
  if (usable.length < 2) return usable[0] === undefined ? null : { lists, terms: usable[0] }
  const counts = usable.map((terms, index) => {
    const entries = entriesOf(tx, { lists, terms }).select(sql.lit(1).as('one')).limit(RARE_COUNT)
    return sql<number>`(select count(*) from ${entries} as counted)`.as(`part${index}`)
  })
  const counted = (await tx.one(db.selectNoFrom(counts))) as Record<string, number> | null
  const count = (index: number) => counted?.[`part${index}`] ?? 0
  const [best = 0] = usable.map((_, index) => index).sort((one, other) => count(one) - count(other))
  return { lists, terms: usable[best] ?? [] }
}

const entriesOf = (tx: Tx, { lists, terms }: SearchEntries) =>
  db
    .selectFrom('searchEntry')
    .where('merchantId', '=', tx.merchantId)
    .where('list', '=', anyOf(lists))
    .where('term', '=', anyOf(terms))

/** That a row is among what a keyword finds, by its id and its texts; for a list with other filters too. */
export function isMatch(
  tx: Tx,
  { entries, candidates, keyword }: KeywordMatch,
  id: Expression<string>,
  texts: readonly Expression<string>[],
): Expression<SqlBool> {
  const among = candidates === null ? null : sql<boolean>`${id} in ${entriesOf(tx, candidates).select('subjectId')}`
  if (among !== null && entries !== null) return among
  const compared = sql<boolean>`(${sql.join(
    texts.map((text) => holds(text, keyword)),
    sql` or `,
  )})`
  return among === null ? compared : sql<boolean>`(${among} and ${compared})`
}

/** Which entries of a page are read: beyond a position of the order, or from its beginning. */
export interface EntriesPlace {
  readonly position: { readonly value: string; readonly id: string } | null
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

type Branches = SearchEntries & { readonly states: readonly string[] }

/** The first entries of each list, term and state: of each no more than are wanted of all together. */
function branches(tx: Tx, { lists, terms, states }: Branches, most: number, place: EntriesPlace | null) {
  let entries = db
    .selectFrom('searchEntry as e')
    .select(['e.at', 'e.subjectId'])
    .where('e.merchantId', '=', tx.merchantId)
    .where('e.list', '=', sql.ref<string>('branch.list'))
    .where('e.term', '=', sql.ref<string>('branch.term'))
    .where('e.state', '=', sql.ref<string>('branch.state'))
    .limit(most)
  if (place !== null) {
    const { position, direction } = place
    const beyond = direction === 'desc' ? sql`<` : sql`>`
    entries = entries.orderBy('e.at', direction).orderBy('e.subjectId', direction)
    if (position !== null) {
      entries = entries.where(({ ref }) => {
        const here = sql`(${ref('e.at')}, ${ref('e.subjectId')})`
        return sql<boolean>`${here} ${beyond} (${position.value}, ${position.id})`
      })
    }
  }
  const all = lists.flatMap((list) => terms.flatMap((term) => states.map((state) => ({ list, term, state }))))
  const column = (name: 'list' | 'term' | 'state') => sql`${all.map((one) => one[name])}::text[]`
  return sql`unnest(${column('list')}, ${column('term')}, ${column('state')}) as branch (list, term, state)
    cross join lateral ${entries} as entry`
}

/** The ids of one page of entries, newest or oldest first, as a subselect. */
export function pageOfEntries(tx: Tx, wanted: Branches, place: EntriesPlace): RawBuilder<string> {
  const { direction, limit, offset } = place
  const way = direction === 'desc' ? sql`desc` : sql`asc`
  return sql<string>`(select subject_id from (
    select distinct entry.at, entry.subject_id from ${branches(tx, wanted, limit + offset, place)}
    order by entry.at ${way}, entry.subject_id ${way} limit ${limit} offset ${offset}) as page)`
}

/** How many things the entries are of, counted no further than `most`, as a subselect. */
export function countOfEntries(tx: Tx, wanted: Branches, most: number): RawBuilder<number> {
  // a thing has one entry of each term, so one term needs no comparison
  const what = wanted.terms.length === 1 ? sql`1` : sql`distinct entry.subject_id`
  return sql<number>`(select count(*) from (select ${what} from ${branches(tx, wanted, most, null)} limit ${most}) as capped)`
}
