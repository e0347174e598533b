import { listingHandling } from '@huanji/contract/features/listing/goods'
import { phoneRecord } from '@huanji/contract/features/phone/calls'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { type Claim, claims } from './testing/claims.ts'

let gateway: TradingGateway
let owner: ShopOwner
let cases: ReturnType<typeof claims>
let addressId: string

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('售后手机')
  cases = claims(gateway)
  addressId = await cases.returnAddress(owner)
})
afterAll(() => gateway.close())

describe('a return of a phone', () => {
  it('goes from the claim to the money back and the phone in stock', async () => {
    const claim = await cases.opened(owner, 'returnAndRefund')
    const { refundId } = claim
    expect(await cases.detail(owner, claim)).toMatchObject({
      state: 'awaiting_merchant',
      allowedActions: ['agree', 'refuse', 'remark'],
    })
    const { refund: agreed } = await gateway.data(refund.agree, { refundId, addressId }, owner.login)
    expect(agreed).toMatchObject({ state: 'awaiting_merchant', desired: { want: 'refund_agreed', state: 'pending' } })
    expect(agreed.allowedActions).toEqual(['remark'])
    await gateway.runJobs()
    expect(await cases.detail(owner, claim)).toMatchObject({ state: 'awaiting_return', desired: null })
    gateway.control.returnGoods(claim.orderNo, 'SF9000000000009')
    await gateway.pass(1_000)
    expect((await cases.detail(owner, claim)).allowedActions).toEqual(['receive', 'refuse', 'remark'])
    await cases.recheckedAsSold(owner, claim)
    expect((await cases.detail(owner, claim)).allowedActions).toEqual(['recheck', 'confirm', 'refuse', 'remark'])
    await gateway.data(refund.confirm, { refundId }, owner.login)
    await gateway.runJobs()
    const ended = await cases.detail(owner, claim)
    expect(ended).toMatchObject({ state: 'succeeded', units: [{ newUnit: { barCode: expect.any(String) } }] })
  })

  describe('defect: began without the cost of the unit that was sold', () => {
    const life = async (code: string) => (await gateway.data(phoneRecord.life, { code }, owner.login)).life
    const costs = async (code: string) => (await life(code))?.units.map(({ costPriceFen }) => costPriceFen)
    const write = async (code: string, costPriceFen: number) =>
      gateway.data(
        listingHandling.setCost,
        { rows: [{ unitId: (await life(code))?.unitId ?? '', costPriceFen }] },
        owner.login,
      )

    /** A phone that cost something and was sent back, up to the confirmation. */
    async function sentBack(costPriceFen: number) {
      const claim = await cases.opened(owner, 'returnAndRefund')
      await write(claim.unit.imei, costPriceFen)
      await cases.sentBack(owner, claim, addressId)
      await cases.recheckedAsSold(owner, claim)
      return claim
    }
    async function confirmed({ refundId }: Claim) {
      await gateway.data(refund.confirm, { refundId }, owner.login)
      await gateway.runJobs()
    }

    it('and has it now', async () => {
      const claim = await sentBack(123_400)
      await confirmed(claim)
      expect(await costs(claim.unit.imei)).toEqual([123_400, 123_400])
      expect((await life(claim.unit.imei))?.standing).toBe('in_stock')
    })

    it('also where it was inspected anew before the case ended, unless a cost was written for it', async () => {
      for (const written of [null, 99_900]) {
        const claim = await sentBack(123_400)
        const { imei } = claim.unit
        await gateway.save(owner, { code: { kind: 'imei', imei } })
        expect(await costs(imei)).toEqual([123_400, null])
        if (written !== null) await write(imei, written)
        await confirmed(claim)
        expect(await costs(imei)).toEqual([123_400, written ?? 123_400])
      }
    })
  })
})

