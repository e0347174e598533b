import { randomUUID } from 'node:crypto'
import type { CallSpec } from '@huanji/contract/call'
import { allCalls } from '@huanji/contract/calls'
import { ERR } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { auth } from '@huanji/contract/features/auth/calls'
import { ownSessions } from '@huanji/contract/features/auth/session'
import { catalogue } from '@huanji/contract/features/catalogue/calls'
import { batch, batchEdit } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { defectPhoto, realPhoto } from '@huanji/contract/features/inspection/photo'
import { photoLinks } from '@huanji/contract/features/inspection/photo-link'
import { photoEdit, photoReuse } from '@huanji/contract/features/inspection/photo-reuse'
import { newInspection } from '@huanji/contract/features/inspection/record-action'
import { goods } from '@huanji/contract/features/listing/goods'
import { merchantInfo } from '@huanji/contract/features/merchant/profile'
import { modelMapping, modelMappingEdit } from '@huanji/contract/features/model-mapping/calls'
import { notice } from '@huanji/contract/features/notice/calls'
import { curatedOrderExport } from '@huanji/contract/features/order/export'
import { shipmentHandling } from '@huanji/contract/features/order/order'
import { employee, employeeSignIn } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import { phoneCost } from '@huanji/contract/features/phone/cost'
import { billCheck, billImport } from '@huanji/contract/features/reconciliation/calls'
import { savedView } from '@huanji/contract/features/saved-view/calls'
import { shop } from '@huanji/contract/features/shop/calls'
import { importedStock } from '@huanji/contract/features/stock-import/calls'
import { webhook } from '@huanji/contract/features/webhook/calls'
import { LIVE_TOPICS, type LiveTopic } from '@huanji/contract/live'
import { CHANNELS } from '@huanji/domain/channel'
import { cleanBatch } from '@huanji/server/demo/trade/inspecting'
import { usableShop } from '@huanji/server/demo/trade/selling'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type EventStream, openEventStream } from '../support/event-stream.ts'
import { toldSoFar } from '../support/told-so-far.ts'
import { until } from '../support/until.ts'
import { withOwnIds } from './checks/isolation.ts'
import { type Client, plainClient, signIn, withCamera } from './fixtures/client.ts'
import { statementOf } from './fixtures/statement.ts'
import { type Merchant, PASSWORD, startTestSystem, type TestSystem } from './fixtures/test-system.ts'
import { importCost, importStock, phoneNumbered } from './fixtures/trade.ts'
import { codeOf, send } from './gateway/target.ts'

const FILL_TIMEOUT_MS = 600_000
const HEARD_WITHIN_MS = 5_000
/** The trade repeats some writes often: each is looked at alone so many times, and then together with what follows. */
const LOOKS_A_WRITE = 2

/** Lists that do not change under their reader, by path. */
const NOT_LIVE: Readonly<Record<string, string>> = {
  '/api/ext/audit/list': 'a log is read as it was when it was asked for; a line a minute would push the others away',
}

/** Writes that this test cannot carry out, by path. */
const NOT_TRIED: Readonly<Record<string, string>> = {
  '/api/ext/bill/reconcile/makeBills':
    'wants an order whose rows were lost; writes the rows that its completion writes',
  '/api/ext/bill/adjust': 'wants an order whose rows were changed; writes a row as a settlement does',
  '/api/ext/demo/sale': 'wants the control of a sandbox; writes nothing, what it asks for comes as any push does',
  '/api/ext/demo/claim': 'wants the control of a sandbox; writes nothing, what it asks for comes as any push does',
  '/api/mch/updatePassword': 'the password stands in no list',
  '/api/mch/resetPassword': 'the password stands in no list',
  '/api/ext/session/prove': 'wants the password of a phone; a proof stands in no list',
  '/api/ext/session/sendPhoneCode': 'wants a minute without another code; a code stands in no list',
  '/api/ext/session/changePhone': 'wants two codes; writes the row that every edit of an employee writes',
  '/api/ext/listing/askRetake': 'wants goods that the marketplace would not publish',
  '/api/ext/listing/retry': 'wants a refusal of the marketplace; writes the row that the request itself wrote',
  '/api/ext/listing/giveUp': 'wants a refusal of the marketplace; writes the row that the request itself wrote',
  '/api/ext/task/retry': 'wants a row that failed; writes the rows that the work itself writes',
  '/api/ext/shipment/retry': 'wants a refusal of the marketplace; writes the row that the request itself wrote',
  '/api/ext/shipment/giveUp': 'wants a refusal of the marketplace; writes the row that the request itself wrote',
  '/api/ext/export/retry': 'wants an export that failed; writes the row that the work itself writes',
  '/api/refund/v1/agree': 'wants a case that waits for the merchant; writes the row that every request writes',
  '/api/refund/v1/refuse': 'wants a case that waits for the merchant; writes the row that every request writes',
  '/api/refund/v1/confirm': 'wants a phone that came back; writes the row that every request writes',
  '/api/refund/v1/confirm_yushi': 'wants a verdict of the market; writes the row that every request writes',
  '/api/ext/refund/receive': 'wants a parcel that came back; writes the row of the case as well',
  '/api/ext/refund/recheck': 'wants a phone that came back; writes the row of the case as well',
  '/api/ext/refund/resend': 'wants a case that waits for a parcel; writes the row that every request writes',
  '/api/ext/refund/sendBack': 'wants a phone that was refused; writes the row of the case',
  '/api/ext/refund/decline': 'the one payment that waits is agreed to by then; writes the rows that agreeing writes',
  '/api/ext/refund/retry': 'wants a refusal of the marketplace; writes the row that the request itself wrote',
  '/api/ext/refund/giveUp': 'wants a refusal of the marketplace; writes the row that the request itself wrote',
  '/api/ext/refund/getUploadSign': 'wants a case that can be refused; an upload stands in no list',
  '/api/yushiorder/v1/order/close':
    'every order of an auction is over by then; that of the other channel asks the same way',
}

