/** What a re-check of a phone that came back can find (docs/domain.md §7.5). The first excludes the others. */
export const RECHECK_OUTCOMES = [
  { code: 'asSold', label: '与原报告一致' },
  { code: 'newDamage', label: '新增损伤' },
  { code: 'otherPhone', label: 'IMEI不符' },
  { code: 'partsMissing', label: '配件缺失' },
  { code: 'accountLocked', label: '账号未退出' },
] as const

export type RecheckOutcome = (typeof RECHECK_OUTCOMES)[number]['code']
