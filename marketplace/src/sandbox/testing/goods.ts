import type { SessionMode, UploadEntryRequest } from '../../protocol/auction.ts'
import { PHONE_CATEGORY_ID } from '../../protocol/categories.ts'
import type { CreateProductRequest } from '../../protocol/products.ts'
import type { CuratedReport } from '../../protocol/reports.ts'
import { SELLER_ID, USER_NAME } from './merchant.ts'
import { advanceTo, type SandboxFixture } from './sandbox-fixture.ts'

export const curatedReport: CuratedReport = {
  class_id: 10,
  subclass_id: 1001,
  brand_id: 10_000,
  brand_name: '苹果',
  model_id: 20_001,
  model_name: 'iPhone 13',
  model_sn: '353322110000008',
  report_user: '质检员甲',
  report_time: '2026-03-01 10:00:00',
  report_items: [
    {
      answer_id: 30_000,
      answer_name: '无明显使用痕迹',
      answer_type: 1,
      answer_desc: '',
      question_name: '机身外观',
      category_name: '机身外观',
      group_name: '外观',
    },
  ],
  answer_ids: [30_000],
}

/** An inspected phone as the merchant would create it. */
export function phoneProduct(changes: Partial<CreateProductRequest> = {}): CreateProductRequest {
  return {
    item_biz_type: 0,
    sp_biz_type: 1,
    channel_cat_id: PHONE_CATEGORY_ID,
    price: 210_000,
    express_fee: 0,
    stock: 1,
    stuff_status: 95,
    outer_id: 'HJ0000000001',
    publish_shop: [
      {
        user_name: USER_NAME,
        province: 330_000,
        city: 330_100,
        district: 330_106,
        title: '苹果 iPhone 13 128GB 95新',
        content: '已质检，功能正常，外观良好。',
        images: ['https://images.example.com/1.jpg'],
      },
    ],
    ...changes,
  }
}

/** The entry of a product in the next session of a mode. */
export function entryOf(
  fixture: SandboxFixture,
  productId: number,
  mode: SessionMode,
  changes: Partial<UploadEntryRequest> = {},
) {
  const session = fixture.sandbox.control.nextSession(mode)
  const request: UploadEntryRequest = {
    product_id: productId,
    user_name: USER_NAME,
    schedule_date: session.scheduleDate,
    schedule_number: session.scheduleNumber,
    mode,
    start_price: 150_000,
    reserve_price: 184_000,
    degree: 'A 95新',
    out_id: 'HJ0000000001',
    report: {
      summary: '功能正常，边框轻微划痕',
      items: [{ group_name: '外观', question_name: '边框', answer_name: '轻微划痕', answer_type: 2 }],
    },
    notify_url: fixture.receiver.url,
    ...changes,
  }
  return { session, request }
}

/** Creates a phone, enters it, and moves on to the moment its session has begun. */
export async function startBidding(
  fixture: SandboxFixture,
  mode: SessionMode,
  changes: Partial<UploadEntryRequest> = {},
) {
  const product = await fixture.client.createProduct(SELLER_ID, phoneProduct())
  const { session, request } = entryOf(fixture, product.product_id, mode, changes)
  const entry = await fixture.client.uploadEntry(SELLER_ID, request)
  await advanceTo(fixture, session.startMs + 1)
  return { productId: product.product_id, entryId: entry.entry_id, session }
}

/** The one entry of an id. */
export async function readEntry(fixture: Pick<SandboxFixture, 'client'>, entryId: number) {
  const { list } = await fixture.client.queryEntries(SELLER_ID, { entry_id: entryId })
  const [entry] = list
  if (!entry) throw new Error(`no entry ${entryId}`)
  return entry
}
