/**
 * The only place where error codes are written.
 * Families: 8001 session, 8002 request, 8003 permission, 8004 conflict, 8005 limit, 8006 domain, 8009 internal.
 */
export const ERR = {
  ok: '0',
  sessionInvalid: '80017101',
  malformed: '80020001',
  tooLarge: '80020002',
  unknownPath: '80020003',
  wrongMediaType: '80020004',
  notGranted: '80030001',
  keyReused: '80040001',
  keyInFlight: '80040002',
  tooMany: '80050001',
  busy: '80050002',
  refused: '80060001',
  internal: '80090001',
  storageUnavailable: '80090002',
} as const

export type ErrCode = (typeof ERR)[keyof typeof ERR]

/** What a person reads when the transport refuses; `{…}` is filled by the gateway. */
export const ERR_TEXT: Record<Exclude<keyof typeof ERR, 'ok' | 'refused'>, string> = {
  sessionInvalid: '登录已失效，请重新登录',
  malformed: '提交的内容有误：{detail}',
  tooLarge: '提交的内容过大，请减少后重试',
  unknownPath: '接口不存在，请刷新页面后重试',
  wrongMediaType: '只接受 JSON 格式的请求',
  notGranted: '没有权限进行此操作，请联系管理员开通',
  keyReused: '该操作编号已用于另一项操作，请刷新页面后重新提交',
  keyInFlight: '上一次提交还在处理中，请稍候查看结果',
  tooMany: '操作过于频繁，请{seconds}秒后再试',
  busy: '系统繁忙，请稍后重试',
  internal: '系统内部错误，请重试；仍有问题请联系客服并提供编号 {reference}',
  storageUnavailable: '数据暂时无法读写：存储空间已满或无法访问，请稍后重试；仍有问题请联系管理员',
}

