import { randomUUID } from 'node:crypto'
import type { CallSpec, OutputOf } from '@huanji/contract/call'
import { allCalls, callNamed } from '@huanji/contract/calls'
import { IDEMPOTENCY_HEADER } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { programKeys } from '@huanji/contract/features/api-key/calls'
import { catalogue } from '@huanji/contract/features/catalogue/calls'
import { batch, batchEdit } from '@huanji/contract/features/inspection/batch'
import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { photoReuse } from '@huanji/contract/features/inspection/photo-reuse'
import { newInspection, recordAction } from '@huanji/contract/features/inspection/record-action'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { goods, listingHandling } from '@huanji/contract/features/listing/goods'
import { modelMapping, modelMappingEdit } from '@huanji/contract/features/model-mapping/calls'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { manyOrders } from '@huanji/contract/features/order/many-orders'
import { phoneRecord } from '@huanji/contract/features/phone/calls'
import { phoneCost } from '@huanji/contract/features/phone/cost'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { shop } from '@huanji/contract/features/shop/calls'
import { closedToKeys, KEY_GRANTS } from '@huanji/contract/key-rules'
import { cleanPhone, imeiOf } from '@huanji/server/demo/trade/inspecting'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerOf, bodyOf, complaint } from './checks/described.ts'
import { withOwnIds } from './checks/isolation.ts'
import { dataOf, plainClient } from './fixtures/client.ts'
import { type Merchant, startTestSystem, type TestSystem } from './fixtures/test-system.ts'
import { type Answer, codeOf, envelopeOf, send, sendText } from './gateway/target.ts'

/** The calls' examples, each made with an API key as a program makes it: what is sent and answered is what /openapi.json says. */
const FILL_TIMEOUT_MS = 600_000
interface MadeCall {
  readonly request: unknown
  readonly answer: unknown
}

const open = allCalls.filter((spec) => closedToKeys(spec) === null)

const pathsOf = (names: string): string[] => names.split(' ').map((name) => callNamed(name).path)

/** Writes that the trade of a day needs: they are made with the key there, and the first of each is its example. */
const IN_TRADE: ReadonlySet<string> = new Set(
  [
    'bagRoll.registerRoll detRecord.addDetectRecord realPhoto.saveRealPhoto bagRoll.bind batch.addMultiCommodity',
    'goods.publish auctionOrder.delivery curatedOrder.setDeliveryStock curatedOrder.delivery phoneCost.import',
  ].flatMap(pathsOf),
)

/** Writes that have no example of their answer, each with the reason. */
const NOT_TRIED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'wants a refusal of the marketplace|listingHandling.retry listingHandling.giveUp listingHandling.askRetake shipmentHandling.retry shipmentHandling.giveUp shipmentHandling.settle',
    'wants a phone that came back|refundHandling.receive refundHandling.recheck refundHandling.getUploadSign refundHandling.fetchEvidence',
    'wants photographs of an earlier record|photoReuse.useOldRealPhotoInfo photoReuse.copyRealPhoto photoReuse.reusePhotoRecord',
    'wants a photograph that can be changed|defectPhoto.save photoEdit.arrange photoEdit.mark',
  ].flatMap((line) => {
    const [why = '', names = ''] = line.split('|')
    return pathsOf(names).map((path) => [path, why])
  }),
)

let system: TestSystem
let merchant: Merchant
let secret: string
/** An after-sale case of the auction market. */
let auctionCase: string

const client = () => plainClient(system.target, merchant.owner.context)

/** A record of an auction, in full. */
async function detailOf(state?: 'awaiting_photos') {
  const filter = state === undefined ? {} : { state }
  const { list } = await client().call(detRecord.getDetectRecordList, { channel: 'auction', ...filter })
  const [row] = list
  if (!row) throw new Error('there is no such record')
  return client().call(detRecord.getDetRecordDetails, { inspectionId: row.inspectionId })
}

/** Goods that can be treated so at this moment. */
async function listingThatMay(action: 'takeOff' | 'edit') {
  const { list } = await client().call(goods.list, { pageSize: 100 })
  const listing = list.find(({ allowedActions }) => allowedActions.includes(action))
  if (!listing) throw new Error(`there are no goods that can be treated so: ${action}`)
  return listing
}

