import type { DifferenceKind } from '@huanji/domain/fees/reconcile'

/** What two books differ in (docs/domain.md §8.6). */
export const DIFFERENCE_LABELS: Readonly<Record<DifferenceKind, string>> = {
  noBills: '订单没有账单',
  billsWithoutOrder: '账单没有订单',
  settlementDiffers: '与闲鱼结算不符',
  formulaDiffers: '金额算不对',
  fileDiffers: '文件与账单不符',
}

/** The ways to settle a finding, as the buttons say them. */
export const FINDING_WAY_LABELS = {
  makeBills: '补这笔账',
  takeLines: '照结算单补上',
  refetch: '向闲鱼再查一次',
  adjust: '手工记一笔',
  accept: '知道了，先不处理',
} as const

/** What was looked at for a line of a settlement file, before it is taken over. */
export const STATEMENT_ANSWER_LABELS = {
  same: '一致',
  differs: '金额不同',
  missing: '我们没有',
  unknownOrder: '没有这个订单',
  imported: '已导入',
  doubled: '重复',
  foreignShop: '其他店铺',
  otherTrade: '普通商品',
  unread: '看不懂',
} as const
