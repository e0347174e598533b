export type BillTypeCode =
  | 'orderSettlement'
  | 'refund'
  | 'priceDifference'
  | 'serviceFee'
  | 'inspectionFee'
  | 'freight'
  | 'compensation'
  | 'penalty'
  | 'depositFreeze'
  | 'depositUnfreeze'
  | 'withdrawal'
  | 'topUp'
  | 'adjustment'

export interface BillType {
  readonly code: BillTypeCode
  readonly number: number
  readonly label: string
  /** `either` where a row may go both ways: freight earned or paid, a penalty received or owed. */
  readonly direction: 'in' | 'out' | 'either'
}

/** What a bill row may be about (docs/domain.md §8.2); the numbers are those of the list there. */
export const BILL_TYPES: readonly BillType[] = [
  { code: 'orderSettlement', number: 1, label: '货款', direction: 'in' },
  { code: 'refund', number: 2, label: '退款', direction: 'out' },
  { code: 'priceDifference', number: 3, label: '补差', direction: 'out' },
  { code: 'serviceFee', number: 4, label: '平台服务费', direction: 'out' },
  { code: 'inspectionFee', number: 5, label: '质检费', direction: 'out' },
  { code: 'freight', number: 6, label: '运费', direction: 'either' },
  { code: 'compensation', number: 7, label: '赔付', direction: 'either' },
  { code: 'penalty', number: 8, label: '违约金', direction: 'either' },
  { code: 'depositFreeze', number: 9, label: '冻结', direction: 'out' },
  { code: 'depositUnfreeze', number: 10, label: '解冻', direction: 'in' },
  { code: 'withdrawal', number: 11, label: '提现', direction: 'out' },
  { code: 'topUp', number: 12, label: '充值', direction: 'in' },
  { code: 'adjustment', number: 13, label: '调账', direction: 'either' },
]

/** The types that only freeze money, or give it free: what there is stays the same. */
export const FREEZING_TYPES: readonly BillTypeCode[] = ['depositFreeze', 'depositUnfreeze']

/** Whether a row of the type only freezes money, or gives it free: it counts in no order's net, no income and no expense. */
export const isFreezing = (type: BillTypeCode): boolean => FREEZING_TYPES.includes(type)

/** The types that move money between account and bank: it is the merchant's before and after. */
export const BANK_TYPES: readonly BillTypeCode[] = ['withdrawal', 'topUp']

/** Whether a row of the type earns or costs something: what only freezes, and what goes to the bank or comes from it, does not. */
export const isBusiness = (type: BillTypeCode): boolean => !isFreezing(type) && !BANK_TYPES.includes(type)

/** How a bill type reads; the code itself if the list lacked it. */
export function billTypeLabel(code: BillTypeCode): string {
  return BILL_TYPES.find((type) => type.code === code)?.label ?? code
}

/**
 * Refuses a list in which a code or number stands twice, or the numbers leave a gap.
 * @throws Error naming the bill type
 */
export function verifyBillTypes(types: readonly BillType[] = BILL_TYPES): void {
  const codes = new Set<string>()
  for (const [index, type] of types.entries()) {
    if (codes.has(type.code)) throw new Error(`bill types: ${type.code} stands twice`)
    if (type.number !== index + 1) throw new Error(`bill types: ${type.code} should have number ${index + 1}`)
    codes.add(type.code)
  }
}
