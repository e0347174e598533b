import { dictionary } from '@huanji/domain/dictionary'
import { PLATFORM_CODES } from './errors.ts'

/** What merchants call the fields that the platform names in its refusals, by the last part of their paths. */
const FIELD_WORDS = dictionary({
  order_no: '订单号',
  refund_no: '售后单号',
  product_id: '商品编号',
  entry_id: '参拍编号',
  waybill_no: '运单号',
  express_code: '快递公司',
  express_name: '快递公司',
  ship_name: '发货人姓名',
  ship_mobile: '发货人手机号',
  ship_district_id: '发货地址',
  ship_prov_name: '发货地址',
  ship_city_name: '发货地址',
  ship_area_name: '发货地址',
  ship_address: '发货地址',
  order_price: '商品价',
  express_fee: '运费',
  price: '价格',
  original_price: '原价',
  stock: '库存',
  title: '标题',
  content: '描述',
  images: '图片',
  white_images: '图片',
  detail_images: '图片',
  sku_images: '图片',
  src: '图片',
  province: '发货地址',
  city: '发货地址',
  district: '发货地址',
  outer_id: '商家编码',
  stuff_status: '成色',
  item_biz_type: '商品类型',
  sp_biz_type: '商品行业',
  channel_cat_id: '类目',
  channel_pv: '商品属性',
  sku_items: '规格',
  sku_text: '规格',
  report_data: '质检报告',
  yx_3c: '质检报告',
  report: '质检报告',
  inspect_data: '验货信息',
  user_name: '店铺',
  service_support: '服务',
  schedule_date: '场次日期',
  schedule_number: '场次',
  start_price: '起拍价',
  reserve_price: '保底价',
  degree: '成色等级',
  close_reason: '关闭原因',
  refund_amount: '退款金额',
  refuse_reason: '拒绝原因',
  refuse_explain: '拒绝说明',
  refuse_images: '凭证图片',
  return_address: '退货地址',
  address: '退货地址',
  area_name: '退货地址',
  city_name: '退货地址',
  prov_name: '退货地址',
  mobile: '退货联系电话',
  name: '退货联系人',
  service_type: '处理办法',
  authorize_code: '授权码',
})

/** `请求参数错误, field "publish_shop.0.title" …`: which field, and why in whatever words the platform has. */
const FIELD_REFUSAL = /field "([^"]+)"\s*(.*)$/s

/** A sentence for people: Chinese, without a word of the protocol. */
export const isReadable = (text: string): boolean => /\p{Script=Han}/u.test(text) && !/[a-z_]{4,}/.test(text)

const wordOf = (path: string): string | undefined =>
  path
    .split(/[.[\]]/)
    .reverse()
    .map((part) => FIELD_WORDS[part])
    .find((word) => word !== undefined)

function reasonOf(word: string, why: string): string {
  if (isReadable(why)) return why.startsWith(word) ? why : `${word}${why}`
  if (why.includes('is not set') || why.includes('Required') || why.includes('undefined')) return `${word}未填写`
  if (why.includes('Too small')) return `${word}过小或过短`
  return `${word}${why.includes('Too big') ? '过大或过长' : '不符合闲鱼的要求'}`
}

/**
 * What a person reads of a refusal: a wrong parameter by the product's own name for its field, anything else in the
 * platform's sentence where that is one that people can read. The sentence itself belongs into the log.
 */
export function wordsOfRefusal(code: number, msg: string): string {
  const [, path = '', why = ''] = code === PLATFORM_CODES.badParameter ? (FIELD_REFUSAL.exec(msg) ?? []) : []
  const word = wordOf(path)
  if (word !== undefined) return reasonOf(word, why.trim())
  return isReadable(msg) ? msg : '提交的内容不符合闲鱼的要求'
}
