import type {
  AccountFlow,
  AccountFlowType,
  ListAccountFlowsData,
  ListAccountFlowsRequest,
} from '../protocol/accounts.ts'
import { isWithin, pageOf, type SandboxContext, toSeconds } from './context.ts'
import type { AccountDocument, FlowDocument } from './documents.ts'

/** Whose account: that of one shop of one merchant. */
export interface AccountOwner {
  readonly sellerId: number
  readonly userName: string
}

export interface Movement {
  readonly type: AccountFlowType
  readonly direction: 'in' | 'out'
  /** Never negative. */
  readonly amountFen: number
  readonly orderNo?: string
  readonly refundNo?: string
  readonly settlementNo?: string
  readonly remark?: string
}

/** Movements between what is free and what is frozen; all others change what is there. */
const FREEZING: readonly AccountFlowType[] = ['freeze', 'unfreeze', 'depositFreeze', 'depositUnfreeze']
const DEPOSIT: readonly AccountFlowType[] = ['depositFreeze', 'depositUnfreeze']

const keyOf = ({ sellerId, userName }: AccountOwner): string => `${sellerId}/${userName}`

/** The account of a shop, empty as long as nothing has moved. */
export function accountOf(context: SandboxContext, owner: AccountOwner): AccountDocument {
  const { sellerId, userName } = owner
  const empty = { sellerId, userName, balanceFen: 0, frozenFen: 0, depositFen: 0 }
  return context.store.get('account', keyOf(owner)) ?? empty
}

/** The amount that a shop could take out. */
export const availableFen = ({ balanceFen, frozenFen }: AccountDocument): number => balanceFen - frozenFen

/** Moves money of a shop and writes the flow that says so: what is free changes by just the amount. */
export function moveAccount(context: SandboxContext, owner: AccountOwner, movement: Movement): void {
  const { sellerId, userName } = owner
  const { type, direction, amountFen, orderNo = '', refundNo = '', settlementNo = '', remark = '' } = movement
  const before = accountOf(context, owner)
  const signedFen = direction === 'in' ? amountFen : -amountFen
  const isFreezing = FREEZING.includes(type)
  const after: AccountDocument = {
    ...before,
    balanceFen: before.balanceFen + (isFreezing ? 0 : signedFen),
    frozenFen: before.frozenFen - (isFreezing ? signedFen : 0),
    depositFen: before.depositFen - (DEPOSIT.includes(type) ? signedFen : 0),
  }
  const serial = context.nextId('flow')
  context.store.put('account', keyOf(owner), after)
  context.store.put('flow', String(serial), {
    serial,
    sellerId,
    userName,
    type,
    direction,
    amountFen,
    balanceAfterFen: after.balanceFen,
    frozenAfterFen: after.frozenFen,
    orderNo,
    refundNo,
    settlementNo,
    remark,
    createdMs: context.nowMs(),
  })
}

/** Answers the movements of a merchant's accounts, newest first. */
export function listAccountFlows(
  context: SandboxContext,
  sellerId: number,
  request: ListAccountFlowsRequest,
): ListAccountFlowsData {
  const rows = context.store
    .all('flow')
    .filter((flow) => flow.sellerId === sellerId && isWithin(flow.createdMs, request.created_time))
    .filter((flow) => request.user_name === undefined || flow.userName === request.user_name)
    .sort((a, b) => b.serial - a.serial)
  const page = pageOf(rows, request)
  return { ...page, list: page.list.map(flowOnWire) }
}

/** The number of a movement as people read it. */
export const flowNoOf = ({ serial }: FlowDocument): string => `LS${String(serial).padStart(12, '0')}`

function flowOnWire(flow: FlowDocument): AccountFlow {
  return {
    flow_no: flowNoOf(flow),
    type: flow.type,
    direction: flow.direction,
    amount: flow.amountFen,
    balance_after: flow.balanceAfterFen,
    frozen_after: flow.frozenAfterFen,
    order_no: flow.orderNo,
    refund_no: flow.refundNo,
    settlement_no: flow.settlementNo,
    user_name: flow.userName,
    remark: flow.remark,
    created_at: toSeconds(flow.createdMs),
  }
}
