import type { CallContext } from '../../gateway/handler.ts'
import { newId } from '../../platform/ids.ts'
import { sendForcedSms } from '../auth/sms.ts'
import { raiseNotice } from '../notice/raise.ts'
import { activeOwners, type EmployeeRow } from './employee-store.ts'

/** What became of an owner. */
export type OwnerChange = 'made' | 'ended' | 'disabled' | 'enabled' | 'deleted' | 'moved'

const WORDS: Readonly<Record<OwnerChange, (name: string) => string>> = {
  made: (name) => `${name}当了老板`,
  ended: (name) => `${name}不再是老板`,
  disabled: (name) => `老板${name}被停用`,
  enabled: (name) => `老板${name}重新启用`,
  deleted: (name) => `老板${name}被删除`,
  moved: (name) => `老板${name}换了手机号`,
}

/** What an edit does about somebody's being an owner; null where it leaves that as it is. */
export const changeOf = (was: boolean, becomes: boolean): 'made' | 'ended' | null =>
  was === becomes ? null : becomes ? 'made' : 'ended'

/** A provider's template takes no longer a word. */
const SMS_CHARACTERS = 35

const shortened = (text: string): string =>
  text.length <= SMS_CHARACTERS ? text : `${text.slice(0, SMS_CHARACTERS - 1)}…`

type Owner = Pick<EmployeeRow, 'staffId' | 'name' | 'phone'>

/**
 * Tells every owner of it in the bell, and those who work, with the one that it is about, by SMS at once: in the
 * transaction in which it happens, so that nobody takes a shop unseen.
 */
export async function tellOwners(context: CallContext, owner: Owner, change: OwnerChange): Promise<void> {
  const { tx, actor, now, services } = context
  const label = WORDS[change](owner.name)
  const detail = owner.staffId === actor.employeeId ? '本人操作' : `${actor.employeeName}操作`
  const notice = { kind: 'ownersChanged', source: newId(), subjectId: owner.staffId, label, detail } as const
  await raiseNotice(tx, notice, now)
  const phones = new Set([owner.phone, ...(await activeOwners(tx)).map(({ phone }) => phone)])
  for (const phone of phones) await sendForcedSms(tx, services, { phone, text: shortened(`${label}（${detail}）`) })
}
