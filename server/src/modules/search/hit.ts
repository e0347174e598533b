import type { OutputOf } from '@huanji/contract/call'
import type { codeSearch } from '@huanji/contract/features/search/calls'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'

/** A place that is found. */
export type Hit = Omit<OutputOf<typeof codeSearch.find>['hits'][number], 'code'>
export type FoundKind = Hit['kind']

/** So many of a kind are shown; whoever wants more narrows it down, or goes to the list. */
export const HITS_OF_A_KIND_MAX = 5
/** The same where the end of a code may be of several phones. */
export const ENDING_OF_A_KIND_MAX = 20

/** Where something may be found, and what opens the pages it leads to, any of these grants. */
export interface Place {
  readonly kind: FoundKind
  readonly grants: readonly string[]
  readonly hitsOf: (tx: Tx, wanted: string, actor: Actor) => Promise<Omit<Hit, 'kind'>[]>
}

/** Whether the person holds one of some grants. */
export const holdsAny = ({ isOwner, grants }: Actor, wanted: readonly string[]): boolean =>
  isOwner || wanted.some((grant) => grants.has(grant))
