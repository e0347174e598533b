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
  const detail = owner.staffId === context.actor.employeeId ? '本人操作' : `${context.actor.employeeName}操作`
  await tell(context, { subjectId: owner.staffId, label: WORDS[change](owner.name), detail }, [owner.phone])
}

/** Tells every owner, in the same way, that the holders of a role may do more over money or people. */
export async function tellOfRole(
  context: CallContext,
  role: { readonly roleId: string; readonly name: string },
  gained: { readonly limit: string | null; readonly grants: string },
): Promise<void> {
  const parts = [
    ...(gained.limit === null ? [] : [`单笔退款改为${gained.limit}`]),
    ...(gained.grants === '' ? [] : [`多了：${gained.grants}`]),
  ]
  const label = `“${role.name}”${parts.join('，')}`
  await tell(context, { subjectId: role.roleId, label, detail: `${context.actor.employeeName}操作` }, [])
}

interface Told {
  readonly subjectId: string
  readonly label: string
  readonly detail: string
}

async function tell({ tx, now, services }: CallContext, told: Told, others: readonly string[]): Promise<void> {
  await raiseNotice(tx, { kind: 'ownersChanged', source: newId(), ...told }, now)
  const phones = new Set([...others, ...(await activeOwners(tx)).map(({ phone }) => phone)])
  const text = shortened(`${told.label}（${told.detail}）`)
  for (const phone of phones) await sendForcedSms(tx, services, { phone, text })
}
