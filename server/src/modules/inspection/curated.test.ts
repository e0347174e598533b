import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { recordAction } from '@huanji/contract/features/inspection/record-action'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { CLEAN_ANSWERS, type Inspection, IPHONE_13 } from '../../demo/trade/inspecting.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let shop: TradingGateway
let owner: SignedInEmployee
/** Every item of the full template answered, all of them normal. */
let clean: Inspection['answers']

const { modelId } = IPHONE_13

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('严选商家')
  const template = await shop.data(detConfig.getDetectOptionTpl, { modelId, channel: 'curated' }, owner.login)
  clean = { ...template.defaults, ...CLEAN_ANSWERS }
  await shop.data(bagRoll.registerRoll, { firstCode: 'CURA00000001', count: 9 }, owner.login)
})
afterAll(() => shop.close())

const detail = (inspectionId: string) => shop.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)
const bind = (inspectionId: string, bagCode: string, replaceReason = '') =>
  shop.data(bagRoll.bind, { inspectionId, bagCode, replaceReason }, owner.login)
const curated = (change: object = {}) => shop.submission({ channel: 'curated', answers: clean, ...change })

describe('the curated channel', () => {
  test('asks everything, where the auction market is asked the quick set', async () => {
    const items = async (channel: 'auction' | 'curated') => {
      const { groups } = await shop.data(detConfig.getDetectOptionTpl, { modelId, channel }, owner.login)
      return groups.flatMap((group) => group.items.map((item) => item.code))
    }
    const [quick, full] = [await items('auction'), await items('curated')]
    expect(full.length).toBeGreaterThan(quick.length)
    expect(full).toEqual(expect.arrayContaining(quick))
    const { groups } = await detail((await shop.save(owner, curated())).inspectionId)
    expect(groups.flatMap((group) => group.lines).length).toBeGreaterThan(quick.length)
  })

  test('puts a phone up for sale after its photographs, without a bag', async () => {
    const record = await shop.photographed(owner, curated())
    expect(await detail(record.inspectionId)).toMatchObject({ state: 'listable', bagCode: null })
    const { history } = await detail(record.inspectionId)
    expect(history.map((line) => line.action)).toEqual(['create', 'submit', 'completePhotos', 'waiveSeal'])
    expect(history.at(-1)).toMatchObject({ who: '系统', actionLabel: '免封袋' })
  })

  test('counts a bag that is bound later, and one that is changed', async () => {
    const { inspectionId } = await shop.photographed(owner, curated())
    expect((await detail(inspectionId)).allowedActions).toContain('seal')
    expect(await bind(inspectionId, 'CURA00000001')).toMatchObject({ inspectionState: 'listable' })
    expect(await detail(inspectionId)).toMatchObject({ state: 'listable', bagCode: 'CURA00000001' })
    expect(await bind(inspectionId, 'CURA00000002', '封口破损')).toMatchObject({ inspectionState: 'listable' })
    expect(await detail(inspectionId)).toMatchObject({ state: 'listable', bagCode: 'CURA00000002' })
    const check = await shop.data(bagRoll.check, { bagCode: 'CURA00000001' }, owner.login)
    expect(check.availability).toBe('voided')
    const { list } = await shop.data(recordAction.getDetRecordLogList, { inspectionId }, owner.login)
    expect(list.filter((line) => line.action.startsWith('bag.')).map((line) => line.actionLabel)).toEqual([
      '绑定封袋',
      '换绑封袋',
      '绑定封袋',
    ])
  })

  test.each([
    ['70', { E01: { options: ['E01-4'] } }],
    ['80', { E04: { options: ['E04-2'] } }],
  ])(
    'tells while inspecting that it does not take a phone of grade %s, and refuses it at the end',
    async (_grade, worn) => {
      const answers = { ...clean, ...worn }
      const told = await shop.data(detConfig.getDetectGradLevel, { modelId, channel: 'curated', answers }, owner.login)
      expect(told.channelRefusal).toContain('请改为鱼市质检')
      const code = { kind: 'imei', imei: nextImei() } as const
      const refused = await shop.call(detRecord.addDetectRecord, curated({ answers, code }), owner.login)
      expect(refused).toMatchObject({ _bizErrCode: 'GRADE_NOT_ALLOWED', _errStr: told.channelRefusal })
      const draft = await shop.save(owner, curated({ mode: 'draft', answers, code }))
      const { inspectionId, version } = draft
      const moved = await shop.save(owner, { inspectionId, version, code, answers, channel: 'auction' })
      expect(moved.state).toBe('awaiting_photos')
      expect((await detail(inspectionId)).channel).toBe('auction')
    },
  )

  test('defect: a grade that an inspector lowered below what the channel takes was submitted', async () => {
    const lowered = curated({ finalGrade: '70', overrideReason: '机身变形明显' })
    const refused = await shop.call(detRecord.addDetectRecord, lowered, owner.login)
    expect(refused).toMatchObject({ _bizErrCode: 'GRADE_NOT_ALLOWED' })
  })

  test('defect: a phone that must not be sold went on to 可上架 without a bag', async () => {
    const banned = { ...clean, A16: { options: ['A16-3'] } }
    const told = await shop.data(
      detConfig.getDetectGradLevel,
      { modelId, channel: 'curated', answers: banned },
      owner.login,
    )
    expect(told.explanation.grade).toBe('X')
    const { inspectionId } = await shop.photographed(owner, curated({ answers: banned }))
    const { photoTaskId } = await detail(inspectionId)
    await shop.shootDefect(owner, photoTaskId, 'A16', 'A16-3')
    expect(await detail(inspectionId)).toMatchObject({ state: 'awaiting_seal', grade: 'X' })
  })
})
