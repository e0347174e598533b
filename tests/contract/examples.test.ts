import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { CallSpec } from '@huanji/contract/call'
import { address } from '@huanji/contract/calls/address'
import { extApiKey } from '@huanji/contract/calls/api-key'
import { auctionOrder } from '@huanji/contract/calls/auction-order'
import { detConfig } from '@huanji/contract/calls/detect-config'
import { allCalls, callNamed } from '@huanji/contract/calls/index'
import { detRecord } from '@huanji/contract/calls/inspection'
import { extModelMapping, modelMapping } from '@huanji/contract/calls/model-mapping'
import { extPhone } from '@huanji/contract/calls/phone'
import { photoReuse } from '@huanji/contract/calls/photo-reuse'
import { extInspection } from '@huanji/contract/calls/record-action'
import { refund } from '@huanji/contract/calls/refund-calls'
import { IDEMPOTENCY_HEADER } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { closedToKeys, KEY_GRANTS } from '@huanji/contract/key-rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withOwnIds } from './checks/isolation.ts'
import { dataOf, plainClient } from './fixtures/client.ts'
import { type Merchant, startTestSystem, type TestSystem } from './fixtures/test-system.ts'
import { type Answer, codeOf, envelopeOf, send, sendText } from './gateway/target.ts'

/**
 * The examples of the calls' reference: each is made with an API key, and what is answered is what the reference shows.
 * `API_EXAMPLES=write` writes them down; without it each must still be answered, in the shape that was written down.
 */
const FILE = new URL('../../contract/src/reference/answers.json', import.meta.url)
const WRITES = process.env.API_EXAMPLES === 'write'
const FILL_TIMEOUT_MS = 600_000
/** So much of a list is shown. */
const SHOWN = 1
const TEXT_SHOWN = 160

interface MadeCall {
  readonly request: unknown
  readonly answer: unknown
}

const known = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, MadeCall>>
const open = allCalls.filter((spec) => closedToKeys(spec) === null)

