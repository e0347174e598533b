import { ERR } from '@huanji/contract/errors'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { bagRoll, sealBag } from '@huanji/contract/features/inspection/sealed-bag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { newId } from '../../../platform/ids.ts'
import { startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { historyOf } from '../../history/store.ts'
import { markListed, markReturned, markSold } from '../commands.ts'
import { bagsOfUnits, shipBags } from './commands.ts'
import { noteOfRoll, rollOf, rollOfNote } from './roll.ts'
import { findBag } from './store.ts'

let shop: TradingGateway
let owner: SignedInEmployee
let rival: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  rival = await shop.merchant('乙行')
})
afterAll(() => shop.close())

const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)
const register = (firstCode: string, count: number, by = owner) =>
  shop.call(bagRoll.registerRoll, { firstCode, count }, by.login)
const bind = (inspectionId: string, bagCode: string, replaceReason = '', by = owner) =>
  shop.call(bagRoll.bind, { inspectionId, bagCode, replaceReason }, by.login)
const records = (filter: object) => shop.data(sealBag.records, filter, owner.login)
const stateOf = async (bagCode: string) => (await inMerchant((tx) => findBag(tx, bagCode)))?.state

describe('a roll', () => {
  test('is counted up from its first code, within the width of its digits', () => {
    expect(rollOf('HJ00000098', 3)).toEqual(['HJ00000098', 'HJ00000099', 'HJ00000100'])
    expect(rollOf('ABCDEFG9', 2)).toBeNull()
    expect(rollOf('ABCDEFGH', 1)).toBeNull()
    expect(rollOf('99999999999999999998', 2)?.at(-1)).toBe('99999999999999999999')
  })

  test.each([
    ['HJ0000000230', 20, '不能是条码（HJ0000000230）'],
    ['490154203237510', 9, '不能是IMEI（490154203237518）'],
    ['ZJ261120000001', 2, '不能是质检单号（ZJ261120000001）'],
    ['3800000000000030021', 2, '不能是订单号（3800000000000030021）'],
  ])('defect: codes of other things were registered as bags: %s', async (firstCode, count, words) => {
    const refused = await register(firstCode, count)
    expect(refused).toMatchObject({ _bizErrCode: 'BAG_INVALID', _errStr: expect.stringContaining(words) })
    expect(await stateOf(firstCode)).toBeUndefined()
  })

  test('is registered once, and an overlap is refused with its size', async () => {
    expect(await register('roll-0000-0001', 10)).toMatchObject({
      _data: { firstCode: 'ROLL00000001', lastCode: 'ROLL00000010', count: 10 },
    })
    expect(await register('ROLL00000008', 10)).toMatchObject({
      _bizErrCode: 'BAG_ROLL_OVERLAP',
      _errStr: '这一卷里有3个封袋码已登记，请核对起止号',
    })
    expect(await stateOf('ROLL00000011')).toBeUndefined()
    expect((await register('短', 1))._bizErrCode).toBe('BAG_INVALID')
    expect((await register('ABCDEFGH', 1))._bizErrCode).toBe('BAG_INVALID')
    expect((await register('ROLL00000001', 10, rival))._errCode).toBe('0')
    const { list } = await records({ action: 'register' })
    expect(list).toMatchObject([{ bagCode: 'ROLL00000001', note: 'ROLL00000001 – ROLL00000010，共10个' }])
  })
})

