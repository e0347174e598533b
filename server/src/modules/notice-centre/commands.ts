import type { ParsedOf } from '@huanji/contract/call'
import type { notice } from '@huanji/contract/features/notice/calls'
import type { CallContext } from '../../gateway/handler.ts'
import { lockPerson, noticePerson, type PersonChange, savePerson } from './store.ts'

/** Keeps what a person chose; what is left out stays. Messages are sent of what comes from now on. */
export async function saveChoices(
  { tx, actor, now }: CallContext,
  { kinds = [], ...hours }: ParsedOf<typeof notice.saveChoices>,
): Promise<void> {
  const { employeeId } = actor
  await lockPerson(tx, employeeId)
  const before = await noticePerson(tx, employeeId)
  const chosen = kinds.map(({ kind, isShown, isSent }) => [kind, { isShown, isSent }] as const)
  const choices: PersonChange['choices'] = { ...before.choices, ...Object.fromEntries(chosen) }
  const wantsSms = Object.values(choices).some(({ isSent }) => isSent)
  const smsSince = wantsSms ? (before.smsSince ?? now) : null
  const given = Object.fromEntries(Object.entries(hours).filter(([, value]) => value !== undefined))
  await savePerson(tx, employeeId, { ...given, choices, smsSince })
}
