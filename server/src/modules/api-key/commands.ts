import type { ParsedOf } from '@huanji/contract/call'
import { API_KEYS_MAX } from '@huanji/contract/constants'
import type { programKeys } from '@huanji/contract/features/api-key/calls'
import { KEY_GRANTS } from '@huanji/contract/key-rules'
import { formatShanghai } from '@huanji/domain/time'
import { type AuditFacts, differingFacts } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { requireAllowed } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { later } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { isIpPlace } from '../../platform/ip-places.ts'
import { recordEdit, requireVersion } from '../history/edits.ts'
import { type EffectiveRights, lockEffectiveRights, requireHeld } from '../people/effective-rights.ts'
import { grantNames, someGrantNames, unknownGrant } from '../people/grants.ts'
import { KEY_ACTIONS, type KeyAction } from './actions.ts'
import { hintOf, newSecret, secretDigest } from './secret.ts'
import { countLiveKeys, findKey, insertKey, type KeyContent, type KeyRow, updateKey } from './store.ts'

const HOUR_MS = 3_600_000

interface Made {
  readonly keyId: string
  readonly version: number
  readonly secret: string
}

/** What the log says of a key. */
const factsOf = ({ name, grants, ratePerMinute, places, expiresAt }: KeyContent): AuditFacts => ({
  名称: name,
  权限: `${grants.length}项：${grantNames(grants)}`,
  每分钟上限: `${ratePerMinute}次`,
  IP限制: places.length === 0 ? '不限' : places.join('、'),
  到期时间: expiresAt === null ? '长期有效' : formatShanghai(expiresAt),
})

/** The grants as a key keeps them, in the menu's order. Refuses what no key can have and what the actor does not hold. */
function givenGrants(wanted: readonly string[], ownRights: EffectiveRights): string[] {
  const unknown = unknownGrant(wanted)
  if (unknown !== undefined) refuse('GRANT_UNKNOWN', { grant: unknown }, { field: 'grants' })
  const closed = wanted.filter((grant) => !KEY_GRANTS.includes(grant))
  if (closed.length > 0) refuse('API_KEY_GRANT_CLOSED', { grants: someGrantNames(closed) }, { field: 'grants' })
  requireHeld(ownRights, wanted, 'grants')
  return KEY_GRANTS.filter((grant) => wanted.includes(grant))
}

function contentOf(input: KeyContent, ownRights: EffectiveRights, now: Date): KeyContent {
  const { name, ratePerMinute, expiresAt } = input
  const wrong = input.places.find((place) => !isIpPlace(place))
  if (wrong !== undefined) refuse('API_KEY_PLACE_INVALID', { place: wrong }, { field: 'places' })
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) {
    refuse('API_KEY_EXPIRY_PAST', {}, { field: 'expiresAt' })
  }
  const places = [...new Set(input.places)]
  return { name, ratePerMinute, expiresAt, places, grants: givenGrants(input.grants, ownRights) }
}

/** Refuses API_KEY_LIMIT when another key that opens something would be too many. The merchant is locked by then. */
async function requireRoom(tx: Tx, now: Date, exceptId: string | null): Promise<void> {
  if ((await countLiveKeys(tx, now, exceptId)) >= API_KEYS_MAX) refuse('API_KEY_LIMIT', { count: API_KEYS_MAX })
}

/** The key that is to be changed; refuses NOT_FOUND, and what its rules say. */
async function keyToChange(
  { tx, now }: CallContext,
  keyId: string,
  action: KeyAction,
  ownRights: EffectiveRights,
): Promise<KeyRow> {
  const row = (await findKey(tx, keyId, now)) ?? refuse('NOT_FOUND')
  requireAllowed(KEY_ACTIONS, action, { row, ownRights })
  return row
}

/** Adds a key; its secret is in the answer and nowhere else. */
async function addKey({ tx, actor, now }: CallContext, content: KeyContent, label: string): Promise<Made> {
  const keyId = newId()
  const secret = newSecret(tx.merchantId)
  const secretHash = secretDigest(secret)
  await insertKey(tx, { ...content, keyId, hint: hintOf(secret), secretHash, createdBy: actor.employeeId }, now)
  await recordEdit(tx, { subject: 'apiKey', subjectId: keyId }, { actor, now }, 'create', label)
  return { keyId, version: 1, secret }
}

