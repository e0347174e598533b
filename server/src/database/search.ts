import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from './database.ts'
import { anyOf, db, holds, type MerchantTable } from './query.ts'
import { endsOf, partsOf, termsOf } from './search-terms.ts'
import type { Tables } from './tables.ts'

/** The list that keywords find a channel's orders or listings in. */
export const searchList = (thing: 'order' | 'listing' | 'refund', channel: string): string => `${thing}:${channel}`

/** The list that keywords find entries of the audit log in. */
export const AUDIT_LIST = 'audit'

/** What is in a list: things have terms in common with their like, and with nothing else. */
const thingIn = (list: string): string => list.split(':')[0] ?? list

/** The id that entries carry for a thing that has a number instead: these ids are in the order of the numbers. */
export const numberAsId = (number: number): string => `00000000-0000-8000-8000-${number.toString(16).padStart(12, '0')}`

/** Something that keywords find in a list. */
export interface Searchable {
  /** Which list shows it: what `searchList` gives. */
  readonly list: string
  readonly subjectId: string
  /** Empty for what has no states and never moves. */
  readonly state: string
  /** What its list is ordered by: a Date or ISO 8601. It never changes. */
  readonly at: Date | string
  /** What keywords are looked for in. They never change either. */
  readonly texts: readonly string[]
}

/** So many rows are entered by one statement. */
const ROWS_AT_ONCE = 2_000

/** Enters the terms of things' texts; the things themselves are written by the same transaction. */
export async function enterSearch(tx: Tx, ...things: readonly Searchable[]): Promise<void> {
  const { merchantId } = tx
  const entries = things.flatMap(({ list, subjectId, state, at, texts }) =>
    termsOf(texts).map((term) => ({ merchantId, list, term, state, at, subjectId })),
  )
  for (const rows of inBatches(entries)) await tx.run(db.insertInto('searchEntry').values(rows))
  const terms = new Map(entries.map(({ list, term }) => [`${thingIn(list)} ${term}`, { thing: thingIn(list), term }]))
  // in one order, so that no two transactions wait for each other's parts
  const parts = [...terms]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, { thing, term }]) => endsOf(term).map((part) => ({ merchantId, thing, part, term })))
  for (const rows of inBatches(parts)) {
    const entered = db.insertInto('searchPart').values(rows)
    await tx.run(entered.onConflict((conflict) => conflict.doNothing()))
  }
}

const inBatches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, index) =>
    rows.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE),
  )

/** Follows a thing to its new state. */
export async function moveSearch(tx: Tx, subjectId: string, state: string): Promise<void> {
  await tx.run(
    db
      .updateTable('searchEntry')
      .set({ state })
      .where('merchantId', '=', tx.merchantId)
      .where('subjectId', '=', subjectId)
      // as a literal, because only then the index is found to fit
      .where('state', '<>', sql.lit('')),
  )
}

/** So many terms with one part are read beside each other; more have little in common with what is meant. */
const TERMS_MAX = 200
/** A part with more entries is common: rows that have it are met at once on any way through the list. */
const RARE_COUNT = 1_000
/** So many entries of a common part are compared to see how many of them are what is looked for. */
const SAMPLE_COUNT = 100
/** So many entries of a thing are expected among the terms of one part, when things are counted by their entries. */
const ENTRIES_OF_A_THING = 4

/** Where the things of a list are kept, and the texts that keywords are looked for in. */
export type Searched = {
  [Table in MerchantTable]: {
    readonly table: Table
    readonly id: keyof Tables[Table] & string
    /** True when the id is a number: entries carry it as `numberAsId` makes it. */
    readonly isNumbered?: boolean
    readonly texts: readonly (keyof Tables[Table] & string)[]
  }
}[MerchantTable]

/** The things of some lists that a keyword finds, by terms. */
export interface SearchEntries {
  readonly searched: Searched
  readonly lists: readonly string[]
  readonly terms: readonly string[]
  /** What each thing is compared with; null where whoever has one of the terms holds the keyword. */
  readonly keyword: string | null
  /** Only things of this time, ISO 8601, both ends with it. */
  readonly within: Period
}

/** A time with two ends, ISO 8601; one that is not given is open. */
export interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A keyword that is looked for in some lists. */
export interface KeywordSearch {
  readonly searched: Searched
  readonly lists: readonly string[]
  readonly keyword: string
  /** Whether the list is in the order of its entries, and filtered by nothing but states, a time in that order, and the keyword. */
  readonly isAlone: boolean
  readonly within?: Period
}