describe('a phone that comes back', () => {
  it('is asked about where it is another phone, or lies in another bag', async () => {
    const claim = await cases.opened(owner, 'returnAndRefund')
    const { refundId, unit } = claim
    expect(
      (await gateway.call(refundHandling.receive, { refundId, unitCode: unit.imei }, owner.login))._bizErrCode,
    ).toBe('STATE_CHANGED')
    await cases.sentBack(owner, claim, addressId)
    const scan = (change: object) =>
      gateway.call(refundHandling.receive, { refundId, unitCode: unit.imei, ...change }, owner.login)
    expect((await gateway.call(refund.confirm, { refundId }, owner.login))._bizErrCode).toBe('REFUND_NOT_RECEIVED')
    expect((await scan({}))._data).toMatchObject({ warning: { code: 'NO_BAG' } })
    expect((await scan({ bagCode: 'BAG999999999' }))._data).toMatchObject({ warning: { code: 'OTHER_BAG' } })
    const other = { unitCode: '490154203237518', bagCode: unit.bagCode }
    expect((await scan(other))._data).toMatchObject({ warning: { code: 'OTHER_PHONE' }, refund: { receivedAt: null } })
    expect((await scan({ ...other, confirmDifferent: true }))._data).toMatchObject({ warning: null })
    expect((await scan({ ...other, confirmDifferent: true }))._bizErrCode).toBe('REFUND_UNIT_RECEIVED')
    const [seen] = (await cases.detail(owner, claim)).units
    expect(seen).toMatchObject({ received: { isSamePhone: false, isSameBag: true, code: '490154203237518' } })
    const recheck = (input: object) =>
      gateway.call(
        refundHandling.recheck,
        { refundId, unitId: seen?.unitId ?? '', outcomes: ['otherPhone'], ...input },
        owner.login,
      )
    expect((await recheck({ outcomes: ['asSold'] }))._bizErrCode).toBe('ANSWERS_INVALID')
    expect((await recheck({ outcomes: ['asSold', 'otherPhone'] }))._bizErrCode).toBe('ANSWERS_INVALID')
    expect((await recheck({ answers: { Z99: { options: ['Z99-1'] } } }))._bizErrCode).toBe('ANSWERS_INVALID')
    expect((await recheck({ answers: { A08: { options: ['A08-99'] } } }))._bizErrCode).toBe('ANSWERS_INVALID')
    expect((await gateway.call(refund.confirm, { refundId }, owner.login))._bizErrCode).toBe('REFUND_NOT_RECHECKED')
    expect((await recheck({}))._bizErrCode).toBe('')
    expect((await gateway.call(refund.confirm, { refundId }, owner.login))._bizErrCode).toBe('REFUND_REASON_INVALID')
    const unsaid = { refundId, confirmDifferent: true }
    expect((await gateway.call(refund.confirm, unsaid, owner.login))._bizErrCode).toBe('REFUND_REASON_INVALID')
    expect((await gateway.call(refund.confirm, { ...unsaid, note: '与买家协商' }, owner.login))._bizErrCode).toBe('')
  })

  it('can be scanned in anew after a wrong scan, until somebody has looked at it', async () => {
    const claim = await cases.opened(owner, 'returnAndRefund')
    const { refundId, unit } = claim
    await cases.sentBack(owner, claim, addressId)
    const scan = { refundId, bagCode: unit.bagCode }
    const wrong = { ...scan, unitCode: '490154203237518', confirmDifferent: true }
    await gateway.data(refundHandling.receive, wrong, owner.login)
    const { allowedActions } = await cases.detail(owner, claim)
    expect(allowedActions.indexOf('recheck')).toBeLessThan(allowedActions.indexOf('receive'))
    await cases.recheckedAsSold(owner, claim)
    expect((await cases.detail(owner, claim)).allowedActions).not.toContain('receive')
    expect((await gateway.call(refundHandling.receive, wrong, owner.login))._bizErrCode).toBe('REFUND_UNIT_RECEIVED')
  })

  it('is refused with a reason of the marketplace alone, and sent back', async () => {
    const claim = await cases.opened(owner, 'returnAndRefund')
    const { refundId } = claim
    await cases.sentBack(owner, claim, addressId)
    await cases.recheckedAsSold(owner, claim)
    const { reasons } = await gateway.data(refundHandling.refuseReasons, { refundId }, owner.login)
    expect(reasons).toContain('商品与描述相符')
    const refusal = { refundId, reason: reasons[0] ?? '', explanation: '发货前已拍照' }
    const unknown = await gateway.call(refund.refuse, { ...refusal, reason: '不想退' }, owner.login)
    expect(unknown._bizErrCode).toBe('REFUND_REASON_INVALID')
    await gateway.data(refund.refuse, refusal, owner.login)
    expect((await gateway.call(refund.confirm, { refundId }, owner.login))._bizErrCode).toBe('STATE_CHANGED')
    await gateway.runJobs()
    expect((await cases.detail(owner, claim)).allowedActions).toContain('sendBack')
    const parcel = { refundId, carrierCode: 'SF', waybill: 'SF1234567890199' }
    await gateway.data(refundHandling.sendBack, parcel, owner.login)
    expect(await cases.detail(owner, claim)).toMatchObject({ refusedParcel: { waybill: 'SF1234567890199' } })
    const { refunds } = await gateway.data(refundHandling.open, { code: 'SF1234567890199' }, owner.login)
    expect(refunds.map((one) => one.refundId)).toEqual([refundId])
  })
})

