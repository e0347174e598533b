import { isReadable } from './refusal-words.ts'

/** A reason why a publication or an edit on the shelf failed (docs/open-platform.md §A). */
export interface PublishError {
  code: string
  /** Null where the platform lists none. */
  subCode: string | null
  meaning: string
  /** What the merchant does next. */
  advice: string
  /** True when the platform itself says: try again later. */
  retry: boolean
}

function reason(code: string, subCode: string | null, meaning: string, advice: string, retry = false): PublishError {
  return { code, subCode, meaning, advice, retry }
}

/** All 49 rows of the platform's list, in its order. */
export const PUBLISH_ERRORS: readonly PublishError[] = [
  reason('TOP_ITEM_BIZCHECK_FAIL', null, '商品由闲鱼App发布', '请在闲鱼App中编辑该商品'),
  reason(
    'TOP_ITEM_ADD_FAIL',
    'PLAYBOY_ERRORCODE_REACHED_PUBLISH_COUNT_LIMIT',
    '店铺发布商品数已达上限',
    '请先下架或删除部分商品，再重新上架',
  ),
  reason('TOP_ITEM_EDIT_FAIL', 'USER_PROTOCOL_VALID_ERROR', '商品类目不正确', '请重新选择类目后保存'),
  reason('TOP_ITEM_EDIT_FAIL', 'DIVISION_ERROR_DIVISION_ID', '发货地异常', '请重新选择到区县一级的发货地'),
  reason('TOP_ITEM_BIZ_OFFLINE', null, '该业务已下线', '请改用其他商品类型发布'),
  reason(
    'TOP_ITEM_EDIT_FAIL',
    'USER_RIGHTS_PROTOCOL_MUST_SIGN',
    '该商品必须支持七天无理由退货',
    '请勾选“七天无理由退货”服务后重试',
  ),
  reason('TOP_ITEM_EDIT_FAIL', 'IDLE_SERVICE_NOT_OPEN', '所选服务未开通', '请在闲鱼App开通该服务，或取消勾选后重试'),
  reason('TOP_BOOK_PARAM_NULL', null, '图书信息不完整', '请补全图书信息'),
  reason(
    'TOP_ITEM_ADD_FAIL',
    'PLAYBOY_ERRORCODE_ITEM_SKU_PROPERTY_VALUE_SET_SIZE_ILLETAL',
    '规格值数量不符',
    '每个规格需有2至20个规格值，请调整',
  ),
  reason('TOP_ITEM_EDIT_FAIL', 'SKU_PRICE_ILLEGAL', '价格超出范围', '价格需在0至1亿元之间，请修改'),
  reason(
    'TOP_ITEM_EDIT_FAIL',
    'USER_ERROR_USER_WAS_FORBIDDEN2',
    '店铺被处罚，暂不能发布',
    '请在闲鱼App查看处罚原因，处理后再上架',
  ),
  reason('TOP_ITEM_ADD_FAIL', 'BOOK_BARCODE_NOT_NULL', 'ISBN缺失或不合法', '请填写正确的ISBN'),
  reason('TOP_SPGUARANTEE_LIMIT', null, '服务标签不允许使用，业务已关闭', '请取消该服务标签后重试'),
  reason(
    'TOP_ITEM_ADD_FAIL',
    'KFC_ERROR_PTZLZZZR_CONDITION',
    '商品属于禁售或需资质类目',
    '请核对标题、描述和类目，删除敏感内容后重试',
  ),
  reason(
    'TOP_ITEM_EDIT_FAIL',
    'ITEM_NOT_FOUND',
    '商品不存在，可能因违规被删除',
    '请在闲鱼App确认商品状态，必要时重新发布',
  ),
  reason(
    'TOP_ITEM_EDIT_FAIL',
    'USER_RIGHTS_PROTOCOL_CANNOT_SIGN_C2S2C',
    '“描述不符包邮退”不能与验货宝同时使用',
    '请取消其中一项后重试',
  ),
  reason('TOP_ITEM_ADD_FAIL', 'QUANTITY_ITEM_CAT_TOO_LARGE_NEW', '在售商品超过50件', '请先下架部分商品，再重新上架'),
  reason('TOP_ITEM_ADD_FAIL', 'QUERY_ITEM_CAT_FAILED', '类目错误或已关闭', '请重新选择类目'),
  reason(
    'TOP_ITEM_EDIT_FAIL',
    'PLAYBOY_ERRORCODE_PLEASE_UPDATE_APP_VERSION',
    '卖家的闲鱼App版本过低',
    '请升级闲鱼App后重试',
  ),
  reason(
    'TOP_ITEM_ADD_FAIL',
    'KFC_ERROR_PUBLISH_FORBIDDEN',
    '商品属于禁售或需资质类目',
    '请核对标题、描述和类目，删除敏感内容后重试',
  ),
  reason('TOP_SELLER_NOTALLOW_ACCESS', null, '卖家未通过闲鱼招商', '请联系闲鱼运营开通，或重新授权店铺'),
  reason('TOP_ITEM_EDIT_FAIL', 'KFC_ERROR_VIRTUAL_TITLE', '标题疑似卡券或虚拟商品', '请修改标题后重试'),
  reason(
    'TOP_ITEM_EDIT_FAIL',
    'ITEM_CAN_NOT_PUBLISH',
    '仅鱼小铺卖家可发布库存大于1的商品',
    '请把库存改为1，或开通鱼小铺',
  ),
  reason('TOP_ISVBIZ_NOTALLOW_ACCESS', null, '服务商业务未准入，闲鱼优品已关闭', '请改用普通商品或其他类型发布'),
  reason('TOP_ITEM_EDIT_FAIL', 'BOOK_PUBLISH_FREQUENTLY', '本月图书发布额度已用完', '请下月再发布'),
  reason(
    'TOP_ITEM_EDIT_FAIL',
    'IC_OPTIMISTIC_LOCKING_CONFLICT',
    '商品正在被其他操作修改',
    '系统繁忙，请稍后重试',
    true,
  ),
  reason('TOP_ITEM_ADD_FAIL', 'SKU_QUANTITY_ILLEGAL', '库存超出范围', '库存需在0至1万之间，请修改'),
  reason(
    'TOP_ITEM_EDIT_FAIL',
    'IC_CHECKSTEP_ITME_NOT_IN_SKU_PRICE',
    '商品价与规格价不一致',
    '商品价须等于某个有库存规格的价格，请修改',
  ),
  reason('isp.top-remote-connection-timeout', null, '远程调用超时', '系统繁忙，请稍后重试', true),
  reason('accesscontrol.limited-by-api-access-count', null, '调用过于频繁', '系统繁忙，请稍后重试', true),
  reason('TOP_ITEM_ADD_FAIL', 'QUALIFICATION_NOT_SUPPORT_CATE', '没有该类目的资质', '请补充资质或更换类目'),
  reason('TOP_ITEM_ADD_FAIL', 'ITEM_PROPOSE_CHECK_ERROR', '内容审核未通过（禁售商品）', '请删除违禁内容后重试'),
  reason(
    'TOP_ITEM_ADD_FAIL',
    'ERR_RULE_TITLE_SECURITY_CHAR_LIMITATION',
    '标题含半角尖括号',
    '请删除标题中的“<”“>”后重试',
  ),
  reason('TOP_ITEM_EDIT_FAIL', 'FORBIDDEN_QUANTITY_ZERO_ERROR', '在架库存必须大于0', '请填写库存，或下架商品'),
  reason('TOP_ITEM_ADD_FAIL', 'IC_CHECKSTEP_USERDEFINED_SKU_ERROR', '规格名含特殊字符', '请删除规格名中的特殊字符'),
  reason('TOP_ITEM_ADD_FAIL', 'USER_NEED_XIANYU_REAL_VERIFY', '卖家未完成闲鱼实名认证', '请在闲鱼App完成实名认证'),
  reason('TOP_ITEM_ADD_FAIL', 'C2S2C_DATA_MISSED', '缺少必填属性“品牌”', '请补充品牌后重试'),
  reason('TOP_IMAGE_NOT_FOUND', null, '部分图片无法获取', '请重新上传图片后重试'),
  reason('TOP_ITEM_EDIT_FAIL', 'F_INVENTORY_05_16_010', '库存保存失败', '请核对库存，稍后重试', true),
  reason('TOP_ITEM_EDIT_FAIL', 'no_writing_check', '商品正在参加活动', '活动期间不能改价或减库存，请在活动结束后操作'),
  reason('TOP_ITEM_ADD_FAIL', 'ITEM_PROPOSE_CHECK_ERROR', '内容审核未通过（风险内容）', '请修改标题、描述或图片后重试'),
  reason('TOP_ITEM_ADD_FAIL', 'ITEM_PROPOSE_CHECK_ERROR', '内容审核未通过（药品）', '请删除药品相关内容后重试'),
  reason(
    'TOP_ITEM_ADD_FAIL',
    'PLAYBOY_ERRORCODE_ITEM_SKU_PROPERTY_KEY_NAME_LENGTH_ILLEGAL',
    '规格名长度不符',
    '规格名需为2至4个字，请修改',
  ),
  reason('TOP_ITEM_EDIT_FAIL', 'C2S2C_DATA_MISSED', '缺少必填属性', '请补全商品属性后重试'),
  reason('TOP_ITEM_ADD_FAIL', 'ITEM_PROPOSE_CHECK_ERROR', '未成年人不能发布虚拟游戏商品', '请更换店铺发布'),
  reason('TOP_ITEM_ADD_FAIL', 'FAIL_BIZ_ITEM_EDIT_TITLE_HAS_EMOJI', '标题含表情符号', '请删除标题中的表情后重试'),
  reason('retry', 'retry', '平台要求重试', '系统繁忙，请稍后重试', true),
  reason(
    'TOP_ITEM_ADD_FAIL',
    'STRONG_VALID_VERIFY_INFO',
    '卖家未签约支付宝收款协议',
    '请在闲鱼App完成认证并签约后重试',
  ),
  reason(
    'TOP_ITEM_EDIT_FAIL',
    'STRONG_VALID_VERIFY_INFO',
    '卖家未签约支付宝收款协议',
    '请在闲鱼App完成认证并签约后重试',
  ),
]

const UNKNOWN_ADVICE = '请按闲鱼给的原因修改后重试'

/**
 * Explains a failed publication. The platform does not say whether `err_code` holds the main code or the sub code, and the sub code
 * also opens `err_msg`: all three places are looked at, the most precise first. An unknown code gets the platform's own text.
 */
export function explainPublishError(errCode: string, errMsg = ''): PublishError {
  const opening = errMsg.split(/[:：]/)[0]?.trim() ?? ''
  return (
    PUBLISH_ERRORS.find((row) => row.code === errCode && row.subCode === opening) ??
    PUBLISH_ERRORS.find((row) => row.subCode === errCode || row.subCode === opening) ??
    PUBLISH_ERRORS.find((row) => row.code === errCode && row.subCode === null) ??
    reason(errCode, null, isReadable(errMsg) ? errMsg : '发布失败', UNKNOWN_ADVICE)
  )
}