/** Domain refusals: the stable word in `_bizErrCode` and the default sentence; `{…}` is filled by the handler. */
export const REFUSALS = {
  NOT_FOUND: '记录不存在或已被删除，请刷新后重试',
  VERSION_CONFLICT: '{who}已于{when}修改过这条记录，请查看最新内容后再提交',
  STATE_CHANGED: '当前状态为“{state}”，不能{action}，请刷新后重试',
  // sign-in
  CAPTCHA_WRONG: '图形验证码不正确或已过期，请重新输入',
  CAPTCHA_REQUIRED: '请输入图形验证码',
  CODE_WRONG: '验证码不正确，请核对短信后重新输入',
  CODE_EXPIRED: '验证码已失效，请重新获取',
  CODE_TOO_SOON: '验证码发送过于频繁，请{seconds}秒后再试',
  CODE_DAY_LIMIT: '今日获取验证码次数已达上限，请明天再试或使用密码登录',
  CREDENTIALS_WRONG: '手机号或密码不正确',
  SLOWED_DOWN: '尝试次数过多，请{seconds}秒后再试',
  PHONE_TAKEN: '该手机号已注册商家，请直接登录',
  PHONE_WITHOUT_EMPLOYEE: '该手机号尚未开通账号，请先注册商家或联系管理员添加',
  EMPLOYEE_DISABLED: '账号已停用，请联系管理员',
  TICKET_EXPIRED: '登录已超时，请重新登录',
  PASSWORD_RESET_REQUIRED: '管理员要求重设密码，请使用验证码登录，或通过“忘记密码”设置新密码',
  // passwords and people
  OLD_PASSWORD_WRONG: '原密码不正确，请重新输入',
  PASSWORD_PROOF_MISSING: '请输入原密码，或使用短信验证码',
  PASSWORD_SAME: '新密码与原密码相同，请换一个',
  PHONE_REQUIRED: '请填写手机号',
  PHONE_FIXED: '手机号是登录账号，不能修改；更换手机号请删除后重新添加',
  EMPLOYEE_EXISTS: '该手机号已是本商家的员工：{name}',
  ROLE_NAME_TAKEN: '已有名为“{name}”的角色，请换一个名称',
  ROLE_IN_USE: '还有{count}名员工使用该角色，请先为他们更换角色',
  ROLE_PROTECTED: '“{name}”是系统角色，不能修改或删除',
  GRANT_UNKNOWN: '权限“{grant}”不存在，请刷新页面后重试',
  GRANT_NOT_HELD: '不能授予您自己没有的权限：{grants}',
  REFUND_LIMIT_NOT_HELD: '退款额度不能高于您自己的额度（{limit}）',
  EMPLOYEE_ABOVE_YOU: '{name}拥有您没有的权限，请联系老板操作',
  LAST_OWNER: '至少要保留一名启用中的老板，请先指定另一位老板',
  SELF_CHANGE: '不能{action}自己的账号，请联系其他管理员',
  REGION_UNKNOWN: '省市区不存在，请重新选择',
  ADDRESS_LIMIT: '最多保存{count}个地址，请先删除不用的地址',
  // codes and inspection
  CODE_INVALID: '{message}',
  IMEI_IN_INSPECTION: '该IMEI已有质检中的记录（单号{inspectionNo}）',
  UNIT_ON_SALE: '该设备已在售，不能重复质检',
  UNIT_NOT_FOUND: '条码不存在或不属于本商家',
  MODEL_UNKNOWN: '机型不存在，请重新选择',
  SKU_INCOMPLETE: '请补全规格：{fields}',
  ANSWERS_INVALID: '{message}',
  ANSWERS_MISSING: '还有{count}项未检：{items}',
  OVERRIDE_INVALID: '{message}',
  PHOTO_REUSE_REFUSED: '{message}',
  PHOTO_LINK_INVALID: '拍照链接已失效，请在工作台重新扫码',
  PHOTOS_MISSING: '还缺少照片：{shots}',
  PHOTO_LIMIT: '{message}',
  PHOTO_INVALID: '{message}',
  UPLOAD_EXPIRED: '上传凭证已过期，请重新上传',
  UPLOAD_MISSING: '照片未上传成功，请重新上传',
  BAG_INVALID: '封袋码应为8–20位字母或数字，请重新扫描',
  BAG_USED: '该封袋码已被使用',
  BAG_UNKNOWN: '封袋码不存在或不属于本商家',
  BAG_ALREADY_BOUND: '该设备已绑定封袋码，请先解绑',
  BAG_TOO_EARLY: '质检未完成，不能封袋',
  BAG_MISMATCH: '封袋码与设备不一致',
  BAG_ROLL_OVERLAP: '号段中有{count}个封袋码已登记，请核对起止号',
  BAG_ROLL_USED: '号段中有{count}个封袋码未登记、已使用或已作废，请核对起止号',
  BATCH_COMMON_MISSING: '请先填写批次的机型、规格和质检结果',
  BATCH_GRADE_BELOW: '该机成色为{grade}，低于本批的{batchGrade}，请移出后单独质检',
  BATCH_ROW_TWICE: '与第{row}行重复',
  BATCH_UNITS_BELOW: '有{count}台设备的成色会低于批次，请先移出：{codes}',
  RECORD_SEALED: '该设备已封袋（{bagCode}），请确认同时作废封袋',
  SPU_UNKNOWN: '闲鱼没有这个机型，请重新选择',
  // shops and listings
  SHOP_UNUSABLE: '店铺“{shop}”{reason}，请先在店铺账号中处理',
  UNIT_NOT_LISTABLE: '设备{code}当前为“{state}”，不能上架',
  UNIT_ALREADY_LISTED: '设备{code}已在售，不能重复上架',
  GRADE_NOT_ALLOWED: '{message}',
  TITLE_INVALID: '{message}',
  PRICE_INVALID: '{message}',
  PRICE_NEEDS_CONFIRMATION: '{message}',
  SESSION_CLOSED: '场次已截止报名，请选择其他场次',
  LISTING_HAS_BIDS: '竞拍已有出价，不能{action}',
  MARKETPLACE_REFUSED: '闲鱼拒绝了此操作：{message}',
  MARKETPLACE_UNAVAILABLE: '闲鱼暂时无法连接，请稍后重试',
  // orders
  ORDER_ALREADY_DELIVERED: '订单已发货，请勿重复操作',
  ORDER_NOT_PAID: '订单尚未付款，不能发货',
  ORDER_CLOSED: '订单已关闭，不能发货',
  ORDER_IN_REFUND: '订单售后处理中，不能发货',
  UNIT_NOT_IN_ORDER: '非本订单设备：{code}',
  UNITS_NOT_CHECKED: '还有{count}台设备未核对，请逐台扫描',
  CARRIER_UNKNOWN: '快递公司不存在，请重新选择',
  WAYBILL_INVALID: '运单号应为5–30位字母、数字或短横线',
  ADDRESS_NOT_FOUND: '发货地址不存在，请重新选择',
  // views of lists
  VIEW_LIST_CLOSED: '没有查看该列表的权限，不能保存视图',
  VIEW_NAME_TAKEN: '已有名为“{name}”的视图，请换一个名称',
  VIEW_LIMIT: '每个列表最多保存{count}个视图，请先删除不用的视图',
  VIEW_NOT_YOURS: '“{name}”由{owner}共享，只有{owner}或老板可以修改',
  // long work
  TASK_NOT_GRANTED: '没有“{action}”的权限，请联系管理员开通',
  TASK_INPUT_INVALID: '批量操作的条件有误：{detail}',
  TASK_EMPTY: '没有符合条件的记录，请调整筛选后重试',
  TASK_LIMIT: '您已有{count}个批量操作在进行，请等其中一个完成后再试',
  TASK_DAY_LIMIT: '您24小时内的批量操作已达{count}条记录，请稍后再试或缩小筛选范围',
  TASK_RUNNING: '批量操作还在进行，结束后才能重试',
  TASK_NOTHING_FAILED: '没有失败的记录，无需重试',
} as const satisfies Record<string, string>

export type RefusalCode = keyof typeof REFUSALS

/** Fills the `{…}` places of a sentence; a place without a value stays visible so that it is noticed. */
export function fillText(sentence: string, values: Readonly<Record<string, string | number>> = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => (name in values ? String(values[name]) : place))
}
