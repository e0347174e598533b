import { detRecord } from '@huanji/contract/features/inspection/inspection'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { db, jsonText } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { newId } from '../../platform/ids.ts'
import { startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let shop: TradingGateway
let owner: SignedInEmployee
/** The batch's first phone with its photographs, one of the others, and the batch. */
let sampleId: string
let phoneId: string
const batchId = newId()

const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)

const change = (inspectionId: string, values: Updateable<Tables['inspection']>) =>
  inMerchant((tx) =>
    tx.run(
      db.updateTable('inspection').set(values).where('merchantId', '=', tx.merchantId).where('id', '=', inspectionId),
    ),
  )

async function reportOf(inspectionId: string): Promise<string> {
  const { reportPath } = await shop.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)
  const response = await fetch(`${shop.url}${reportPath}`)
  if (response.status !== 200) throw new Error(`${reportPath}: ${response.status}`)
  return response.text()
}

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  const sample = await shop.photographed(owner)
  await shop.shootDefect(owner, sample.photoTaskId, 'B01', 'B01-3')
  sampleId = sample.inspectionId
  phoneId = (await shop.save(owner)).inspectionId
  await inMerchant(async (tx) => {
    const row = await tx.one(
      db
        .selectFrom('inspection')
        .select(['report', 'answers', 'templateId', 'templateVersion', 'modelId', 'modelName', 'skuText'])
        .where('merchantId', '=', tx.merchantId)
        .where('id', '=', sampleId),
    )
    if (row?.report == null) throw new Error('no report')
    const { modelId, modelName, skuText, templateId, templateVersion } = row
    const now = shop.clock.now()
    const by = owner.actor.employeeId
    const place = { merchantId: tx.merchantId, createdBy: by, createdAt: now }
    await tx.run(
      db.insertInto('batch').values({
        ...place,
        id: batchId,
        batchNo: 'PC2611200001',
        channel: 'auction',
        modelId,
        modelName,
        skuText,
        grade: '99',
        repairFlag: 'R0',
        batchVersion: 1,
        sku: jsonText({ regulatoryNo: 'A2634', ram: '', storage: '128GB', colour: '午夜色' }),
        sampleInspectionId: sampleId,
        editedBy: by,
        editedAt: now,
        updatedAt: now,
      }),
    )
    await tx.run(
      db.insertInto('batchVersion').values({
        ...place,
        batchId,
        number: 1,
        templateId,
        templateVersion,
        systemGrade: '99',
        grade: '99',
        repairFlag: 'R0',
        answers: jsonText(row.answers),
        report: jsonText(row.report),
      }),
    )
  })
  const ofBatch = { batchId, batchVersion: 1, answers: jsonText({}), report: null }
  await change(sampleId, ofBatch)
  await change(phoneId, ofBatch)
})
afterAll(() => shop.close())

test('a phone of a batch has the batch version’s report and the photographs of the batch’s first phone', async () => {
  const html = await reportOf(phoneId)
  expect(html).toContain('功能检测')
  expect(html).toContain('已检项目未发现异常')
  expect(html).toContain('同批样机')
  expect(html).toContain('正面（息屏）')
  // the first phone's defects are its own
  expect(html.match(/<img /g)).toHaveLength(8)
})

test('the first phone’s own report does not call its photographs another’s', async () => {
  const html = await reportOf(sampleId)
  expect(html).not.toContain('同批样机')
  expect(html.match(/<img /g)).toHaveLength(9)
})

test('a phone that differs has a report of its own, with the photographs of its own defects', async () => {
  const worn = await shop.save(owner, { answers: { ...shop.submission().answers, B01: { options: ['B01-3'] } } })
  await shop.shootDefect(owner, worn.photoTaskId, 'B01', 'B01-3')
  await change(worn.inspectionId, { batchId, batchVersion: 1 })
  const html = await reportOf(worn.inspectionId)
  expect(html).toContain('发现 1 项异常')
  expect(html).toContain('同批样机')
  expect(html.match(/<img /g)).toHaveLength(9)
})

test('a defect that the whole batch has is shown by the photograph of the first phone', async () => {
  const worn = await shop.save(owner, { answers: { ...shop.submission().answers, B01: { options: ['B01-3'] } } })
  await inMerchant(async (tx) => {
    const own = db.selectFrom('inspection').select('report').where('merchantId', '=', tx.merchantId)
    const row = await tx.one(own.where('id', '=', worn.inspectionId))
    if (row?.report == null) throw new Error('no report')
    await tx.run(
      db
        .updateTable('batchVersion')
        .set({ report: jsonText(row.report) })
        .where('merchantId', '=', tx.merchantId)
        .where('batchId', '=', batchId),
    )
  })
  const html = await reportOf(phoneId)
  expect(html).toContain('发现 1 项异常')
  expect(html).toContain('<figcaption>同批样机</figcaption>')
  expect(html.match(/<img /g)).toHaveLength(9)
})
