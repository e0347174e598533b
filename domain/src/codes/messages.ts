/** What a person reads about a code, with the next step (docs/domain.md §3.1, §3.4). */
export const IMEI_LENGTH_MESSAGE = '请输入15位IMEI'
export const IMEI_DIGITS_MESSAGE = 'IMEI只能是数字'
export const IMEI_LUHN_MESSAGE = 'IMEI不对，请核对是否录错'
export const SIM_CODE_MESSAGE = '这是SIM卡号/EID，请扫描IMEI条码'
export const PRODUCT_CODE_MESSAGE = '这是商品条码，请扫描IMEI条码'
export const PART_NUMBER_MESSAGE = '这是型号部件号，请扫描IMEI或序列号条码'
export const SAME_IMEI_MESSAGE = '两个IMEI不能相同'
export const MEID_FORM_MESSAGE = '请输入14位MEID（数字0–9和字母A–F）'
export const MEID_CHECK_MESSAGE = 'MEID不对，请核对是否录错'
export const SERIAL_NUMBER_MESSAGE = '请输入8到20位序列号，只能包含字母和数字'
export const BAG_CODE_MESSAGE = '请输入8到20位封袋码，只能包含大写字母和数字'

/** The unit stands in stock or on sale, so it cannot be inspected again. */
export const DEVICE_ON_SALE_MESSAGE = '该手机已在售，不能重复质检'

/** The IMEI stands in an inspection that is still open; names it so that the person can go there. */
export function openInspectionMessage(inspectionNo: string): string {
  return `这台检过一半（单号${inspectionNo}）`
}

export const BAG_USED_MESSAGE = '该封袋码已被使用'
export const UNIT_HAS_BAG_MESSAGE = '该手机已绑定封袋码，请先解绑'
export const BAG_BEFORE_INSPECTION_MESSAGE = '质检未完成，不能封袋'
export const BAG_UNKNOWN_MESSAGE = '封袋码不存在或不属于本商家'
export const BAG_AFTER_REINSPECTION_MESSAGE = '重检后请更换封袋'
export const BAG_PHOTO_MESSAGE = '请拍摄封袋正面，编码清晰'
