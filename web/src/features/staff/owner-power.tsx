import type { GainedPower } from '@huanji/contract/powers'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import type { PowerQuestion } from '../login/power-dialog.tsx'
import { limitText } from '../people/role-words.ts'

const PowerDialog = latePart(async () => (await import('../login/power-dialog.tsx')).PowerDialog)

const TOLD = '所有老板都会收到消息和短信。'
const equalOf = (name: string): string => `${name}将和您一样：能看所有的钱，能改所有的设置和权限，也能停用您。`

/** A role that people hold, as it is before a change. */
interface RoleGaining {
  readonly name: string
  readonly memberCount: number
  readonly refundLimitFen: number | null
}

const limitMeans = (limitFen: number | null): string =>
  limitFen === null ? '可以退任何金额' : `最多可以退${limitText(limitFen)}`

/** What is done about somebody's being an owner, in the words of whoever does it. */
export const POWER_QUESTIONS = {
  made: (name: string): PowerQuestion => ({
    title: `让${name}当老板？`,
    means: [equalOf(name), TOLD],
    ok: `让${name}当老板`,
    tone: 'primary',
  }),
  ended: (name: string, rest: string): PowerQuestion => ({
    title: `不让${name}当老板？`,
    means: [`${name}以后只能做“${rest}”能做的事，要重新登录。`, TOLD],
    ok: '去掉老板',
    tone: 'danger',
  }),
  steppedBack: (rest: string, means = ''): PowerQuestion => ({
    title: '您不当老板了？',
    means: [`您以后只能做“${rest}”能做的事${means === '' ? '' : `：${means}`}。想再当老板，要请别的老板给您。`, TOLD],
    ok: '我不当老板了',
    tone: 'danger',
  }),
  roleGains: (
    role: RoleGaining,
    gained: GainedPower,
    limitFen: number | null,
    titles: ReadonlyMap<string, string>,
  ): PowerQuestion => ({
    title: `让“${role.name}”能做更多？`,
    means: [
      ...(gained.isLimitRaised
        ? [
            `“${role.name}”的 ${role.memberCount} 个人以后一单${limitMeans(limitFen)}，现在是${limitText(role.refundLimitFen)}。`,
          ]
        : []),
      ...(gained.grants.length > 0
        ? [
            `“${role.name}”的 ${role.memberCount} 个人以后还能：${gained.grants.map((one) => titles.get(one) ?? one).join('、')}。`,
          ]
        : []),
      TOLD,
    ],
    ok: '对，保存',
    tone: 'danger',
  }),
  disabled: (name: string): PowerQuestion => ({
    title: `停用老板${name}？`,
    means: [`${name}将立即退出所有设备，不能再登录。以后可以重新启用。`, TOLD],
    ok: `停用${name}`,
    tone: 'danger',
  }),
  enabled: (name: string): PowerQuestion => ({
    title: `重新启用老板${name}？`,
    means: [equalOf(name), TOLD],
    ok: `启用${name}`,
    tone: 'primary',
  }),
  deleted: (name: string): PowerQuestion => ({
    title: `删除老板${name}？`,
    means: [`${name}将立即退出所有设备，账号不能恢复。做过的事会保留，手机号可以重新添加。`, TOLD],
    ok: `删除${name}`,
    tone: 'danger',
  }),
} as const

/** Says what it means and has the person prove who it is; false when it was given up. */
export async function proveFor(question: PowerQuestion): Promise<boolean> {
  return (await openOverlay<true>((close) => <PowerDialog question={question} onClose={close} />)) === true
}