/** Our own model and one of the marketplace's. */
const MODEL_ID = 'apple-iphone-13'

const addressOf = (detail: string) => ({ ...address.edit.example, detail })

/** Somebody of the merchant's staff who is not the owner; another one for each number. */
async function staffId(number: number): Promise<string> {
  const { list } = await client().call(employee.list, {})
  return list.filter((one) => !one.isOwner && one.roles.length > 0)[number]?.staffId ?? ''
}

async function newAddress(): Promise<string> {
  return (await client().call(address.edit, addressOf('科技园路8号'), randomUUID())).addressId
}

const newModel = (name: string) =>
  client().call(catalogue.createModel, { ...catalogue.createModel.example, name }, randomUUID())

async function newRole(): Promise<string> {
  return (await client().call(role.edit, { ...role.edit.example, name: '临时' }, randomUUID())).roleId
}

async function newEndpoint(): Promise<string> {
  return (await client().call(webhook.save, webhook.save.example, randomUUID())).endpointId
}

async function newDelivery(): Promise<{ deliveryId: string }> {
  return client().call(webhook.test, { endpointId: await newEndpoint() }, randomUUID())
}

/** A phone of the lot, whose photographs can still be changed. */
async function openRecord() {
  const { list } = await client().call(detRecord.getDetectRecordList, { channel: 'auction', state: 'awaiting_photos' })
  const [row] = list
  if (!row) throw new Error('no record waits for photographs')
  return client().call(detRecord.getDetRecordDetails, { inspectionId: row.inspectionId })
}

/** A phone in stock, inspected and photographed. */
async function finishedRecord() {
  const { list } = await client().call(detRecord.getDetectRecordList, { channel: 'auction' })
  const row = list.find(({ allowedActions }) => allowedActions.includes('reinspect'))
  if (!row) throw new Error('no record can be inspected anew')
  return row
}

/** A draft of a phone that has an earlier record with photographs. */
async function draftBesideOld(): Promise<{ photoTaskId: string; fromInspectionId: string }> {
  const { list } = await client().call(detRecord.getDetectRecordList, { channel: 'auction', state: 'draft' })
  for (const { inspectionId } of list) {
    const { photoTaskId, versions } = await client().call(detRecord.getDetRecordDetails, { inspectionId })
    const [old] = versions
    if (old) return { photoTaskId, fromInspectionId: old.inspectionId }
  }
  const { inspectionId, version } = await finishedRecord()
  await client().call(newInspection.reinspect, { inspectionId, version, reason: '抽检' })
  return draftBesideOld()
}

/** A photograph that can still be changed. */
async function openPhoto() {
  const { photoTaskId } = await openRecord()
  await client().savePhotos(photoTaskId, [
    { look: { subject: 'back', colour: '', platform: 'apple' }, shows: { position: 'back' } },
  ])
  const { photos } = await client().call(realPhoto.getDetectRealPhoto, { photoTaskId })
  return { photoTaskId, photoId: photos[0]?.photoId }
}

