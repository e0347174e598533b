import type { Access } from '@huanji/contract/call'
import type { Actor } from './actor.ts'

/** Default deny: only what the contract names lets a call through. The owner holds every grant. */
export function isGranted(access: Access, actor: Pick<Actor, 'grants' | 'isOwner'>): boolean {
  if (access === 'signedIn' || actor.isOwner) return true
  return access !== 'public' && access.anyOf.some((grant) => actor.grants.has(grant))
}
