import { refuse } from '../../errors/refusal.ts'
import { refuseObstacle } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { recordHistory } from '../history/store.ts'
import { giveUpObstacle, retryObstacle } from './actions.ts'
import { requestReconciliation } from './commands.ts'
import {
  dropRequest,
  findRequest,
  type RequestKey,
  type RequestRow,
  type RequestSubject,
  reopenRequest,
  requestViewOf,
} from './store.ts'

/** What the history and the audit log call the thing of a request. */
const THINGS: Readonly<Record<RequestSubject, 'listing' | 'order' | 'refund'>> = {
  listing: 'listing',
  shipment: 'order',
  order_price: 'order',
  order_close: 'order',
  refund: 'refund',
}

const STATES: Readonly<Record<RequestRow['state'], string>> = {
  pending: '等待闲鱼',
  settled: '已完成',
  refused: '未成功',
}

async function requestOf({ tx }: CallContext, key: RequestKey): Promise<RequestRow> {
  return (await findRequest(tx, key)) ?? refuse('NOT_FOUND')
}

interface Decision {
  readonly action: 'repeatRequest' | 'giveUpRequest'
  readonly label: string
  readonly after: string
}

/** Writes who decided what into the thing's history and the audit log. */
async function recordDecision(context: CallContext, request: RequestRow, decision: Decision): Promise<void> {
  const { tx, actor: who, now, audit } = context
  const { subjectId, problem } = request
  const subject = THINGS[request.subject]
  const { action, label } = decision
  await recordHistory(tx, { subject, subjectId, who, action, actionLabel: label, note: problem, now })
  const before = { 闲鱼同步: STATES[request.state], ...(problem === '' ? {} : { 原因: problem }) }
  audit({ subject, subjectId, subjectLabel: subjectId, before, after: { 闲鱼同步: decision.after } })
}

/** Looks at the marketplace again for a request that waits or was refused. Refuses NOT_FOUND, and STATE_CHANGED for any other. */
export async function repeatRequest(
  context: CallContext,
  key: RequestKey,
  label: string,
): Promise<Record<string, never>> {
  const { tx, actor, now } = context
  const request = await requestOf(context, key)
  refuseObstacle(retryObstacle({ desired: requestViewOf(request) }))
  await reopenRequest(tx, key, { requestedBy: actor.employeeId, now })
  await requestReconciliation(tx, key, now)
  await recordDecision(context, request, { action: 'repeatRequest', label, after: STATES.pending })
  return {}
}

/** Takes a refused request back. Refuses NOT_FOUND, and STATE_CHANGED for one that is not refused. */
export async function giveUpRequest(
  context: CallContext,
  key: RequestKey,
  label: string,
): Promise<Record<string, never>> {
  const request = await requestOf(context, key)
  refuseObstacle(giveUpObstacle({ desired: requestViewOf(request) }))
  // the marketplace may have answered another try in the meantime
  const isGivenUp = await dropRequest(context.tx, key, context.now)
  if (!isGivenUp) return refuse('STATE_CHANGED', { state: STATES[request.state], action: label })
  await recordDecision(context, request, { action: 'giveUpRequest', label, after: '不再提交，保持原样' })
  return {}
}
