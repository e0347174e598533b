import { refuse } from '../../errors/refusal.ts'
import { refuseObstacle } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { recordHistory } from '../history/store.ts'
import { giveUpObstacle, retryObstacle } from './actions.ts'
import { requestReconciliation } from './commands.ts'
import {
  type DesiredKey,
  type DesiredState,
  type DesiredSubject,
  desiredViewOf,
  findDesiredState,
  giveUpDesiredState,
  repeatDesiredState,
} from './store.ts'

/** What the history and the audit log call the thing of a request. */
const THINGS: Readonly<Record<DesiredSubject, 'listing' | 'order' | 'refund'>> = {
  listing: 'listing',
  shipment: 'order',
  order_price: 'order',
  order_close: 'order',
  refund: 'refund',
}

const STATES: Readonly<Record<DesiredState['state'], string>> = {
  pending: '等待闲鱼',
  settled: '已完成',
  refused: '未成功',
}

async function askedFor({ tx }: CallContext, key: DesiredKey): Promise<DesiredState> {
  return (await findDesiredState(tx, key)) ?? refuse('NOT_FOUND')
}

interface Decision {
  readonly action: 'repeatRequest' | 'giveUpRequest'
  readonly label: string
  readonly after: string
}

/** Writes who decided what into the thing's history and the audit log. */
async function recordDecision(context: CallContext, asked: DesiredState, decision: Decision): Promise<void> {
  const { tx, actor: who, now, audit } = context
  const { subjectId, problem } = asked
  const subject = THINGS[asked.subject]
  const { action, label } = decision
  await recordHistory(tx, { subject, subjectId, who, action, actionLabel: label, note: problem, now })
  const before = { 闲鱼同步: STATES[asked.state], ...(problem === '' ? {} : { 原因: problem }) }
  audit({ subject, subjectId, subjectLabel: subjectId, before, after: { 闲鱼同步: decision.after } })
}

/** Looks at the marketplace again for a request that waits or was refused. Refuses NOT_FOUND, and STATE_CHANGED for any other. */
export async function repeatRequest(
  context: CallContext,
  key: DesiredKey,
  label: string,
): Promise<Record<string, never>> {
  const { tx, actor, now } = context
  const asked = await askedFor(context, key)
  refuseObstacle(retryObstacle({ desired: desiredViewOf(asked) }))
  await repeatDesiredState(tx, key, { requestedBy: actor.employeeId, now })
  await requestReconciliation(tx, key, now)
  await recordDecision(context, asked, { action: 'repeatRequest', label, after: STATES.pending })
  return {}
}

/** Takes a refused request back. Refuses NOT_FOUND, and STATE_CHANGED for one that is not refused. */
export async function giveUpRequest(
  context: CallContext,
  key: DesiredKey,
  label: string,
): Promise<Record<string, never>> {
  const asked = await askedFor(context, key)
  refuseObstacle(giveUpObstacle({ desired: desiredViewOf(asked) }))
  // the marketplace may have answered another try in the meantime
  const isGivenUp = await giveUpDesiredState(context.tx, key, context.now)
  if (!isGivenUp) return refuse('STATE_CHANGED', { state: STATES[asked.state], action: label })
  await recordDecision(context, asked, { action: 'giveUpRequest', label, after: '不再提交，保持原样' })
  return {}
}
