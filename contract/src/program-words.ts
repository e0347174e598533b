import { type ERR_TEXT, fillText, MAY_LACK, REFUSALS, type RefusalCode } from './errors.ts'

/**
 * What a program reads where people are told what to do on a page: a program has no page to load anew. Whatever has no line
 * here reads the same to both.
 */
export const PROGRAM_TEXT: Readonly<Partial<Record<keyof typeof ERR_TEXT | RefusalCode, string>>> = {
  malformed: '{detail}',
  unknownPath: '没有这个接口，请按接口文档核对地址，大小写也要一致',
  wrongMediaType: '请求头 Content-Type 应为 application/json，请求体用 UTF-8 的 JSON',
  keyReused: '这个 idempotency-key 已用于另一项操作：新的操作请换一个，重发时内容要与第一次完全相同',
  keyInFlight: '用这个 idempotency-key 的上一次提交还在处理中，请稍后用它和同样的内容重发，得到第一次的结果',
  NOT_FOUND: '没有这条记录，或已被删除，请核对ID',
  VERSION_CONFLICT: '{who}已于{when}修改过这条记录，请重新读取，用新的 version 再提交',
  NAME_CHANGED: '名称已不是“{name}”{by}，请重新读取后再提交',
  STATE_CHANGED: '当前状态为“{state}”，不能{action}，请重新读取后再决定',
  SECRET_TOLD: '这次提交已经完成，没有再执行一次；密钥只在完成时给出一次，需要密钥请更换',
  UNITS_NOT_CHECKED: '还有{count}台手机没有核对：scans 里要列出订单的每一台',
  BAG_MISSING: '缺少封袋码：这台手机封过袋，要写它的 bagCode',
  BAG_MISMATCH: '封袋码与这台手机不一致；没有封袋的手机不要写 bagCode',
  REGION_UNKNOWN: '没有这个省市区代码',
  MODEL_UNKNOWN: '没有这个机型ID',
  SPU_UNKNOWN: '闲鱼没有这个机型',
  CARRIER_UNKNOWN: '没有这个快递公司代码',
  ADDRESS_NOT_FOUND: '没有这个地址ID，或它不是发货地址',
  BAG_INVALID: '封袋码应为8–20位字母或数字{but?}',
  PHONE_UNKNOWN: '没有找到{kind}“{code}”对应的手机：不存在或不属于本商家',
  REFUND_NOT_RECEIVED: '还有{count}台手机没有签收，请先签收',
  TASK_NOT_GRANTED: '没有“{action}”的权限，请老板开通',
}

/** The sentence of a domain refusal for a program, with the places of it filled. */
export const programRefusal = (code: RefusalCode, values: Readonly<Record<string, string | number>> = {}): string =>
  fillText(PROGRAM_TEXT[code] ?? REFUSALS[code], values)

/** The same as it is told of beforehand: its places by their names, those that may lack left out. */
export const programRefusalText = (code: RefusalCode): string =>
  (PROGRAM_TEXT[code] ?? REFUSALS[code]).replace(MAY_LACK, '')