/** The shop that nothing is offered in. */
async function idleShop(action: 'unbind' | 'delete'): Promise<string | undefined> {
  const { list } = await client().call(shop.list, {})
  return list.find(({ allowedActions }) => allowedActions.includes(action))?.shopAccountId
}

const statement = (number: string) => statementOf(client(), number)

/** What is found of a file with a settlement of an order that nobody knows. */
async function fileFinding(number: string) {
  await client().call(billImport.take, await statement(number), randomUUID())
  await system.settled()
  const { list } = await client().call(billCheck.list, { kind: 'fileDiffers', state: 'open' })
  const row = list.find(({ subject }) => subject === number)
  if (!row) throw new Error(`nothing was found of ${number}`)
  return { findingId: row.findingId, version: row.version, reason: '核对' }
}

/** What a write is given where its example with our own ids would be refused. */
const PAYLOADS: Readonly<Record<string, () => Promise<unknown>>> = {
  [billImport.take.path]: () => statement('JS900000000001'),
  [billCheck.takeLines.path]: () => fileFinding('JS900000000002'),
  [billCheck.refetch.path]: () => fileFinding('JS900000000003'),
  [billCheck.accept.path]: () => fileFinding('JS900000000004'),
  [role.edit.path]: async () => role.edit.example,
  [role.del.path]: async () => ({ roleId: await newRole() }),
  [employee.edit.path]: async () => {
    const one = await client().call(employee.info, { staffId: await staffId(0) })
    return { staffId: one.staffId, version: one.version, name: '改名', roleIds: one.roles.map(({ roleId }) => roleId) }
  },
  [employee.del.path]: async () => ({ staffId: await staffId(0) }),
  [employee.updateStatus.path]: async () => ({ staffId: await staffId(1), status: 'disabled' }),
  [employeeSignIn.requirePasswordReset.path]: async () => ({ staffId: await staffId(2) }),
  [employeeSignIn.endSessions.path]: async () => ({ staffId: await staffId(2) }),
  [address.edit.path]: async () => addressOf('科技园路7号'),
  [address.del.path]: async () => ({ addressId: await newAddress() }),
  [catalogue.editModel.path]: async () => {
    const { modelId, version } = await newModel('听见 1')
    return { ...catalogue.createModel.example, modelId, version, name: '听见 2' }
  },
  [catalogue.removeModel.path]: async () => ({ modelId: (await newModel('听见 3')).modelId }),
  [savedView.update.path]: async () => ({ viewId: merchant.ids.viewId?.[0], version: 1, name: '改名的常用筛选' }),
  [notice.read.path]: async () => {
    const { notices } = await client().call(notice.list, { unreadOnly: true })
    return { noticeIds: [notices[0]?.noticeId] }
  },
  [webhook.save.path]: async () => webhook.save.example,
  [webhook.rotate.path]: async () => ({ endpointId: merchant.ids.endpointId?.[0] }),
  [webhook.setState.path]: async () => ({ endpointId: merchant.ids.endpointId?.[0], isEnabled: true }),
  [webhook.remove.path]: async () => ({ endpointId: await newEndpoint() }),
  [webhook.test.path]: async () => ({ endpointId: await newEndpoint() }),
  [webhook.retry.path]: () => newDelivery(),
  [defectPhoto.save.path]: async () => ({ photoTaskId: (await openRecord()).photoTaskId, photos: [] }),
  [newInspection.reinspect.path]: async () => {
    const { inspectionId, version } = await finishedRecord()
    return { inspectionId, version, reason: '抽检' }
  },
  [batch.addMultiCommodity.path]: async () => cleanBatch([phoneNumbered(7900)], 'auction'),
  [batchEdit.edit.path]: async () => {
    const { list } = await client().call(batch.getMultiDetRecordList, {})
    return { batchId: list[0]?.batchId, version: list[0]?.version, remark: '改备注' }
  },
  [modelMappingEdit.save.path]: async () => {
    const { candidates } = await client().call(modelMapping.getOnLineXySpuByHsbSpuId, {
      modelId: MODEL_ID,
      query: 'iPhone',
    })
    return { modelId: MODEL_ID, spuId: candidates[0]?.spuId }
  },
  [photoReuse.useOldRealPhotoInfo.path]: draftBesideOld,
  [photoReuse.reusePhotoRecord.path]: draftBesideOld,
  [photoEdit.arrange.path]: async () => {
    const { photoTaskId, photoId } = await openPhoto()
    return { photoTaskId, moves: [{ photoId, position: 'front_on' }] }
  },
  [photoEdit.mark.path]: async () => ({
    ...(await openPhoto()),
    marks: [{ shape: 'circle', x1: 0.1, y1: 0.1, x2: 0.3, y2: 0.3 }],
  }),
  [photoLinks.create.path]: async () => ({ photoTaskId: (await openRecord()).photoTaskId }),
  [shop.bind.path]: async () => ({ step: 'unbind', shopAccountId: await idleShop('unbind') }),
  [shop.del.path]: async () => ({ shopAccountId: await idleShop('delete') }),
  [goods.edit.path]: async () => {
    const { list } = await client().call(goods.list, { channel: 'curated', kind: 'single' })
    const row = list.find(({ allowedActions }) => allowedActions.includes('edit'))
    return { listingId: row?.listingId, version: row?.version, title: '苹果 iPhone 13 128GB 午夜色 改标题' }
  },
  [phoneCost.import.path]: async () => {
    const { list } = await client().call(detRecord.getDetectRecordList, { channel: 'auction' })
    return { rows: [{ code: list[1]?.barCode, price: '1,801' }], withSold: true }
  },
  [phoneCost.undo.path]: async () => ({ importId: await importCost(client(), '1,802') }),
  [importedStock.start.path]: async () => ({
    ...importedStock.start.example,
    rows: [{ line: 2, cells: [phoneNumbered(990_002), '苹果13', '128G', '午夜色', '1,801'] }],
  }),
  [importedStock.cancel.path]: async () => ({
    importId: await importStock(client(), phoneNumbered(990_003)),
  }),
  [importedStock.undo.path]: async () => {
    const importId = await importStock(client(), phoneNumbered(990_004))
    await system.settled()
    return { importId }
  },
  [curatedOrderExport.create.path]: async () => ({ format: 'csv', filter: {} }),
  [merchantInfo.rename.path]: async () => {
    const { merchantName } = await client().call(merchantInfo.info, {})
    return { merchantName: `${merchantName}分店`, from: merchantName }
  },
  [shipmentHandling.settle.path]: async () => {
    // an earlier call takes the shop from the channel
    const shopAccountId = await usableShop(client())
    await client().call(shop.business, { shopAccountId, enabled: true, channels: [...CHANNELS] }, randomUUID())
    const { orderId } = await system.endedParcel(merchant, phoneNumbered(7950))
    return { orderId, hasLeft: false }
  },
  [goods.operate.path]: async () => {
    const { list } = await client().call(goods.list, {})
    const row = list.find(({ allowedActions }) => (allowedActions as readonly string[]).includes('delete'))
    return { action: 'delete', rows: [{ listingId: row?.listingId, version: row?.version }] }
  },
}

