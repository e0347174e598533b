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

/** So many terms with one part are read beside each other; more have little in common with what is meant. */
const TERMS_MAX = 200
/** A part with more entries is common: rows that have it are met at once on any way through the list. */
const RARE_COUNT = 1_000
/** So many entries of a thing are expected among the terms of one part, when things are counted by their entries. */
const ENTRIES_OF_A_THING = 4

/** The things of a list that a keyword finds, by its terms alone. */
export interface SearchEntries {
  readonly lists: readonly string[]
  readonly terms: readonly string[]
}

/** What a keyword comes to in some lists. */
export interface KeywordMatch {
  readonly keyword: string
  /** Set when the entries of these terms are what the keyword finds, and were asked for. */
  readonly entries: SearchEntries | null
  /** The few entries of a part of the keyword; null when none of its parts is rare. */
  readonly candidates: SearchEntries | null
  /** True when the candidates need no comparison with the keyword. */
  readonly isExact: boolean
}

/**
 * Looks a keyword up among the terms of some lists.
 * @param mayUseEntries when the list is filtered by states and the keyword alone, and in the order of its entries
 */
export async function matchKeyword(
  tx: Tx,
  lists: readonly string[],
  keyword: string,
  mayUseEntries: boolean,
): Promise<KeywordMatch> {
  const { parts, isExact } = partsOf(keyword)
  if (parts.length === 0) return { keyword, entries: null, candidates: null, isExact }
  const found = await tx.one(db.selectNoFrom(parts.map((part, index) => termsWith(tx, part).as(`part${index}`))))
  const termsOfParts = parts.map((_, index) => (found as Record<string, string[]> | null)?.[`part${index}`] ?? [])
  const usable = termsOfParts.filter((terms) => terms.length <= TERMS_MAX)
  const [terms] = usable
  if (mayUseEntries && isExact && terms !== undefined) {
    return { keyword, entries: { lists, terms }, candidates: null, isExact }
  }
  return { keyword, entries: null, candidates: await rare(tx, lists, usable), isExact }
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

/** The terms of the part that the fewest entries have, when they are few. */
async function rare(
  tx: Tx,
  lists: readonly string[],
  usable: readonly (readonly string[])[],
): Promise<SearchEntries | null> {
  if (usable.length === 0) return null
  const counts = usable.map((terms, index) => {
    const entries = entriesOf(tx, { lists, terms }).select(sql.lit(1).as('one')).limit(RARE_COUNT)
    return sql<number>`(select count(*) from ${entries} as counted)`.as(`part${index}`)
  })
  const counted = (await tx.one(db.selectNoFrom(counts))) as Record<string, number> | null
  const count = (index: number) => counted?.[`part${index}`] ?? 0
  const [best = 0] = usable.map((_, index) => index).sort((one, other) => count(one) - count(other))
  return count(best) < RARE_COUNT ? { lists, terms: usable[best] ?? [] } : null
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
  { keyword, candidates, isExact }: KeywordMatch,
  id: Expression<string>,
  texts: readonly Expression<string>[],
): Expression<SqlBool> {
  const compared = sql<boolean>`(${sql.join(
    texts.map((text) => holds(text, keyword)),
    sql` or `,
  )})`
  if (candidates === null) return compared
  const among = sql<boolean>`${id} = any(array${entriesOf(tx, candidates).select('subjectId')})`
  return isExact ? among : sql<boolean>`(${among} and ${compared})`
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
  return sql`(
    select list, term, state from unnest(${lists}::text[]) as list, unnest(${terms}::text[]) as term,
      unnest(${states}::text[]) as state) as branch
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
  const from = branches(tx, wanted, most, null)
  // a thing has one entry of each term, so one term needs no comparison
  if (wanted.terms.length === 1) return sql`(select count(*) from (select 1 from ${from} limit ${most}) as capped)`
  const entriesMost = most * ENTRIES_OF_A_THING
  return sql`(
    with capped as materialized (select entry.subject_id from ${from} limit ${entriesMost})
    select case when (select count(*) from capped) = ${entriesMost} then ${most}
                else (select count(*) from (select distinct subject_id from capped limit ${most}) as things) end)`
}
