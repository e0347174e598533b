import type * as z from 'zod'
import type { CallSpec } from './call.ts'
import type { Column } from './columns/column.ts'
import type { FilterWords } from './filter-words.ts'
import type { PageGroup } from './page-groups.ts'
import type { RowNaming } from './row-words.ts'

/** The posts of the trade whose usual grants features name; an owner's are all. */
export const POSTS = [
  'manager',
  'inspector',
  'photographer',
  'operator',
  'shipper',
  'service',
  'finance',
  'accountant',
] as const

export type Post = (typeof POSTS)[number]

/** What can be granted: making a call, opening the page of a path, reading a field (`field:`) or a wider scope (`scope:`). */
export type Grant = CallSpec | string

/** One thing that is needed: a grant, or any one of several, the usual one first. */
export type GrantNeed = Grant | readonly Grant[]

/** What API keys may call of a group: all of it, nothing, or these calls. */
export interface KeyOpening {
  readonly open: 'all' | 'none' | readonly CallSpec[]
  /** Why no key may make the others, as its program is told. */
  readonly reason: string
}

export const OPEN: KeyOpening = { open: 'all', reason: '' }
export const closed = (reason: string): KeyOpening => ({ open: 'none', reason })
export const some = (open: readonly CallSpec[], reason: string): KeyOpening => ({ open, reason })

/** Calls that belong together: a client and the reference name them `group.call`. */
interface GroupSpec {
  /** What the group is called in the calls' reference. */
  readonly title: string
  readonly calls: Readonly<Record<string, CallSpec>>
  /** What is closed to keys is what makes somebody else act later, what decides about money or people, and what is one's own. */
  readonly keys: KeyOpening
  /** Why it is there, of a group that docs/specification.md does not name; each of its calls stands for that. */
  readonly beyond?: string
}

/** Something that can be done on a page, which a role is given. */
interface ActionSpec {
  readonly title: string
  readonly grant: Grant
  /** Who has it by their post. Of a grant that stands on several pages one says so. */
  readonly posts?: readonly Post[]
  /** What it cannot be done without, beside a page that it stands on. A list needs what a click on its rows opens. */
  readonly needs?: readonly GrantNeed[]
  /** Paths of further pages that it is done from. */
  readonly alsoOn?: readonly string[]
  /** What can be begun with it from anywhere, as the quick search names it: the shortcut of its page of that name does it. */
  readonly begins?: readonly string[]
  /** Power over money (`refund`: a buyer has money back or off, up to the role's limit) or over people and keys. */
  readonly power?: 'refund' | 'people'
}

/** What a page's address names. */
export interface PageParamNames {
  /** What it must name, such as the thing that a detail page shows. */
  readonly needs?: readonly string[]
  /** What it may name beside it: filters that a link sets. */
  readonly takes?: readonly string[]
}

interface PageDeclaration {
  /** Its address, which is also the grant that opens it. */
  readonly path: string
  readonly title: string
  /** The group of the sidebar; null for pages outside the groups. */
  readonly group: PageGroup | null
  /** For a page that is not in the sidebar: the entry that lights up instead, whose grant opens this page too. */
  readonly highlights?: string
  /** Further entries that lead to it, in the sidebar's order: where one came from lights up, else the first that is granted. */
  readonly alsoHighlights?: readonly string[]
  /** The call that it shows: whoever may make it may open the page, whichever entry led there. */
  readonly opensWith?: CallSpec
  readonly params?: PageParamNames
  /** Whose post opens it. */
  readonly posts?: readonly Post[]
  /** What has to be held for it to show anything: the call of its list, or the work that is done on it. */
  readonly needs?: readonly GrantNeed[]
  readonly actions?: readonly ActionSpec[]
  /** Why it is there, of a page that docs/specification.md does not name. */
  readonly beyond?: string
}

/** A list of a screen. */
interface ListDeclaration {
  /** The call that lists the rows. Whoever may make it sees the views that are shared for the list. */
  readonly call: CallSpec
  readonly columns: Readonly<Record<string, Column>>
  /** What its filters are called in the caption of a file; a list that can be exported has them. */
  readonly filters?: FilterWords
  /** What its rows are called in long work; a list that offers actions for all rows of a filter has it. */
  readonly naming?: RowNaming
  /** False for a list of which no views are kept. */
  readonly keepsViews?: false
  /** How it is taken along as a file. */
  readonly export?: {
    /** What the file holds, in Chinese: 鱼市订单. It begins the file's name as well. */
    readonly title: string
    /** The call that asks for the file; it is the right to it, unless another grant is. */
    readonly call: CallSpec
    readonly grant?: CallSpec
  }
}

/** Something that can be done for every row that a list's filter finds: one call a row, each with its own result. */
interface BulkDeclaration {
  /** A verb, in Chinese: 下架. */
  readonly title: string
  /** The call that lists the rows. Whoever may not make it has no rows to choose from. */
  readonly list: CallSpec
  /** The call that is made for each row; whoever may not make it is refused. */
  readonly call: CallSpec
  /** The field of a row that holds its id. */
  readonly idField: string
  /**
   * Where the id goes in the call's input. `rows.listingId` stands for a call that takes several rows and answers
   * `results` in their order: it is given the one.
   */
  readonly inputField: string
  /** What rows that allow it name in their `allowedActions`; the others are skipped. */
  readonly allowed: string
  /** The rest of the call's input, the same for every row and every person. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Names of further input that the person gives once for all rows; it goes beside the id, and each is needed. */
  readonly asks?: readonly string[]
  /** `rows` where a call that takes several rows takes what is asked beside them, and not in each. */
  readonly asksBeside?: 'rows'
}

/** A code and its label, in Chinese. */
interface Option {
  readonly value: string
  readonly label: string
}

/** Everything that a feature says of itself; the tables of calls, pages, rights and lists are folds over these. */
export interface FeatureSpec {
  readonly groups: Readonly<Record<string, GroupSpec>>
  readonly pages?: Readonly<Record<string, PageDeclaration>>
  readonly lists?: Readonly<Record<string, ListDeclaration>>
  /** What pages of one thing show of it, with the row that it is of. */
  readonly facts?: Readonly<
    Record<string, { readonly of: z.ZodObject; readonly columns: Readonly<Record<string, Column>> }>
  >
  readonly bulk?: Readonly<Record<string, BulkDeclaration>>
  /** Codes with their labels, as the data dictionary answers them. */
  readonly dictionaries?: Readonly<Record<string, readonly Option[]>>
  /** Further words for codes, which the calls' reference shows beside those of the dictionaries. */
  readonly labels?: readonly Readonly<Record<string, string>>[]
  /** Topics of the event stream that tell of the feature's own tables; the reads that show them name them (`live`). */
  readonly topics?: readonly string[]
}

/** Declares a feature. */
export const defineFeature = <const F extends FeatureSpec>(feature: F): F => feature

/** Several types as one that has all of them. */
export type Merged<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? { readonly [K in keyof I]: I[K] }
  : never

/** The calls of a feature that docs/specification.md does not name, by the reason why they are there. */
export function callsBeyond({ groups }: FeatureSpec): ReadonlyMap<string, readonly CallSpec[]> {
  const found = new Map<string, CallSpec[]>()
  for (const { calls, beyond = '' } of Object.values(groups))
    for (const call of Object.values(calls)) {
      const why = call.beyond || beyond
      if (why !== '') found.set(why, [...(found.get(why) ?? []), call])
    }
  return found
}