const subjectOf = (keyId: string, name: string) =>
  ({ subject: 'apiKey', subjectId: keyId, subjectLabel: name }) as const

/** Makes a key with some of the actor's rights. Refuses as the contract says. */
export async function createKey(context: CallContext, input: ParsedOf<typeof programKeys.create>): Promise<Made> {
  const { tx, actor, now, audit } = context
  const ownRights = await lockEffectiveRights(tx, actor, now)
  const content = contentOf(input, ownRights, now)
  await requireRoom(tx, now, null)
  const made = await addKey(context, content, '创建接口密钥')
  audit({ ...subjectOf(made.keyId, content.name), before: null, after: factsOf(content) })
  return made
}

/** Changes a key; its secret stays. Gives the new version, or the present one where nothing differs. */
export async function editKey(context: CallContext, input: ParsedOf<typeof programKeys.edit>): Promise<number> {
  const { tx, actor, now, audit } = context
  const ownRights = await lockEffectiveRights(tx, actor, now)
  const row = (await findKey(tx, input.keyId, now)) ?? refuse('NOT_FOUND')
  await requireVersion(tx, { subject: 'apiKey', subjectId: row.keyId, ...row }, input.version)
  requireAllowed(KEY_ACTIONS, 'edit', { row, ownRights })
  const content = contentOf(input, ownRights, now)
  const { before, after } = differingFacts(factsOf(row), factsOf(content))
  if (Object.keys(after ?? {}).length === 0) {
    audit(null)
    return row.version
  }
  if (row.state === 'expired') await requireRoom(tx, now, row.keyId)
  const version = await updateKey(tx, row.keyId, content, now)
  await recordEdit(tx, { subject: 'apiKey', subjectId: row.keyId }, { actor, now }, 'edit', '编辑接口密钥')
  audit({ ...subjectOf(row.keyId, content.name), before, after })
  return version
}

/** The earlier of two ends; null is without one. */
const earlier = (end: string | null, other: Date): string =>
  end !== null && Date.parse(end) < other.getTime() ? end : other.toISOString()

/**
 * Makes a key like another one, by the actor, who must hold all that it has. The other one goes on for some hours, so
 * that its program can be given the new one, or ends at once.
 */
export async function rotateKey(
  context: CallContext,
  { keyId, keepHours }: ParsedOf<typeof programKeys.rotate>,
): Promise<Made> {
  const { tx, actor, now, audit } = context
  const ownRights = await lockEffectiveRights(tx, actor, now)
  const row = await keyToChange(context, keyId, 'rotate', ownRights)
  const { name, ratePerMinute, places } = row
  const expiresAt = row.state === 'expired' ? null : row.expiresAt
  const content = { name, ratePerMinute, places, expiresAt, grants: givenGrants(row.grants, ownRights) }
  const end =
    keepHours === 0 ? { revokedAt: now } : { expiresAt: earlier(row.expiresAt, later(now, keepHours * HOUR_MS)) }
  await updateKey(tx, keyId, end, now)
  await recordEdit(tx, { subject: 'apiKey', subjectId: keyId }, { actor, now }, 'rotate', '更换接口密钥')
  await requireRoom(tx, now, null)
  const made = await addKey(context, content, '更换接口密钥')
  const rest = 'expiresAt' in end ? `到${formatShanghai(end.expiresAt)}为止` : '立即停用'
  audit({
    ...subjectOf(made.keyId, name),
    before: null,
    after: { ...factsOf(content), 更换自: `${row.hint}…`, 旧密钥: rest },
  })
  return made
}

/** Ends a key at once: no call that comes in from here on is let through. */
export async function revokeKey(context: CallContext, keyId: string): Promise<void> {
  const { tx, actor, now, audit } = context
  const ownRights = await lockEffectiveRights(tx, actor, now)
  const row = await keyToChange(context, keyId, 'revoke', ownRights)
  await updateKey(tx, keyId, { revokedAt: now }, now)
  await recordEdit(tx, { subject: 'apiKey', subjectId: keyId }, { actor, now }, 'revoke', '停用接口密钥')
  audit({ ...subjectOf(keyId, row.name), before: factsOf(row), after: null })
}