describe('voiding a roll', () => {
  const voidRoll = (firstCode: string, count: number, by = owner) =>
    shop.call(bagRoll.voidRoll, { firstCode, count }, by.login)
  const refusalOf = async (...given: Parameters<typeof voidRoll>) => {
    const { _bizErrCode, _errStr } = await voidRoll(...given)
    return `${_bizErrCode} ${_errStr}`
  }

  test('defect: a roll that was registered by mistake could not be taken back', async () => {
    await register('VOID00000001', 20)
    expect(await voidRoll('void-0000-0011', 10)).toMatchObject({
      _data: { firstCode: 'VOID00000011', lastCode: 'VOID00000020', count: 10 },
    })
    expect([await stateOf('VOID00000010'), await stateOf('VOID00000011'), await stateOf('VOID00000020')]).toEqual([
      'unused',
      'voided',
      'voided',
    ])
    const { list } = await records({ action: 'void' })
    expect(list).toMatchObject([
      {
        bagCode: 'VOID00000011',
        state: 'voided',
        note: 'VOID00000011 – VOID00000020，共10个',
        employeeName: '老板',
        inspectionId: null,
      },
    ])
    const bag = await inMerchant((tx) => findBag(tx, 'VOID00000020'))
    const lines = await inMerchant((tx) => historyOf(tx, 'bag', bag?.bagId ?? ''))
    expect(lines).toMatchObject([{ action: 'void', fromState: 'unused', toState: 'voided', who: '甲行老板' }])
  })

  test('is all or nothing: used, void and unknown bags are counted and nothing changes', async () => {
    await register('PART00000001', 3)
    const { inspectionId } = await shop.photographed(owner)
    await bind(inspectionId, 'PART00000002')
    const one = 'BAG_ROLL_USED 这一卷里有1个封袋码未登记、已使用或已作废，请核对起止号'
    expect(await refusalOf('PART00000001', 3)).toBe(one)
    expect(await refusalOf('PART00000003', 2)).toBe(one)
    expect(await stateOf('PART00000001')).toBe('unused')
    expect(await refusalOf('PART00000003', 1)).toBe(' ')
    expect(await refusalOf('PART00000003', 1)).toBe(one)
    expect(await refusalOf('PART00000001', 1, rival)).toBe(one)
    expect((await voidRoll('短', 1))._bizErrCode).toBe('BAG_INVALID')
    expect((await register('PART00000003', 1))._bizErrCode).toBe('BAG_ROLL_OVERLAP')
  })

  test('against a phone that is sealed at the same moment, one of the two happens', async () => {
    await register('MEET00000001', 1)
    const { inspectionId } = await shop.photographed(owner)
    const [bound, voided] = await Promise.all([bind(inspectionId, 'MEET00000001'), voidRoll('MEET00000001', 1)])
    expect([
      ['', 'BAG_ROLL_USED', 'bound'],
      ['BAG_USED', '', 'voided'],
    ]).toContainEqual([bound._bizErrCode, voided._bizErrCode, await stateOf('MEET00000001')])
  })

  test('is for whoever may register rolls', async () => {
    await register('GRNT00000001', 1)
    const sealer = await shop.colleague(owner, '封袋', [bagRoll.bind.path])
    const clerk = await shop.colleague(owner, '发货员', [bagRoll.registerRoll.path])
    expect((await voidRoll('GRNT00000001', 1, sealer))._errCode).toBe(ERR.notGranted)
    expect((await voidRoll('GRNT00000001', 1, clerk))._errCode).toBe('0')
  })
})

describe('checking a scanned bag', () => {
  const check = (bagCode: string, by = owner) => shop.data(bagRoll.check, { bagCode }, by.login)

  test('defect: nobody could learn before the submit whether a bag is free, and on which phone it was used', async () => {
    await register('SCAN00000001', 2)
    const { inspectionId, inspectionNo } = await shop.photographed(owner)
    expect(await check('scan-0000-0001')).toEqual({
      bagCode: 'SCAN00000001',
      availability: 'free',
      inspectionId: null,
      inspectionNo: '',
    })
    await bind(inspectionId, 'SCAN00000001')
    expect(await check('SCAN00000001')).toMatchObject({ availability: 'used', inspectionId, inspectionNo })
    await bind(inspectionId, 'SCAN00000002', '封口破损')
    expect(await check('SCAN00000001')).toMatchObject({ availability: 'voided', inspectionId, inspectionNo })
  })

  test('knows the bags of one merchant only, and refuses what is no bag code', async () => {
    await register('MINE00000001', 1, rival)
    const unknown = { availability: 'unknown', inspectionId: null, inspectionNo: '' }
    expect(await check('MINE00000001')).toEqual({ ...unknown, bagCode: 'MINE00000001' })
    expect(await check('NOBODY000001')).toEqual({ ...unknown, bagCode: 'NOBODY000001' })
    expect(await check('MINE00000001', rival)).toMatchObject({ availability: 'free' })
    expect(await shop.refusalOf(bagRoll.check, { bagCode: '短' }, owner)).toBe('BAG_INVALID')
  })

  test('is for whoever submits inspections and for whoever seals', async () => {
    const answerTo = async (...grants: string[]) => {
      const worker = await shop.colleague(owner, '同事', grants)
      return (await shop.call(bagRoll.check, { bagCode: 'SCAN00000001' }, worker.login))._errCode
    }
    expect(await answerTo(detRecord.addDetectRecord.path)).toBe('0')
    expect(await answerTo(bagRoll.bind.path)).toBe('0')
    expect(await answerTo(sealBag.records.path)).toBe(ERR.notGranted)
  })
})

