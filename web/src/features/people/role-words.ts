import { formatFen } from '@huanji/domain/money'
import type { RoleRow } from './types.ts'

/** A refund limit in fen as a person reads it: 不限 without one, a dash where nothing can be paid back. */
export function limitText(limitFen: number | null): string {
  if (limitFen === null) return '不限'
  return limitFen === 0 ? '—' : formatFen(limitFen)
}

/** A role in one line, to choose it by: how much it may do and how much it may pay back. */
export function roleLine(role: Pick<RoleRow, 'isProtected' | 'grantCount' | 'refundLimitFen'>): string {
  if (role.isProtected) return '什么都能看、都能做，包括停用您。只有老板能给'
  const { refundLimitFen } = role
  const refund =
    refundLimitFen === 0
      ? '不能退款'
      : `单笔退款${refundLimitFen === null ? '不限' : `至多${limitText(refundLimitFen)}`}`
  return `能做${role.grantCount}件事，${refund}`
}

const NAMED_AT_MOST = 6

/**
 * What a version of a role has that another one lacks, by name: a person compares two versions by it.
 * @param titles what each grant is called (`grantTitles`)
 */
export function grantsText(
  titles: ReadonlyMap<string, string>,
  grants: readonly string[],
  others: readonly string[],
): string {
  // pages that open from different lists may be called the same
  const extra = [
    ...new Set(grants.filter((grant) => !others.includes(grant)).map((grant) => titles.get(grant) ?? grant)),
  ]
  if (extra.length === 0) return '没有多出的页面或操作'
  const rest = extra.length > NAMED_AT_MOST ? `等${extra.length}项` : ''
  return `另一版本没有：${extra.slice(0, NAMED_AT_MOST).join('、')}${rest}`
}
