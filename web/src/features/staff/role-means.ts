import { limitText } from '../people/role-words.ts'
import type { RoleInfo } from '../people/types.ts'

type Role = Pick<NonNullable<RoleInfo['role']>, 'grants' | 'refundLimitFen'>

/** What an owner is proud of doing alone, each with the right that lets somebody else do it. */
const POWERS = [
  { grant: '/api/bill/v1/list', can: '看账单' },
  { grant: '/api/emp/edit', can: '管员工' },
  { grant: '/api/role/edit', can: '改角色权限' },
] as const

/** What whoever steps back to a role can still do about money and people, and what not any more. */
export function roleMeans({ grants, refundLimitFen }: Role): string {
  const held = POWERS.filter(({ grant }) => grants.includes(grant)).map(({ can }) => can)
  const lost = POWERS.filter(({ grant }) => !grants.includes(grant)).map(({ can }) => can)
  const limit = limitText(refundLimitFen)
  const can = [
    ...held,
    ...(refundLimitFen === 0 ? [] : [`退款（单笔${refundLimitFen === null ? limit : `至多${limit}`}）`]),
  ]
  const cannot = [...lost, ...(refundLimitFen === 0 ? ['退款'] : [])]
  const parts = [
    ...(can.length > 0 ? [`还能${can.join('、')}`] : []),
    ...(cannot.length > 0 ? [`不能${cannot.join('、')}`] : []),
  ]
  return parts.join('，')
}
