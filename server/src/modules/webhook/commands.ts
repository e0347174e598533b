import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import { ENDPOINTS_MAX, type webhook } from '@huanji/contract/features/webhook/calls'
import { mayHear } from '@huanji/contract/notice-rights'
import { NOTICE_KINDS, type NoticeKind } from '@huanji/domain/notices/kinds'
import { type AuditFacts, differingFacts } from '../../audit/entry.ts'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { addressFault } from '../../integration/webhook/public-address.ts'
import { later } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { recordEdit, requireVersion } from '../history/edits.ts'
import { insertDeliveries } from '../notice/store.ts'
import { lockMerchant } from '../tenant/store.ts'
import { countTests, dropWaiting, lockDelivery, setDelivery } from './delivery-store.ts'
import {
  countEndpoints,
  deleteEndpoint,
  type Endpoint,
  insertEndpoint,
  lockEndpoint,
  replaceSecret,
  setEndpointState,
  updateEndpoint,
} from './endpoint-store.ts'
import { sealSecret } from './secrets.ts'
import { newSecret } from './sign.ts'

/** For so long a message is signed with the key before as well. */
const OVERLAP_MS = 24 * 3_600_000
/** So many tests of a receiver wait at a time. */
const TESTS_MAX = 5

type Calls = typeof webhook

const titlesOf = (kinds: readonly NoticeKind[]): string => kinds.map((kind) => NOTICE_KINDS[kind].title).join('、')

const factsOf = ({
  name,
  url,
  kinds,
}: Pick<Endpoint, 'name' | 'url'> & { kinds: readonly NoticeKind[] }): AuditFacts => ({
  名称: name,
  接收地址: url,
  消息类型: titlesOf(kinds),
})

const STATE_WORDS: Readonly<Record<Endpoint['state'], string>> = {
  enabled: '启用',
  disabled: '停用',
  stopped: '已停止',
}

async function requireEndpoint({ tx }: CallContext, endpointId: string): Promise<Endpoint> {
  return (await lockEndpoint(tx, endpointId)) ?? refuse('NOT_FOUND')
}

/** Refuses WEBHOOK_URL_INVALID, and WEBHOOK_KIND_CLOSED for kinds that the actor may not read. */
function requireContent({ actor, services }: CallContext, { url, kinds }: ParsedOf<Calls['save']>): void {
  const fault = addressFault(url, services.settings.webhookLocal)
  if (fault !== null) refuse('WEBHOOK_URL_INVALID', { message: fault }, { field: 'url' })
  const closed = kinds.filter((kind) => !mayHear(actor, { kind, channel: null }))
  if (closed.length > 0) refuse('WEBHOOK_KIND_CLOSED', { kinds: titlesOf(closed) }, { field: 'kinds' })
}

/** Keeps a receiver, a new one without an id. Refuses as the contract says. */
export async function saveEndpoint(
  context: CallContext,
  input: ParsedOf<Calls['save']>,
): Promise<OutputOf<Calls['save']>> {
  const { tx, actor, now, audit, services } = context
  const { name, url } = input
  const kinds = [...new Set(input.kinds)]
  const content = { name, url, kinds, employeeId: actor.employeeId }
  if (input.endpointId === undefined) {
    requireContent(context, input)
    await lockMerchant(tx)
    if ((await countEndpoints(tx)) >= ENDPOINTS_MAX) refuse('WEBHOOK_LIMIT', { count: ENDPOINTS_MAX })
    const endpointId = newId()
    const secret = newSecret()
    await insertEndpoint(tx, { endpointId, ...content, secret: sealSecret(services, secret) }, now)
    await recordEdit(tx, { subject: 'webhook', subjectId: endpointId }, { actor, now }, 'create', '添加接口推送')
    audit({ subject: 'webhook', subjectId: endpointId, subjectLabel: name, before: null, after: factsOf(content) })
    return { endpointId, version: 1, secret }
  }
  const endpoint = await requireEndpoint(context, input.endpointId)
  const { endpointId, version } = endpoint
  requireContent(context, input)
  await requireVersion(tx, { subject: 'webhook', subjectId: endpointId, ...endpoint }, input.version)
  await updateEndpoint(tx, endpointId, content, now)
  await recordEdit(tx, { subject: 'webhook', subjectId: endpointId }, { actor, now }, 'edit', '修改接口推送')
  const facts = differingFacts(factsOf(endpoint), factsOf(content))
  audit({ subject: 'webhook', subjectId: endpointId, subjectLabel: name, ...facts })
  return { endpointId, version: version + 1, secret: null }
}