const topics = Object.keys(LIVE_TOPICS) as LiveTopic[]
/** A list that counts what others list changes with any of several. */
const topicsOf = (path: string): LiveTopic[] =>
  topics.filter((topic) => LIVE_TOPICS[topic].some((one: string) => one === path))
const topicOf = (path: string): LiveTopic | undefined => topicsOf(path)[0]

/** Answers with rows, by what answers call them. */
const isList = ({ kind, access, output }: CallSpec): boolean =>
  kind === 'read' &&
  access !== 'public' &&
  output instanceof z.ZodObject &&
  ['list', 'todos', 'tasks', 'views', 'notices', 'endpoints'].some((name) => name in output.shape)

/** What a list is asked with here: nothing, or what it cannot do without. */
function inputOf({ input, example }: CallSpec): unknown {
  const wanted = [{}, { channel: 'auction' }, { kind: 'ship' }].find((one) => input.safeParse(one).success)
  return wanted ?? example
}

const liveLists = allCalls.filter((spec) => isList(spec) && topicOf(spec.path) !== undefined)

/** Of public ones nobody is signed in who could hear of them; signing out ends the stream. */
const writes = allCalls.filter(
  ({ kind, access, path }) => kind === 'write' && access !== 'public' && path !== auth.logout.path,
)

let system: TestSystem
let merchant: Merchant
let stream: EventStream
let before = new Map<string, string>()
/** When the lists were compared last, by the clock of streams. */
let lookedMs = performance.now()
const silent: string[] = []
const succeeded = new Set<string>()
const client = (): Client => plainClient(system.target, merchant.owner.context)