describe('an exchange', () => {
  it('ends with another phone of the same kind, which leaves the stock', async () => {
    const claim = await cases.opened(owner, 'exchange', { isReceived: true })
    const { refundId } = claim
    await cases.sentBack(owner, claim, addressId)
    await cases.recheckedAsSold(owner, claim)
    await gateway.data(refund.confirm, { refundId }, owner.login)
    await gateway.runJobs()
    expect(await cases.detail(owner, claim)).toMatchObject({
      state: 'awaiting_resend',
      allowedActions: expect.arrayContaining(['resend']),
    })
    const parcel = { refundId, carrierCode: 'SF', waybill: 'SF1234567890177' }
    expect((await gateway.call(refundHandling.resend, parcel, owner.login))._bizErrCode).toBe('REPLACEMENT_NEEDED')
    const other = await gateway.inspected(owner)
    const sold = { ...parcel, unitCode: claim.unit.imei, bagCode: claim.unit.bagCode }
    expect((await gateway.call(refundHandling.resend, sold, owner.login))._bizErrCode).not.toBe('')
    const wrongBag = { ...parcel, unitCode: other.imei, bagCode: 'BAG999999999' }
    expect((await gateway.call(refundHandling.resend, wrongBag, owner.login))._bizErrCode).toBe('BAG_MISMATCH')
    await gateway.data(refundHandling.resend, { ...parcel, unitCode: other.imei, bagCode: other.bagCode }, owner.login)
    await gateway.runJobs()
    expect(await cases.detail(owner, claim)).toMatchObject({
      state: 'succeeded',
      resendParcel: { waybill: 'SF1234567890177' },
    })
    const { units } = await gateway.detail(owner, claim.orderId)
    expect(units.map(({ imei, dispatchState }) => [imei, dispatchState]).sort()).toEqual(
      [
        [claim.unit.imei, 'returned'],
        [other.imei, 'shipped'],
      ].sort(),
    )
  })

  it('defect: the phone that went out was waited for as one that comes back', async () => {
    const claim = await cases.opened(owner, 'exchange', { isReceived: true })
    const { refundId } = claim
    await cases.sentBack(owner, claim, addressId)
    await cases.recheckedAsSold(owner, claim)
    await gateway.data(refund.confirm, { refundId }, owner.login)
    await gateway.runJobs()
    const other = await gateway.inspected(owner)
    const parcel = { refundId, carrierCode: 'SF', waybill: 'SF1234567890166' }
    await gateway.data(refundHandling.resend, { ...parcel, unitCode: other.imei, bagCode: other.bagCode }, owner.login)
    await gateway.runJobs()
    const ended = await cases.detail(owner, claim)
    expect(ended.units.map(({ imei }) => imei)).toEqual([claim.unit.imei])
    expect(ended.allowedActions).not.toContain('receive')
    const wanted = { refundId, unitCode: other.imei, bagCode: other.bagCode }
    expect((await gateway.call(refundHandling.receive, wanted, owner.login))._bizErrCode).toBe('REFUND_UNIT_RECEIVED')
  })
})

