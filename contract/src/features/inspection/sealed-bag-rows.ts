import * as z from 'zod'
import { id, moment } from '../../shapes.ts'

/** 未使用 · 已绑定 · 已出库 · 已拆封 · 已作废 · 已预留 */
export const bagState = z.enum(['unused', 'bound', 'shipped', 'opened', 'voided', 'held'])

/** What was done to a bag: 登记 · 绑定 · 换绑 · 解绑 · 作废 · 出库 · 拆封 · 预留 · 取消预留 */
export const bagAction = z.enum([
  'register',
  'bind',
  'rebind',
  'unbind',
  'void',
  'ship',
  'unship',
  'open',
  'hold',
  'release',
])

/** One act on a bag; a roll that was registered is one row. */
export const bagRecordRow = z.strictObject({
  recordId: id,
  bagCode: z.string(),
  action: bagAction,
  state: bagState,
  imei: z.string(),
  barCode: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  inspectionId: id.nullable(),
  inspectionNo: z.string(),
  shopName: z.string(),
  orderId: id.nullable(),
  orderNo: z.string(),
  note: z.string(),
  employeeName: z.string(),
  at: moment,
})
