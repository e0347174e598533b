import { refund } from '@huanji/contract/features/refund/refund-calls'
import { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { claims } from './testing/claims.ts'

let gateway: TradingGateway
let owner: ShopOwner
let cases: ReturnType<typeof claims>
let clerk: SignedInEmployee
let colleague: SignedInEmployee
let rich: SignedInEmployee
let keeper: SignedInEmployee

const GRANTS = [
  ...[refund.list, refund.detail, refund.auctionDetail, refund.agree, refund.refuse, refund.remark].map(
    ({ path }) => path,
  ),
  'field:orderMoney',
]

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('二审手机')
  cases = claims(gateway)
  clerk = await gateway.colleague(owner, '客服小李', GRANTS)
  colleague = await gateway.colleague(owner, '客服小王', GRANTS)
  keeper = await gateway.colleague(owner, '客服小周', [...GRANTS, refund.confirm.path])
  rich = await gateway.colleague(owner, '主管小赵', GRANTS, null)
})
afterAll(() => gateway.close())

/** A claim for money that the clerk has agreed to, above what they may pay: nothing is asked of the marketplace yet. */
async function asked() {
  const claim = await cases.opened(owner, 'refundOnly')
  const { refundId } = claim
  const { approval } = await gateway.data(refund.agree, { refundId, note: '已核实' }, clerk.login)
  return { ...claim, approvalId: approval?.approvalId ?? '' }
}

const AGREE = '/api/open/trade/refund/operate/agree'

/** The owner has agreed to a claim for money, and the marketplace has refused to pay. */
async function refusedByMarketplace() {
  const claim = await cases.opened(owner, 'refundOnly')
  gateway.control.failNext({ kind: 'refuse', path: AGREE, code: 100_409, msg: '余额不足' })
  await gateway.data(refund.agree, { refundId: claim.refundId }, owner.login)
  await gateway.runJobs()
  expect((await cases.detail(owner, claim)).desired).toMatchObject({ state: 'refused' })
  return claim
}

const codeOf = ({ _bizErrCode }: { readonly _bizErrCode: string }): string => _bizErrCode