/** Gives a receiver another key; for a day messages are signed with both. */
export async function rotateSecret(
  context: CallContext,
  { endpointId }: ParsedOf<Calls['rotate']>,
): Promise<OutputOf<Calls['rotate']>> {
  const { tx, now, audit, services } = context
  const endpoint = await requireEndpoint(context, endpointId)
  const secret = newSecret()
  const previousUntil = later(now, OVERLAP_MS)
  await replaceSecret(tx, endpoint, { secret: sealSecret(services, secret), previousUntil })
  const after = { 密钥: '已更换，原密钥一天后失效' }
  audit({ subject: 'webhook', subjectId: endpointId, subjectLabel: endpoint.name, before: null, after })
  return { secret, previousUntil: previousUntil.toISOString() }
}

/** Begins or ends telling a receiver; what waits at the end is not sent any more. */
export async function setState(
  context: CallContext,
  { endpointId, isEnabled }: ParsedOf<Calls['setState']>,
): Promise<void> {
  const { tx, now, audit } = context
  const endpoint = await requireEndpoint(context, endpointId)
  const state = isEnabled ? 'enabled' : 'disabled'
  if (endpoint.state === state) return audit(null)
  await setEndpointState(tx, endpointId, state, '')
  if (!isEnabled) await dropWaiting(tx, endpointId, '接收地址已停用，未推送', now)
  const facts = { before: { 状态: STATE_WORDS[endpoint.state] }, after: { 状态: STATE_WORDS[state] } }
  audit({ subject: 'webhook', subjectId: endpointId, subjectLabel: endpoint.name, ...facts })
}

/** Removes a receiver with the record of what it was sent. */
export async function removeEndpoint(context: CallContext, endpointId: string): Promise<void> {
  const { tx, actor, now, audit } = context
  const endpoint = await requireEndpoint(context, endpointId)
  await deleteEndpoint(tx, endpointId)
  await recordEdit(tx, { subject: 'webhook', subjectId: endpointId }, { actor, now }, 'delete', '删除接口推送')
  const { name } = endpoint
  audit({ subject: 'webhook', subjectId: endpointId, subjectLabel: name, before: factsOf(endpoint), after: null })
}

/** Sends a receiver a message that says nothing. Refuses WEBHOOK_OFF, and WEBHOOK_TESTS_WAITING while too many wait. */
export async function sendTest(context: CallContext, endpointId: string): Promise<{ deliveryId: string }> {
  const { tx, now } = context
  const endpoint = await requireEndpoint(context, endpointId)
  if (endpoint.state !== 'enabled') refuse('WEBHOOK_OFF')
  const waiting = await countTests(tx, endpointId)
  if (waiting >= TESTS_MAX) refuse('WEBHOOK_TESTS_WAITING', { count: waiting })
  const id = newId()
  const data = { at: now.toISOString() }
  await insertDeliveries(tx, [{ id, endpointId, noticeId: null, event: 'test', data }], now)
  return { deliveryId: id }
}

/** Has a message sent again, at once and under the number it has. Refuses as the contract says. */
export async function retryDelivery({ tx, now }: CallContext, deliveryId: string): Promise<void> {
  const known = await lockDelivery(tx, deliveryId)
  if (known === null) return refuse('NOT_FOUND')
  const endpoint = await lockEndpoint(tx, known.endpointId)
  if (endpoint?.state !== 'enabled') refuse('WEBHOOK_OFF')
  if (known.state === 'delivered') refuse('WEBHOOK_DELIVERED')
  const anew = known.state === 'pending' ? {} : { state: 'pending' as const, attempts: 0, finishedAt: null }
  await setDelivery(tx, deliveryId, { ...anew, dueAt: now })
}
