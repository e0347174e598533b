import { REQUEST_LABELS } from '@huanji/contract/labels'
import { formatShanghai } from '@huanji/domain/time'
import { type Obstacle, wrongState } from '../../gateway/allowed-actions.ts'
import type { RequestView } from './store.ts'

/** What a thing says of what is asked of the marketplace for it; null where nothing is open. */
export interface RequestFacts {
  readonly desired: RequestView | null
}

/** What is under way and since when, as a refusal says it. */
const underWay = ({ want, requestedAt }: RequestView): string =>
  `${REQUEST_LABELS[want]}（${formatShanghai(requestedAt)}起）`

/** In the way of a new request: what the marketplace has still to be brought to. */
export const pendingObstacle = ({ desired }: RequestFacts, action: string): Obstacle | null =>
  desired?.state === 'pending' ? wrongState(underWay(desired), action) : null

const NOTHING_OPEN = '没有待闲鱼确认的申请'

/** In the way of looking at the marketplace again at once: nothing is open, or the first try has not come back yet. */
export function retryObstacle({ desired }: RequestFacts): Obstacle | null {
  if (desired === null) return wrongState(NOTHING_OPEN, RETRY)
  const hasTrouble = desired.state === 'refused' || desired.problem !== ''
  return hasTrouble ? null : wrongState(underWay(desired), RETRY)
}

/** In the way of taking a request back: only what the marketplace refused can be. */
export function giveUpObstacle({ desired }: RequestFacts): Obstacle | null {
  if (desired === null) return wrongState(NOTHING_OPEN, GIVE_UP)
  return desired.state === 'refused' ? null : wrongState(underWay(desired), GIVE_UP)
}

export const RETRY = '重新提交'
export const GIVE_UP = '保持原样'