describe('binding', () => {
  test('refuses in the words of the trade', async () => {
    await register('WORD00000001', 5)
    await register('ELSE00000001', 1, rival)
    const draft = await shop.save(owner, { mode: 'draft' })
    const first = await shop.photographed(owner)
    const second = await shop.photographed(owner)
    const refusal = async (...given: Parameters<typeof bind>) => {
      const { _bizErrCode, _errStr } = await bind(...given)
      return `${_bizErrCode} ${_errStr}`
    }
    expect(await refusal(draft.inspectionId, 'WORD00000001')).toBe('BAG_TOO_EARLY 质检未完成，不能封袋')
    expect(await refusal(first.inspectionId, 'x')).toBe('BAG_INVALID 封袋码应为8–20位字母或数字，请重新扫描')
    const unknown = 'BAG_UNKNOWN 封袋码不存在或不属于本商家'
    expect(await refusal(first.inspectionId, 'NONE00000001')).toBe(unknown)
    expect(await refusal(first.inspectionId, 'ELSE00000001')).toBe(unknown)
    expect((await bind(first.inspectionId, 'WORD00000001'))._data?.inspectionState).toBe('listable')
    expect((await bind(first.inspectionId, 'WORD00000001'))._errCode).toBe('0')
    expect(await refusal(second.inspectionId, 'WORD00000001')).toBe('BAG_USED 该封袋码已被使用')
    expect(await refusal(first.inspectionId, 'WORD00000002')).toBe('BAG_ALREADY_BOUND 该手机已绑定封袋码，请先解绑')
  })

  test('a second time voids the old bag with the reason, for ever', async () => {
    await register('SWAP00000001', 2)
    const { inspectionId, inspectionNo } = await shop.photographed(owner)
    await bind(inspectionId, 'SWAP00000001')
    const { _data } = await bind(inspectionId, 'SWAP00000002', '封口破损')
    expect(_data).toEqual({ inspectionId, bagCode: 'SWAP00000002', inspectionState: 'listable' })
    expect(await stateOf('SWAP00000001')).toBe('voided')
    expect((await bind(inspectionId, 'SWAP00000001', '换回'))._bizErrCode).toBe('BAG_USED')
    const { list } = await records({ code: inspectionNo })
    expect(list.map(({ bagCode, action, state }) => [bagCode, action, state])).toEqual(
      expect.arrayContaining([
        ['SWAP00000001', 'bind', 'bound'],
        ['SWAP00000001', 'rebind', 'voided'],
        ['SWAP00000002', 'bind', 'bound'],
      ]),
    )
    expect(list.find((row) => row.action === 'rebind')?.note).toBe('封口破损；换为SWAP00000002')
    expect(list[0]).toMatchObject({ inspectionNo, modelName: '苹果 iPhone 13', employeeName: '老板' })
  })

  test('of one bag to ten phones at once happens once', async () => {
    await register('RACE00000001', 1)
    const phones = []
    for (let index = 0; index < 10; index += 1) phones.push(await shop.photographed(owner))
    const answers = await Promise.all(phones.map((phone) => bind(phone.inspectionId, 'RACE00000001')))
    expect(answers.map((answer) => answer._bizErrCode).sort()).toEqual(['', ...Array(9).fill('BAG_USED')])
  })

  test('of ten bags to one phone at once happens once', async () => {
    await register('MANY00000001', 10)
    const { inspectionId } = await shop.photographed(owner)
    const codes = rollOf('MANY00000001', 10) ?? []
    const answers = await Promise.all(codes.map((code) => bind(inspectionId, code)))
    expect(answers.map((answer) => answer._bizErrCode).sort()).toEqual(['', ...Array(9).fill('BAG_ALREADY_BOUND')])
    expect((await Promise.all(codes.map(stateOf))).filter((state) => state === 'bound')).toHaveLength(1)
  })

  test('another merchant’s record is a missing record', async () => {
    await register('GONE00000001', 1)
    const foreign = await shop.save(rival)
    const answers = [await bind(foreign.inspectionId, 'GONE00000001'), await bind(newId(), 'GONE00000001')]
    expect(answers[0]?._bizErrCode).toBe('NOT_FOUND')
    expect(answers[0]).toEqual(answers[1])
  })
})