/** The rows of every list as they stand; addresses of files carry the moment they were asked for. */
async function readRows(): Promise<Map<string, string>> {
  const read = async (spec: CallSpec): Promise<[string, string]> => {
    const answer = await send(system.target, spec.path, merchant.owner.context, inputOf(spec))
    const { _data } = answer.body as { _data: { list?: unknown } | null }
    return [spec.path, JSON.stringify(_data?.list ?? _data).replaceAll(/\?[^"]*/g, '')]
  }
  return new Map(await Promise.all(liveLists.map(read)))
}

/** Compares every list with what it was: each that changed must have been told of since. */
async function look(after: string): Promise<void> {
  // a session that time has ended is followed by another one, which hears what changed since the last look
  if (stream.isOver) {
    stream = await openEventStream(system.target.url, merchant.owner.context, performance.now() - lookedMs)
  }
  // nothing is written since the look began: what is heard after it belongs to what is done after it
  const [now] = await Promise.all([readRows(), toldSoFar(system.open)])
  const changed = [...now].filter(([path, rows]) => before.get(path) !== rows).map(([path]) => path)
  before = now
  const heard = new Set<string>()
  const missing = () => changed.filter((path) => !topicsOf(path).some((topic) => heard.has(topic)))
  const isTold = () => {
    for (const topic of stream.takeTopics()) heard.add(topic)
    return missing().length === 0
  }
  // what nobody is told of within this time is what is looked for
  await until(isTold, HEARD_WITHIN_MS).catch(() => undefined)
  silent.push(...missing().map((path) => `${path} changed by ${after}, and none of ${topicsOf(path)} was told`))
  stream.takeTopics()
  lookedMs = performance.now()
}

const looks = new Map<string, number>()

/** A client after whose writes the lists are looked at. */
const watched = (client: Client): Client =>
  withCamera({
    ...client,
    call: async (spec, payload, key) => {
      if (spec.kind === 'read') return client.call(spec, payload)
      const answer = await client.call(spec, payload, key)
      succeeded.add(spec.path)
      const looked = looks.get(spec.path) ?? 0
      looks.set(spec.path, looked + 1)
      if (looked < LOOKS_A_WRITE) await look(`${spec.path}, or what happened before it`)
      return answer
    },
  })

beforeAll(async () => {
  system = await startTestSystem()
  merchant = await system.addMerchant({ phone: '13800133007', name: '庚手机行' })
  await system.settled()
  stream = await openEventStream(system.target.url, merchant.owner.context)
  before = await readRows()
  await toldSoFar(system.open)
  stream.takeTopics()
  await system.fill(merchant, 7, watched)
  await system.settled()
  await look('the marketplace and the jobs')
}, FILL_TIMEOUT_MS)

afterAll(async () => {
  stream?.close()
  await system?.end()
})

describe('the event stream', () => {
  test('names reads of the contract only', () => {
    const reads = new Set(allCalls.filter(({ kind }) => kind === 'read').map(({ path }) => path))
    expect(topics.flatMap((topic): string[] => [...LIVE_TOPICS[topic]]).filter((path) => !reads.has(path))).toEqual([])
  })

  test('tells of every list, or it is named why not', () => {
    const without = allCalls.filter((spec) => isList(spec) && topicOf(spec.path) === undefined).map(({ path }) => path)
    expect(without.sort()).toEqual(Object.keys(NOT_LIVE).sort())
    expect(liveLists.length).toBeGreaterThan(8)
  })

  test('told of every row that trading changed, whether a person, a push or a job did it', () => {
    expect(silent).toEqual([])
    expect(succeeded.size).toBeGreaterThan(5)
  })

  test.each(writes.map((spec) => [spec.path, spec] as const))(
    '%s tells of every row that it changes',
    async (path, spec) => {
      const signInAgain = async () =>
        Object.assign(merchant.owner.context, await signIn(system.target, merchant.phone, PASSWORD))
      silent.length = 0
      // the calls before may have ended the session, and caused jobs
      const hasSession = codeOf(await send(system.target, role.list.path, merchant.owner.context, {})) === ERR.ok
      if (!hasSession) await signInAgain()
      const jobs = await system.settled()
      const make = PAYLOADS[path]
      const payload = make ? await make() : withOwnIds(spec, merchant.ids)
      if (!hasSession || jobs > 0 || make) await look('what the calls before caused')
      const answer = await send(system.target, path, merchant.owner.context, payload, { idempotencyKey: randomUUID() })
      if (codeOf(answer) === ERR.ok) succeeded.add(path)
      if (path === ownSessions.end.path) await signInAgain()
      await look(path)
      expect(silent).toEqual([])
      expect(succeeded.has(path), answer.text).toBe(!(path in NOT_TRIED))
    },
  )
})