/** Writes that have no example of their answer, each with the reason. */
const NOT_TRIED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'wants a refusal of the marketplace|extListing.retry extListing.giveUp extShipment.retry extShipment.giveUp',
    'wants a phone that came back|extRefund.receive extRefund.recheck extRefund.getUploadSign extRefund.fetchEvidence',
    'wants a file that was uploaded|realPhoto.saveRealPhoto extDefPhoto.save',
    'wants photographs of an earlier record|photoReuse.useOldRealPhotoInfo photoReuse.copyRealPhoto photoReuse.reusePhotoRecord',
    'wants a photograph that can be changed|extPhoto.arrange extPhoto.mark',
    'wants a phone with answers that fit its model|detRecord.addDetectRecord batch.addMultiCommodity',
    'wants a phone that can be sealed or sold|extSealBag.bind goods.publish goods.operate goods.edit',
    'wants an order that waits for its parcel|auctionOrder.delivery curatedOrder.delivery extOrder.deliverMany',
    'wants an order that can be changed|auctionOrder.close curatedOrder.close curatedOrder.changePrice curatedOrder.setDeliveryStock',
    'wants rolls, records and costs of its own|extSealBag.registerRoll extSealBag.voidRoll recordAction.updateXyUid recordAction.deleteDetRecord extCost.import extCost.undo extListing.setCost',
    'wants an edit of the version of that moment|extBatch.edit refund.remark',
  ].flatMap((line) => {
    const [why = '', names = ''] = line.split('|')
    return names.split(' ').map((name) => [callNamed(name).path, why])
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

/** What a call is given where its example with ids of the merchant's would find nothing. */
const PAYLOADS: Readonly<Record<string, () => Promise<unknown>>> = {
  [detConfig.getUploadSign.path]: async () => ({
    ...detConfig.getUploadSign.example,
    photoTaskId: (await detailOf('awaiting_photos')).photoTaskId,
  }),
  [photoReuse.getRealPhotoInfoByDetectNo.path]: async () => ({ detectNo: (await detailOf()).inspectionNo }),
  [extPhone.life.path]: async () => ({ code: (await detailOf()).barCode }),
  [refund.detail_yushi.path]: async () => ({ refundId: auctionCase }),
  [address.edit.path]: async () => address.edit.example,
  [address.del.path]: async () => ({
    addressId: (await client().call(address.edit, { ...address.edit.example, detail: '暂存' }, randomUUID())).addressId,
  }),
  [extInspection.reinspect.path]: async () => {
    const { list } = await client().call(detRecord.getDetectRecordList, { channel: 'auction' })
    const row = list.find(({ allowedActions }) => allowedActions.includes('reinspect'))
    return { inspectionId: row?.inspectionId, version: row?.version, reason: '抽检' }
  },
  [extModelMapping.save.path]: async () => {
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

/** So much of an answer as a reader needs: of a list its first thing, of a long text its beginning. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shortened)
  if (typeof value === 'string') return value.length > TEXT_SHOWN ? `${value.slice(0, TEXT_SHOWN)}…` : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one], index) =>
      // of a dictionary, whose names are codes, some entries say enough
      index < 60 ? [[name, shortened(one)]] : [],
    ),
  )
}

/** The names of the fields at every depth that both have: an example that lacks one, or has another, is an old one. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [fieldsOf(value[0])]
  return typeof value === 'object' && value !== null ? Object.keys(value).sort() : null
}

const written: Record<string, MadeCall> = {}

beforeAll(async () => {
  system = await startTestSystem()
  merchant = await system.addMerchant({ phone: '13800133021', name: '示例手机行' })
  await system.fill(merchant, 21, (trading) => ({
    ...trading,
    call: async (spec, payload, step) => {
      const answer = await trading.call(spec, payload, step)
      // an order of an auction waits for its parcel at that moment, and later no more
      if (spec === (auctionOrder.addRemark as CallSpec)) auctionCase = (await system.openAuctionCase(merchant)).refundId
      return answer
    },
  }))
  const content = { ratePerMinute: 1_200, places: [], expiresAt: null }
  const made = await send(system.target, extApiKey.create.path, merchant.owner.context, {
    ...content,
    name: '示例程序',
    grants: [...KEY_GRANTS],
  })
  secret = dataOf(extApiKey.create, made).secret
}, FILL_TIMEOUT_MS)

afterAll(async () => {
  if (WRITES) {
    const sorted = Object.entries(written).sort(([one], [other]) => (one < other ? -1 : 1))
    writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`)
  }
  await system?.end()
})

describe('the examples of the calls’ reference', () => {
  const tried = open.filter(({ path }) => !(path in NOT_TRIED))

  test.each(tried.map((spec) => [spec.path, spec] as const))('%s is answered with a key', async (path, spec) => {
    const make = PAYLOADS[path]
    const request = make ? await make() : withOwnIds(spec, merchant.ids)
    const answer = await use(spec, request)
    expect(codeOf(answer), `${answer.text.slice(0, 400)} for ${JSON.stringify(request)}`).toBe(ERR.ok)
    const data = shortened(envelopeOf(answer)?._data)
    written[path] = { request, answer: data }
    if (!WRITES) expect(fieldsOf(known[path]?.answer)).toEqual(fieldsOf(data))
  })

  test('are there for every read that a key may make, and most writes say why they are not', () => {
    const missing = open.filter(({ path }) => !(path in NOT_TRIED) && !(path in (WRITES ? written : known)))
    expect(missing.map(({ path }) => path)).toEqual([])
    expect(open.filter(({ path, kind }) => kind === 'read' && path in NOT_TRIED)).toEqual([])
    expect(Object.keys(NOT_TRIED).filter((path) => !open.some((spec) => spec.path === path))).toEqual([])
    expect(Object.keys(known).filter((path) => !open.some((spec) => spec.path === path))).toEqual([])
  })

  test('every closed call is refused with its reason', async () => {
    for (const spec of allCalls.filter((one) => !open.includes(one))) {
      const answer = await use(spec, spec.example)
      expect([answer.status, codeOf(answer)], spec.path).toEqual([403, ERR.apiKeyClosed])
    }
  })
})
