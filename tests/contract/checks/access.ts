import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { type Answer, codeOf, send, type Target } from '../gateway/target.ts'
import { someAtOnce } from './at-once.ts'
import { type Finding, finding } from './finding.ts'

/** Somebody with a known set of grants. */
export interface Holder {
  readonly name: string
  readonly context: LoginContext
  readonly grants: ReadonlySet<string>
  readonly isOwner: boolean
}

/** Whether the contract lets `holder` make a call. */
export function mayCall(spec: CallSpec, holder: Holder): boolean {
  const { access } = spec
  return typeof access === 'string' || holder.isOwner || access.anyOf.some((grant) => holder.grants.has(grant))
}

/** What a holder was answered. */
export interface Asked {
  readonly holder: Holder
  readonly answer: Answer
}

/** Lets each holder make a call. Logging out would end their sessions for the calls after it: that it asks for no grant stands in the contract. */
export const askAll = async (target: Target, spec: CallSpec, holders: readonly Holder[]): Promise<Asked[]> =>
  spec.path.endsWith('/logout')
    ? []
    : someAtOnce(holders, async (holder) => ({
        holder,
        answer: await send(target, spec.path, holder.context, spec.example),
      }))

/** Each holder is let in or kept out exactly as `isAllowed` says: by the contract's access rule and the grants, unless told otherwise. */
export function checkAccess(
  spec: CallSpec,
  asked: readonly Asked[],
  isAllowed: (holder: Holder) => boolean = (holder) => mayCall(spec, holder),
): Finding[] {
  const found: Finding[] = []
  for (const { holder, answer } of asked) {
    const keptOut = codeOf(answer) === ERR.notGranted
    if (codeOf(answer) === ERR.sessionInvalid) found.push(finding(spec.path, holder.name, 'has no session', answer))
    if (keptOut === isAllowed(holder))
      found.push(finding(spec.path, holder.name, keptOut ? 'is kept out' : 'is let in without a grant', answer))
  }
  return found
}