/** A model that the merchant wrote down, by a name of its own. */
const newModel = async (name: string) =>
  client().call(catalogue.createModel, { ...catalogue.createModel.example, name }, randomUUID())

/** What a call is given where its example with ids of the merchant's would find nothing. */
const PAYLOADS: Readonly<Record<string, () => Promise<unknown>>> = {
  [detConfig.getUploadSign.path]: async () => ({
    ...detConfig.getUploadSign.example,
    photoTaskId: (await detailOf('awaiting_photos')).photoTaskId,
  }),
  [photoReuse.getRealPhotoInfoByDetectNo.path]: async () => ({ detectNo: (await detailOf()).inspectionNo }),
  [phoneRecord.life.path]: async () => ({ code: (await detailOf()).barCode }),
  [refund.auctionDetail.path]: async () => ({ refundId: auctionCase }),
  [address.edit.path]: async () => address.edit.example,
  [address.del.path]: async () => ({
    addressId: (await client().call(address.edit, { ...address.edit.example, detail: '暂存' }, randomUUID())).addressId,
  }),
  [newInspection.reinspect.path]: async () => {
    const { list } = await client().call(detRecord.getDetectRecordList, { channel: 'auction' })
    const row = list.find(({ allowedActions }) => allowedActions.includes('reinspect'))
    return { inspectionId: row?.inspectionId, version: row?.version, reason: '抽检' }
  },
  [bagRoll.voidRoll.path]: async () => {
    const roll = { firstCode: 'TAKENBACK000001', count: 2 }
    await client().call(bagRoll.registerRoll, roll, randomUUID())
    return roll
  },
  [recordAction.deleteDetRecord.path]: async () => {
    const draft = cleanPhone(imeiOf('35', 8_800_001), { mode: 'draft', sku: {}, answers: {} })
    const { inspectionId } = await client().call(detRecord.addDetectRecord, draft)
    return { rows: [{ inspectionId }], reason: '录入错误' }
  },
  [recordAction.updateXyUid.path]: async () => {
    const { inspectionId } = await detailOf('awaiting_photos')
    const { options } = await client().call(shop.options, { channel: 'auction' })
    return { rows: [{ inspectionId }], shopAccountId: options.find(({ usable }) => usable)?.value }
  },
  [phoneCost.undo.path]: async () => {
    const { list } = await client().call(phoneCost.imports, {})
    return { importId: list.find(({ undoneAt }) => undoneAt === null)?.importId }
  },
  [listingHandling.setCost.path]: async () => {
    const { life } = await client().call(phoneRecord.life, { code: (await detailOf()).barCode })
    return { rows: [{ unitId: life?.units[0]?.unitId, costPriceFen: 200_000 }] }
  },
  [goods.operate.path]: async () => {
    const { listingId, version } = await listingThatMay('takeOff')
    return { action: 'off_shelf', rows: [{ listingId, version }] }
  },
  [goods.edit.path]: async () => {
    const { listingId, version, title } = await listingThatMay('edit')
    return { listingId, version, title: `${title}（整机）` }
  },
  [refund.remark.path]: async () => {
    const { version } = await client().call(refund.auctionDetail, { refundId: auctionCase })
    return { refundId: auctionCase, version, remark: '已电话联系买家' }
  },
  [batchEdit.edit.path]: async () => {
    const { list } = await client().call(batch.getMultiDetRecordList, {})
    const [first] = list
    return { batchId: first?.batchId, version: first?.version, remark: '第二批' }
  },
  [catalogue.editModel.path]: async () => {
    const { modelId, version } = await newModel('示例机型 2')
    return { ...catalogue.createModel.example, modelId, version, name: '示例机型 2 Pro' }
  },
  [catalogue.removeModel.path]: async () => ({ modelId: (await newModel('示例机型 3')).modelId }),
  [manyOrders.deliverMany.path]: async () => manyOrders.deliverMany.example,
  [modelMappingEdit.save.path]: async () => {
    const asked = { modelId: 'apple-iphone-13', query: 'iPhone' }
    const { candidates } = await client().call(modelMapping.getOnLineXySpuByHsbSpuId, asked)
    return { modelId: asked.modelId, spuId: candidates[0]?.spuId }
  },
}