/** What a keyword comes to in some lists. */
export interface KeywordMatch {
  readonly search: KeywordSearch
  /** Set when these entries are what the keyword finds, or most of them; only for a keyword alone. */
  readonly entries: SearchEntries | null
  /** The few entries of a part of the keyword; null when none of its parts is rare. */
  readonly candidates: SearchEntries | null
}

/** Looks a keyword up among the terms of some lists. */
export async function matchKeyword(tx: Tx, search: KeywordSearch): Promise<KeywordMatch> {
  const { searched, lists, isAlone, within = {} } = search
  const { parts, isExact } = partsOf(search.keyword)
  const keyword = isExact ? null : search.keyword
  const found = await termsWith(tx, search, parts)
  const usable = found
    .filter((terms) => terms.length <= TERMS_MAX)
    .map((terms) => ({ searched, lists, terms, keyword, within }))
  const [only] = usable
  if (only === undefined) return { search, entries: null, candidates: null }
  if (isAlone && isExact) return { search, entries: only, candidates: null }
  const { entries, count } = await rarest(tx, usable)
  if (count < RARE_COUNT) return { search, entries: isAlone ? entries : null, candidates: entries }
  return { search, entries: isAlone ? await likeliest(tx, usable) : null, candidates: null }
}

/** For each part the terms that hold it, or one more than TERMS_MAX when there are more. */
async function termsWith(tx: Tx, { lists }: KeywordSearch, parts: readonly string[]): Promise<string[][]> {
  if (parts.length === 0) return []
  const terms = parts.map((part, index) => {
    const found = db
      .selectFrom('searchPart')
      .select('term')
      .distinct()
      .where('merchantId', '=', tx.merchantId)
      .where('thing', '=', thingIn(lists[0] ?? ''))
      .where('part', '>=', part)
      .where('part', '<', `${part}\u{10ffff}`)
      .limit(TERMS_MAX + 1)
    return sql<string[]>`array${found}`.as(`part${index}`)
  })
  const row = (await tx.one(db.selectNoFrom(terms))) as Record<string, string[]> | null
  return parts.map((_, index) => row?.[`part${index}`] ?? [])
}

/** Of several parts' entries the fewest, and how many they are, counted to RARE_COUNT; the first of those that are as many. */
async function rarest(
  tx: Tx,
  usable: readonly SearchEntries[],
): Promise<{ readonly entries: SearchEntries; readonly count: number }> {
  const counts = usable.map((one) => {
    const entries = entriesOf(tx, one).select(sql.lit(1).as('one')).limit(RARE_COUNT)
    return sql<number>`(select count(*) from ${entries} as counted)`
  })
  return best(tx, usable, counts, (one, other) => one < other)
}

/** The entries that a number speaks for most; of equal ones the first. */
async function best(
  tx: Tx,
  usable: readonly SearchEntries[],
  numbers: readonly RawBuilder<number>[],
  isBetter: (one: number, other: number) => boolean,
): Promise<{ readonly entries: SearchEntries; readonly count: number }> {
  const named = numbers.map((number, index) => number.as(`part${index}`))
  const row = (await tx.one(db.selectNoFrom(named))) as Record<string, number> | null
  return usable
    .map((entries, index) => ({ entries, count: row?.[`part${index}`] ?? 0 }))
    .reduce((known, one) => (isBetter(one.count, known.count) ? one : known))
}

/** Of several parts' entries those whose things hold the keyword most often, as far as a few of them show. */
async function likeliest(tx: Tx, usable: readonly SearchEntries[]): Promise<SearchEntries> {
  const held = usable.map((entries) => {
    const sample = entriesOf(tx, entries).select('subjectId').limit(SAMPLE_COUNT)
    return sql<number>`(select count(*) from ${sample} as e where ${holdsKeyword(tx, entries)})`
  })
  return (await best(tx, usable, held, (one, other) => one > other)).entries
}

const entriesOf = (tx: Tx, { lists, terms }: SearchEntries) =>
  db
    .selectFrom('searchEntry')
    .where('merchantId', '=', tx.merchantId)
    .where('list', '=', anyOf(lists))
    .where('term', '=', anyOf(terms))

