import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { CLEAN_ANSWERS } from '../../demo/trade/inspecting.ts'
import { startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let shop: TradingGateway
let inspector: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  const owner = await shop.merchant('甲行')
  inspector = await shop.colleague(owner, '李质检', ['/xySaasDetect/detRecord/addDetectRecord'])
})
afterAll(() => shop.close())

const modelId = 'apple-iphone-13'

test('models are found by name and number', async () => {
  for (const query of ['苹果13', 'iphone13', 'A2634']) {
    const { models } = await shop.data(detConfig.productSearch, { query }, inspector.login)
    expect(models.map((model) => model.modelId)).toContain(modelId)
  }
})

test('a model tells what it is and what it comes in', async () => {
  const info = await shop.data(detConfig.getProductInfo, { modelId }, inspector.login)
  expect(info).toMatchObject({ platform: 'apple', features: expect.arrayContaining(['faceId']) })
  const apple = await shop.data(detConfig.getPropertyInfo, { modelId }, inspector.login)
  expect(apple.properties.map((property) => property.key)).toEqual(['regulatoryNo', 'storage', 'colour'])
  const { models } = await shop.data(detConfig.productSearch, { query: '小米14' }, inspector.login)
  const android = await shop.data(detConfig.getPropertyInfo, { modelId: models[0]?.modelId ?? '' }, inspector.login)
  expect(android.properties.map((property) => property.key)).toContain('ram')
  expect(android.pairs.every((pair) => pair.ram !== '')).toBe(true)
  for (const spec of [detConfig.getProductInfo, detConfig.getPropertyInfo]) {
    expect(await shop.refusalOf(spec, { modelId: 'no-such-model' }, inspector)).toBe('MODEL_UNKNOWN')
  }
})

test('the template asks what fits the model and the channel, and fills what is no claim', async () => {
  const quick = await shop.data(detConfig.getDetectOptionTpl, { modelId, channel: 'auction' }, inspector.login)
  const full = await shop.data(detConfig.getDetectOptionTpl, { modelId, channel: 'curated' }, inspector.login)
  const codes = (template: typeof quick) => template.groups.flatMap((group) => group.items.map((item) => item.code))
  expect(codes(full).length).toBeGreaterThan(codes(quick).length)
  expect(codes(quick)).not.toContain('B12')
  expect(quick.defaults).toMatchObject({ B03: { options: ['B03-1'] } })
  for (const claim of ['A09', 'A12', 'A14', 'A16', 'A18']) expect(quick.defaults).not.toHaveProperty(claim)
  expect(quick.shots[0]).toMatchObject({ code: 'front_off', rule: 'must' })
})

test('defect: a draft in which nothing was answered read 未发现异常，评为99新', async () => {
  const call = { modelId, channel: 'auction', answers: {} } as const
  const { explanation, missing } = await shop.data(detConfig.getDetectGradLevel, call, inspector.login)
  expect(missing.length).toBeGreaterThan(0)
  expect(explanation.reason).toBe(`还有${missing.length}项未选，选完后评级`)
})

test('answers are graded, with what is missing and what contradicts', async () => {
  const answers = { ...CLEAN_ANSWERS, E10: { options: ['E10-4'] } }
  const level = await shop.data(detConfig.getDetectGradLevel, { modelId, channel: 'curated', answers }, inspector.login)
  expect(level).toMatchObject({
    explanation: { grade: '70', repairFlag: 'R2', curatedLabel: null },
    channelRefusal: '该成色不支持上架严选，请改为鱼市质检',
  })
  expect(level.problems).toContainEqual({
    itemCode: 'E01',
    level: 'warn',
    message: '系统提示显示屏非原装，请核对屏幕维修项',
  })
  expect(level.missing).toEqual(expect.arrayContaining(['A06', 'A07']))
  const flag = await shop.data(detConfig.getExceptionFlag, { modelId, channel: 'auction', answers }, inspector.login)
  expect(flag).toMatchObject({ hasException: true, exceptions: [{ itemCode: 'E10', photoRequired: true }] })
  const clean = await shop.data(
    detConfig.getExceptionFlag,
    { modelId, channel: 'auction', answers: CLEAN_ANSWERS },
    inspector.login,
  )
  expect(clean).toEqual({ hasException: false, exceptions: [] })
})

test('grades read differently on each channel', async () => {
  const { grades } = await shop.data(detConfig.mapGrade, {}, inspector.login)
  expect(grades.map((row) => row.grade)).toEqual(['NEW', '99', '95', '90', '80', '70', 'E', 'X'])
  const { grades: one } = await shop.data(detConfig.mapGrade, { grade: 'X' }, inspector.login)
  expect(one).toEqual([
    {
      grade: 'X',
      auctionLabel: null,
      curatedLabel: null,
      stuffStatus: null,
      auctionAllowed: false,
      curatedAllowed: 'no',
    },
  ])
})