const keyOf = (): Readonly<Record<string, string>> => ({ authorization: `Bearer ${secret}` })

const use = (spec: CallSpec, payload: unknown): Promise<Answer> =>
  sendText(system.target, spec.path, JSON.stringify(payload), {
    headers: { ...keyOf(), ...(spec.kind === 'write' ? { [IDEMPOTENCY_HEADER]: randomUUID() } : {}) },
  })

/** Writes that the trade needs anyway: the first of each is its example. */
const traded: Record<string, MadeCall> = {}

async function useInTrade<S extends CallSpec>(spec: S, payload: unknown): Promise<OutputOf<S>> {
  const answer = await use(spec, payload)
  const data = dataOf(spec, answer)
  traded[spec.path] ??= { request: payload, answer: data }
  return data
}

/** What the description misses in a call as it was made. */
const faultOf = ({ path }: CallSpec, { request, answer }: MadeCall): string =>
  complaint(bodyOf(path), request) ||
  complaint(answerOf(path, '200'), { _errCode: '0', _errStr: '', _bizErrCode: '', _data: answer })

beforeAll(async () => {
  system = await startTestSystem()
  merchant = await system.addMerchant({ phone: '13800133021', name: '示例手机行' })
  const content = { ratePerMinute: 1_200, places: [], expiresAt: null }
  const made = await send(system.target, programKeys.create.path, merchant.owner.context, {
    ...content,
    name: '示例程序',
    grants: [...KEY_GRANTS],
  })
  secret = dataOf(programKeys.create, made).secret
  await system.fill(merchant, 21, (trading) => ({
    ...trading,
    call: async (spec, payload, step) => {
      const { path } = spec
      const answer = IN_TRADE.has(path) ? await useInTrade(spec, payload) : await trading.call(spec, payload, step)
      // an order of an auction waits for its parcel at that moment, and later no more
      if (spec === (auctionOrder.addRemark as CallSpec)) auctionCase = (await system.openAuctionCase(merchant)).refundId
      return answer
    },
  }))
}, FILL_TIMEOUT_MS)

afterAll(async () => {
  await system?.end()
})

describe('the examples of calls', () => {
  const tried = open.filter(({ path }) => !(path in NOT_TRIED) && !IN_TRADE.has(path))

  test.each(open.filter(({ path }) => IN_TRADE.has(path)).map((spec) => [spec.path, spec] as const))(
    '%s is answered with a key in the trade of a day',
    (path, spec) => {
      const made = traded[path]
      if (!made) throw new Error('the trade had no such call')
      expect(faultOf(spec, made)).toBe('')
    },
  )

  test.each(tried.map((spec) => [spec.path, spec] as const))('%s is answered with a key', async (path, spec) => {
    const make = PAYLOADS[path]
    const request = make ? await make() : withOwnIds(spec, merchant.ids)
    const answer = await use(spec, request)
    expect(codeOf(answer), `${answer.text.slice(0, 400)} for ${JSON.stringify(request)}`).toBe(ERR.ok)
    expect(faultOf(spec, { request, answer: envelopeOf(answer)?._data })).toBe('')
  })

  test('are made of every read that a key may make, and most writes say why they are not', () => {
    expect([...IN_TRADE].filter((path) => !open.some((spec) => spec.path === path))).toEqual([])
    expect(open.filter(({ path, kind }) => kind === 'read' && path in NOT_TRIED)).toEqual([])
    expect(Object.keys(NOT_TRIED).filter((path) => !open.some((spec) => spec.path === path))).toEqual([])
  })

  test('every closed call is refused with its reason', async () => {
    for (const spec of allCalls.filter((one) => !open.includes(one))) {
      const answer = await use(spec, spec.example)
      expect([answer.status, codeOf(answer)], spec.path).toEqual([403, ERR.apiKeyClosed])
    }
  })
})