/** That one of the texts of a thing holds a keyword; the thing by the name of its table in the statement. */
const compared = (name: string, { texts }: Searched, keyword: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    texts.map((text) => holds(sql.ref<string>(`${name}.${text}`), keyword)),
    sql` or `,
  )})`

/**
 * That the thing of an entry `e` holds the keyword. A subselect of one value, which is asked for each entry as it comes:
 * a condition on a join might make the database read all things first.
 */
function holdsKeyword(tx: Tx, { searched, keyword }: SearchEntries): RawBuilder<boolean> {
  if (keyword === null) return sql<boolean>`true`
  const id = idOfEntry(searched, sql.ref<string>('e.subjectId'))
  return sql<boolean>`(
    select ${compared('thing', searched, keyword)} from ${sql.table(searched.table)} as thing
    where ${sql.ref('thing.merchantId')} = ${tx.merchantId} and ${sql.ref(`thing.${searched.id}`)} = ${id})`
}

/** The id or number of the thing that an entry names. */
const idOfEntry = ({ isNumbered }: Searched, subjectId: RawBuilder<string>): RawBuilder<string> =>
  isNumbered === true ? sql`('x' || right(${subjectId}::text, 12))::bit(48)::bigint` : subjectId

/** That a row, by the name of its table in the statement, is among what a keyword finds; for a list with other filters too. */
export function isMatch(tx: Tx, { search, candidates }: KeywordMatch, name: string): Expression<SqlBool> {
  const { searched, keyword } = search
  if (candidates === null) return compared(name, searched, keyword)
  const ids = entriesOf(tx, candidates).select(idOfEntry(searched, sql.ref('subjectId')).as('id'))
  const among = sql<boolean>`${sql.ref(`${name}.${searched.id}`)} = any(array${ids})`
  return candidates.keyword === null ? among : sql<boolean>`(${among} and ${compared(name, searched, keyword)})`
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
function branches(tx: Tx, wanted: Branches, most: number, place: EntriesPlace | null) {
  const { searched, lists, terms, states, within } = wanted
  let entries = db
    .selectFrom('searchEntry as e')
    .select(['e.at', 'e.subjectId'])
    .where('e.merchantId', '=', tx.merchantId)
    .where('e.list', '=', sql.ref<string>('branch.list'))
    .where('e.term', '=', sql.ref<string>('branch.term'))
    .where('e.state', '=', sql.ref<string>('branch.state'))
    .limit(most)
  if (within.from !== undefined) entries = entries.where('e.at', '>=', within.from)
  if (within.to !== undefined) entries = entries.where('e.at', '<=', within.to)
  if (wanted.keyword !== null) entries = entries.where(holdsKeyword(tx, wanted))
  if (place !== null) {
    const { position, direction } = place
    const beyond = direction === 'desc' ? sql`<` : sql`>`
    entries = entries.orderBy('e.at', direction).orderBy('e.subjectId', direction)
    if (position !== null) {
      const id = searched.isNumbered === true ? numberAsId(Number(position.id)) : position.id
      entries = entries.where(({ ref }) => {
        const here = sql`(${ref('e.at')}, ${ref('e.subjectId')})`
        return sql<boolean>`${here} ${beyond} (${position.value}, ${id})`
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
  // the id is made in there: beside a table under row level security, no index would serve a comparison with what makes it
  const id = idOfEntry(wanted.searched, sql.ref('entry.subjectId'))
  return sql<string>`(select id from (
    select distinct entry.at, entry.subject_id, ${id} as id from ${branches(tx, wanted, limit + offset, place)}
    order by entry.at ${way}, entry.subject_id ${way} limit ${limit} offset ${offset}) as page)`
}

/** That a row, by the name of its table in the statement, is one of the newest `most` things that the entries are of. */
export function isAmongNewest(tx: Tx, wanted: Branches, name: string, most: number): RawBuilder<boolean> {
  const newest = pageOfEntries(tx, wanted, { position: null, direction: 'desc', limit: most, offset: 0 })
  return sql<boolean>`${sql.ref(`${name}.${wanted.searched.id}`)} in ${newest}`
}

/** How many things the entries are of, counted no further than `most`, as a subselect. */
export function countOfEntries(tx: Tx, wanted: Branches, most: number): RawBuilder<number> {
  const from = branches(tx, wanted, most, null)
  // a thing has one entry of each term, so one term needs no comparison
  if (wanted.terms.length === 1) return sql`(select count(*) from (select 1 from ${from} limit ${most}) as capped)`
  // few things have several, so that little more than is wanted is read first, and more only where it was not enough
  const first = Math.ceil(most * 1.1)
  const all = most * ENTRIES_OF_A_THING
  return sql`(
    with few as materialized (select entry.subject_id from ${from} limit ${first}),
      few_things as materialized (select count(*) as count from (select distinct subject_id from few limit ${most}) as f),
      many as materialized (select entry.subject_id from ${from} limit ${all})
    select case when (select count(*) from few) < ${first} then (select count from few_things)
                when (select count from few_things) = ${most} then ${most}
                when (select count(*) from many) = ${all} then ${most}
                else (select count(*) from (select distinct subject_id from many limit ${most}) as m) end)`
}