describe('a payment above somebody’s limit', () => {
  it('waits for a second person, and is asked of the marketplace when that one agrees', async () => {
    const { refundId, approvalId } = await asked()
    const waiting = await gateway.data(refund.auctionDetail, { refundId }, clerk.login)
    expect(waiting).toMatchObject({ state: 'awaiting_merchant', desired: null, awaitsApproval: true, ownLimitFen: 0 })
    expect(waiting.approvals).toMatchObject([{ requestedBy: '客服小李', requestNote: '已核实', decision: null }])
    expect(waiting.allowedActions).toEqual(['takeBack', 'remark'])
    await gateway.runJobs()
    expect((await gateway.data(refund.auctionDetail, { refundId }, owner.login)).state).toBe('awaiting_merchant')
    await gateway.data(refundHandling.approve, { refundId, approvalId, note: '同意' }, owner.login)
    await gateway.runJobs()
    const ended = await gateway.data(refund.auctionDetail, { refundId }, owner.login)
    expect(ended).toMatchObject({ state: 'succeeded', approvals: [{ decision: 'approved', decisionNote: '同意' }] })
    expect(ended.history.map(({ note }) => note).join()).toContain('申请人客服小李')
  })

  it('is not agreed to by who asked, nor by somebody who may not pay so much either', async () => {
    const { refundId, approvalId } = await asked()
    expect(codeOf(await gateway.call(refundHandling.approve, { refundId, approvalId }, clerk.login))).toBe(
      'REFUND_OWN_REQUEST',
    )
    const byColleague = await gateway.call(refundHandling.approve, { refundId, approvalId }, colleague.login)
    expect(byColleague).toMatchObject({ _bizErrCode: 'REFUND_LIMIT_TOO_LOW' })
    expect((await cases.detail(colleague, { refundId })).allowedActions).not.toContain('approve')
  })

  it('does not tell an amount to who may not see money', async () => {
    const { refundId, approvalId } = await asked()
    const poor = await gateway.colleague(
      owner,
      '发货员',
      GRANTS.filter((grant) => grant !== 'field:orderMoney'),
    )
    const { _errStr } = await gateway.call(refundHandling.approve, { refundId, approvalId }, poor.login)
    expect(_errStr).not.toMatch(/\d{3}/)
    const seen = await gateway.data(refund.auctionDetail, { refundId }, poor.login)
    expect(seen).toMatchObject({ amountFen: null, orderAmountFen: null, approvals: [{ amountFen: null }] })
    expect(seen.history.map(({ note }) => note).join()).not.toMatch(/2000|¥/)
    const wrong = await gateway.call(refund.agree, { refundId, amountFen: 1 }, poor.login)
    expect(wrong._bizErrCode).toBe('STATE_CHANGED')
  })

  it('keeps anything else from being asked, until it is declined or taken back', async () => {
    const { refundId, approvalId } = await asked()
    expect(codeOf(await gateway.call(refund.agree, { refundId }, owner.login))).toBe('STATE_CHANGED')
    const { approval } = await gateway.data(refundHandling.decline, { refundId, approvalId }, clerk.login)
    expect(approval).toMatchObject({ decision: 'withdrawn', decidedBy: '客服小李' })
    expect(codeOf(await gateway.call(refundHandling.approve, { refundId, approvalId }, owner.login))).toBe(
      'REFUND_APPROVAL_GONE',
    )
    const { refund: again } = await gateway.data(refund.agree, { refundId }, owner.login)
    expect(again.desired).toMatchObject({ want: 'refund_agreed', state: 'pending' })
  })

  it('is decided once, however many decide at once', async () => {
    const { refundId, approvalId } = await asked()
    const decide = (spec: typeof refundHandling.approve | typeof refundHandling.decline) =>
      gateway.call(spec, { refundId, approvalId }, owner.login)
    const answers = await Promise.all([
      decide(refundHandling.approve),
      decide(refundHandling.decline),
      decide(refundHandling.approve),
    ])
    expect(answers.map(codeOf).filter((code) => code === '')).toHaveLength(1)
    expect(answers.map(codeOf).filter((code) => code === 'REFUND_APPROVAL_GONE')).toHaveLength(2)
    const { approvals } = await gateway.data(refund.auctionDetail, { refundId }, owner.login)
    expect(approvals).toHaveLength(1)
  })

  it('is withdrawn when the buyer changes the amount or takes the claim back', async () => {
    const { refundId, approvalId, orderNo } = await asked()
    gateway.control.changeRefund(orderNo, 150_000)
    await gateway.pass(1_000)
    expect(await gateway.data(refund.auctionDetail, { refundId }, owner.login)).toMatchObject({
      amountFen: 150_000,
      approvals: [{ decision: 'withdrawn' }],
    })
    expect(codeOf(await gateway.call(refundHandling.approve, { refundId, approvalId }, owner.login))).toBe(
      'REFUND_APPROVAL_GONE',
    )
    const seen = { refundId, amountFen: 200_000 }
    expect(await gateway.call(refund.agree, seen, owner.login)).toMatchObject({ _bizErrCode: 'REFUND_AMOUNT_CHANGED' })
    const second = await asked()
    gateway.control.withdrawRefund(second.orderNo)
    const raced = await Promise.all([
      gateway.pass(1_000),
      gateway.call(refundHandling.approve, { refundId: second.refundId, approvalId: second.approvalId }, owner.login),
    ])
    await gateway.pass(60_000)
    const ended = await gateway.data(refund.auctionDetail, { refundId: second.refundId }, owner.login)
    expect(ended.state).toBe('closed')
    expect(ended.approvals.map(({ decision }) => decision)).not.toContain(null)
    expect(['', 'REFUND_APPROVAL_GONE', 'STATE_CHANGED']).toContain(raced[1]._bizErrCode)
  })

  it('defect: what the marketplace refused was paid again by somebody with a smaller limit', async () => {
    const { refundId } = await refusedByMarketplace()
    const again = await gateway.call(refundHandling.retry, { refundId }, clerk.login)
    expect(again._bizErrCode).toBe('REFUND_LIMIT_TOO_LOW')
    expect(again._errStr).toContain('请先点“不改了，保持原样”，再重新提交审批')
    await gateway.data(refundHandling.giveUp, { refundId }, clerk.login)
    const { approval } = await gateway.data(refund.agree, { refundId }, clerk.login)
    expect(approval).toMatchObject({ decision: null, isOwn: true, plan: null })
    const seen = await cases.detail(owner, { refundId })
    expect(seen.approvals).toMatchObject([{ requestedBy: '客服小李', isOwn: false }])
    await gateway.runJobs()
    expect((await cases.detail(owner, { refundId })).state).toBe('awaiting_merchant')
  })

  it('is asked for again in the name of whoever does so', async () => {
    const { refundId } = await refusedByMarketplace()
    await gateway.data(refundHandling.retry, { refundId }, rich.login)
    await gateway.runJobs()
    const ended = await cases.detail(owner, { refundId })
    expect(ended.state).toBe('succeeded')
    expect(ended.history.find(({ actionLabel }) => actionLabel === '同意退款')?.who).toContain('主管小赵')
  })

  it('defect: what was asked for a case that is over could be asked again, and waited for ever', async () => {
    const { refundId, orderNo } = await refusedByMarketplace()
    gateway.control.withdrawRefund(orderNo)
    await gateway.pass(1_000)
    gateway.control.openRefund({ orderNo, kind: 'refundOnly' })
    await gateway.pass(1_000)
    const over = await cases.detail(owner, { refundId })
    expect(over.state).toBe('closed')
    expect(over.allowedActions).not.toContain('retry')
    expect(codeOf(await gateway.call(refundHandling.retry, { refundId }, owner.login))).toBe('STATE_CHANGED')
  })

  it('defect: an agreement to a return was told when the buyer had changed the claim into a refund, and paid', async () => {
    const claim = await cases.opened(owner, 'returnAndRefund')
    const { refundId, orderNo } = claim
    gateway.control.beAway({ kind: 'http', status: 503, durationMs: 600_000 })
    await gateway.data(refund.agree, { refundId, addressId: await cases.returnAddress(owner) }, owner.login)
    await gateway.runJobs()
    gateway.control.changeRefund(orderNo, undefined, 'refundOnly')
    gateway.control.comeBack()
    await gateway.pass(60_000)
    expect(await cases.detail(owner, claim)).toMatchObject({
      kind: 'refundOnly',
      state: 'awaiting_merchant',
      desired: { state: 'refused', problem: '买家已修改售后类型，请核对后重新处理' },
    })
  })

  it('defect: an approval of another kind of claim was carried out', async () => {
    const { refundId, orderNo, approvalId } = await asked()
    gateway.control.changeRefund(orderNo, undefined, 'returnAndRefund')
    await gateway.pass(1_000)
    expect(codeOf(await gateway.call(refundHandling.approve, { refundId, approvalId }, owner.login))).toBe(
      'REFUND_APPROVAL_GONE',
    )
    expect((await cases.detail(owner, { refundId })).approvals).toMatchObject([{ decision: 'withdrawn' }])
  })

  it('defect: a phone that was found damaged meanwhile was paid for', async () => {
    const claim = await cases.opened(owner, 'returnAndRefund')
    const { refundId } = claim
    await cases.sentBack(owner, claim, await cases.returnAddress(owner))
    await cases.recheckedAsSold(owner, claim)
    const { approval } = await gateway.data(refund.confirm, { refundId }, keeper.login)
    expect(approval).toMatchObject({ action: 'confirm', decision: null })
    const [unit] = (await cases.detail(owner, claim)).units
    await gateway.data(
      refundHandling.recheck,
      { refundId, unitId: unit?.unitId ?? '', outcomes: ['newDamage'] },
      owner.login,
    )
    const approvalId = approval?.approvalId ?? ''
    expect(codeOf(await gateway.call(refundHandling.approve, { refundId, approvalId }, owner.login))).toBe(
      'REFUND_APPROVAL_GONE',
    )
    const seen = await cases.detail(owner, claim)
    expect(seen.history.map(({ actionLabel }) => actionLabel)).toContain('退款申请已失效')
  })

  it('does not stand in the way of somebody whose limit covers it', async () => {
    const claim = await cases.opened(owner, 'refundOnly')
    const { approval } = await gateway.data(refund.agree, { refundId: claim.refundId }, owner.login)
    expect(approval).toBeNull()
  })
})