test('a bag goes out with its order and is opened when the phone comes back', async () => {
  const record = await shop.listable(owner, 'SHIP00000001')
  const now = shop.clock.now()
  const order = { orderId: newId(), orderNo: '1234567890123456789' }
  const ids = [record.inspectionId]
  const unit = await inMerchant((tx) => findBag(tx, 'SHIP00000001'))
  expect(await inMerchant((tx) => bagsOfUnits(tx, [unit?.unitId ?? '']))).toEqual([
    { unitId: unit?.unitId, bagCode: 'SHIP00000001' },
  ])
  await inMerchant(async (tx) => {
    await markListed(tx, ids, owner.actor, now)
    await markSold(tx, ids, 'marketplace', now)
    await shipBags(tx, { bags: ['SHIP00000001', 'SHIP00000001'], ...order, who: owner.actor, now })
  })
  expect(await stateOf('SHIP00000001')).toBe('shipped')
  expect((await records({ state: 'shipped' })).list).toMatchObject([{ action: 'ship', ...order }])
  await inMerchant((tx) => markReturned(tx, ids, owner.actor, now, '买家退货'))
  expect(await stateOf('SHIP00000001')).toBe('opened')
  const { list, total } = await records({ bagCode: 'SHIP00000001', pageSize: 10 })
  expect(total).toBe(4)
  expect(list.map((row) => row.action).sort()).toEqual(['bind', 'open', 'register', 'ship'])
})

describe('the stock of bags', () => {
  const stockOf = (by: SignedInEmployee) => shop.data(bagRoll.stock, {}, by.login)

  test('what a record says of a roll is read again', () => {
    const roll = { firstCode: 'HJ00000001', lastCode: 'HJ00000100', count: 100 }
    expect(rollOfNote(noteOfRoll(roll))).toEqual(roll)
    for (const note of ['', '换绑，原封袋HJ00000001', 'HJ1 – HJ2']) expect(rollOfNote(note)).toBeNull()
  })

  test('nobody who never registered a roll has any', async () => {
    const nothing = { leftCount: 0, leftIsCapped: false, usedCount: 0, usedDays: 14, daysLeft: null, isLow: true }
    expect(await stockOf(await shop.merchant('空袋行'))).toEqual({ ...nothing, rolls: [] })
  })

  test('says what is left of each roll and of all, and how long it lasts', async () => {
    const merchant = await shop.merchant('余量行')
    await register('STOCK00000001', 100, merchant)
    // a longer code between them is of another roll
    await register('STOCK000000015', 1, merchant)
    await shop.listable(merchant, 'USED00000001')
    const first = { firstCode: 'STOCK00000001', lastCode: 'STOCK00000100', count: 100 }
    const used = { firstCode: 'USED00000001', lastCode: 'USED00000001', count: 1, leftCount: 0, nextCode: null }
    const other = { firstCode: 'STOCK000000015', lastCode: 'STOCK000000015', count: 1 }
    expect(await stockOf(merchant)).toEqual({
      leftCount: 101,
      leftIsCapped: false,
      usedCount: 1,
      usedDays: 14,
      daysLeft: 1414,
      isLow: false,
      rolls: [
        used,
        { ...other, leftCount: 1, nextCode: 'STOCK000000015' },
        { ...first, leftCount: 100, nextCode: 'STOCK00000001' },
      ],
    })
    await shop.data(bagRoll.voidRoll, { firstCode: 'STOCK00000001', count: 90 }, merchant.login)
    const { leftCount, isLow, rolls } = await stockOf(merchant)
    expect({ leftCount, isLow }).toEqual({ leftCount: 11, isLow: true })
    expect(rolls.at(-1)).toEqual({ ...first, leftCount: 10, nextCode: 'STOCK00000091' })
    expect((await stockOf(rival)).rolls.map(({ firstCode }) => firstCode)).not.toContain('STOCK00000001')
  })

  test('is told to whoever needs bags for work, and to nobody else', async () => {
    const inspector = await shop.colleague(owner, '李质检', ['/xySaasDetect/detRecord/addDetectRecord'])
    expect((await stockOf(inspector)).usedDays).toBe(14)
    const guest = await shop.colleague(owner, '无权限', [])
    expect((await shop.call(bagRoll.stock, {}, guest.login))._errCode).not.toBe('0')
  })
})