describe('a verdict of the market', () => {
  it('is answered by one of its plans, and by nothing else', async () => {
    const claim = await cases.opened(owner, 'priceDifference', { isReceived: true })
    const { refundId } = claim
    expect(await cases.detail(owner, claim)).toMatchObject({ verdict: 'judging', allowedActions: ['remark'] })
    gateway.control.giveVerdict(claim.orderNo, 'buyer', 12_000)
    await gateway.pass(1_000)
    const judged = await cases.detail(owner, claim)
    expect(judged).toMatchObject({
      verdict: 'awaitingSeller',
      plans: { keepFen: 12_000 },
      allowedActions: ['takePlan', 'remark'],
    })
    expect((await gateway.call(refund.agree, { refundId }, owner.login))._bizErrCode).toBe('STATE_CHANGED')
    const seen = { refundId, plan: 'keep', amountFen: 11_000 } as const
    // defect: it was said that the buyer had changed what the market had judged
    expect(await gateway.call(refund.takePlan, seen, owner.login)).toMatchObject({
      _bizErrCode: 'REFUND_PLAN_CHANGED',
      _errStr: '平台判定的这个办法是¥120.00，与您看到的不同，请核对后再选择',
    })
    await gateway.data(refund.takePlan, { refundId, plan: 'keep', amountFen: 12_000 }, owner.login)
    await gateway.runJobs()
    expect(await cases.detail(owner, claim)).toMatchObject({ state: 'succeeded', plans: { decided: 'keep' } })
  })
})

describe('lists and codes', () => {
  it('find a case by what is on its parcel, its phone and its order, and by keywords', async () => {
    const claim = await cases.opened(owner, 'returnAndRefund')
    const { refundId, unit, orderNo } = claim
    const { refundNo, title } = await cases.detail(owner, claim)
    const found = async (filter: object) =>
      (await gateway.data(refund.list, filter, owner.login)).list.map((one) => one.refundId)
    for (const code of [refundNo, orderNo, unit.imei, unit.bagCode]) expect(await found({ code })).toContain(refundId)
    expect(await found({ keyword: title.slice(0, 6) })).toContain(refundId)
    expect(await found({ awaitsMerchant: true, state: 'awaiting_merchant' })).toContain(refundId)
    expect(await found({ awaitsApproval: true })).not.toContain(refundId)
  })

  it('are of one channel for a detail, and closed to who may not look into it', async () => {
    const { refundId } = await cases.opened(owner, 'refundOnly')
    expect((await gateway.call(refund.detail, { refundId }, owner.login))._bizErrCode).toBe('NOT_FOUND')
    const curatedOnly = [refund.list, refund.detail, refund.agree].map(({ path }) => path)
    const clerk = await gateway.colleague(owner, '严选客服', curatedOnly)
    expect((await gateway.call(refund.agree, { refundId }, clerk.login))._bizErrCode).toBe('NOT_FOUND')
    const { list } = await gateway.data(refund.list, { code: refundId }, clerk.login)
    expect(list.flatMap(({ allowedActions }) => allowedActions)).toEqual([])
  })

  it('are not put in the order of amounts for who may not see money', async () => {
    const blind = await gateway.colleague(owner, '质检', [refund.list.path])
    expect((await gateway.data(refund.list, { sort: 'amount.desc' }, blind.login)).sort).toBeNull()
    expect((await gateway.data(refund.list, { sort: 'amount.desc' }, owner.login)).sort).toBe('amount.desc')
  })
  it('defect: was refused for goods that never came back, and for what its re-check had not found', async () => {
    const kept = await cases.opened(owner, 'refundOnly')
    const offered = async (claim: typeof kept) =>
      (await gateway.data(refundHandling.refuseReasons, { refundId: claim.refundId }, owner.login)).reasons
    expect(await offered(kept)).toEqual(['未沟通协商一致', '商品与描述相符', '其他'])
    const refusal = {
      refundId: kept.refundId,
      reason: '未收到退货',
      explanation: '没有收到',
      confirmWithoutPhoto: true,
    }
    expect(await gateway.call(refund.refuse, refusal, owner.login)).toMatchObject({
      _bizErrCode: 'REFUND_REASON_INVALID',
      _errStr: '买家没有寄回手机，没有退货可收，不能用“未收到退货”拒绝，请换一个原因',
    })
    const back = await cases.opened(owner, 'returnAndRefund')
    await cases.sentBack(owner, back, addressId)
    expect(await offered(back)).toContain('未收到退货')
    await cases.recheckedAsSold(owner, back)
    expect(await offered(back)).toEqual(['未沟通协商一致', '商品与描述相符', '其他'])
  })
})
