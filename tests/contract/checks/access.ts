import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { codeOf, send, type Target } from '../gateway/target.ts'
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

/** Each holder is let in or kept out exactly as `isAllowed` says: by the contract's access rule and the grants, unless told otherwise. */
export async function checkAccess(
  target: Target,
  spec: CallSpec,
  holders: readonly Holder[],
  isAllowed: (holder: Holder) => boolean = (holder) => mayCall(spec, holder),
): Promise<Finding[]> {
  const found: Finding[] = []
  for (const holder of holders) {
    // Logging out would end the holder's session for the calls after it; that it asks for no grant stands in the contract.
    if (spec.path.endsWith('/logout')) continue
    const answer = await send(target, spec.path, holder.context, spec.example)
    const keptOut = codeOf(answer) === ERR.notGranted
    if (codeOf(answer) === ERR.sessionInvalid) found.push(finding(spec.path, holder.name, 'has no session', answer))
    if (keptOut === isAllowed(holder))
      found.push(finding(spec.path, holder.name, keptOut ? 'is kept out' : 'is let in without a grant', answer))
  }
  return found
}
