import { isMeantFor, kindsFor, mayHear } from '@huanji/contract/notice-rights'
import { CHANNELS, type Channel } from '@huanji/domain/channel'
import { isForced, type NoticeKind } from '@huanji/domain/notices/kinds'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { type NoticeReader, noticePerson } from './store.ts'

type Holder = Pick<Actor, 'employeeId' | 'grants' | 'isOwner'>
type Person = Awaited<ReturnType<typeof noticePerson>>

/** What of a kind somebody wants: what they chose, or what is usual for whoever holds their rights. */
export interface Wanted {
  readonly kind: NoticeKind
  readonly isShown: boolean
  readonly isSent: boolean
}

/** What somebody wants of each kind that they may be told of. */
export function wantedBy(holder: Holder, { choices }: Pick<Person, 'choices'>): Wanted[] {
  return kindsFor(holder).map((kind) => {
    if (isForced(kind)) return { kind, isShown: true, isSent: true }
    const chosen = choices?.[kind]
    return { kind, ...(chosen ?? { isShown: isMeantFor(holder, kind), isSent: false }) }
  })
}

const OF_CHANNELS: readonly (Channel | null)[] = [null, ...CHANNELS]

/** Somebody as a reader of these kinds, each as far as their rights of this moment reach. */
export function readerOf(holder: Holder, { readBefore }: Person, kinds: readonly NoticeKind[]): NoticeReader {
  const audible = OF_CHANNELS.map((channel) => {
    return [channel, kinds.filter((kind) => mayHear(holder, { kind, channel }))] as const
  })
  return { employeeId: holder.employeeId, kinds: new Map(audible), readBefore }
}

/** Somebody as a reader of what is shown to them. */
export async function shownTo(tx: Tx, holder: Holder): Promise<{ reader: NoticeReader; kinds: NoticeKind[] }> {
  const person = await noticePerson(tx, holder.employeeId)
  const kinds = wantedBy(holder, person).flatMap(({ kind, isShown }) => (isShown ? [kind] : []))
  return { reader: readerOf(holder, person, kinds), kinds }
}
