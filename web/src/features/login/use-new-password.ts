import type { RefusalCode } from '@huanji/contract/errors'
import { PASSWORD_MESSAGE, PASSWORD_PATTERN, SMS_CODE_MESSAGE, SMS_CODE_PATTERN } from '@huanji/domain/validation'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { isRefusal } from '../../api/refusal.ts'
import { toast } from '../../components/toast/toast.ts'
import { loginAddress } from '../../session/redirect.ts'
import { restartAt } from '../../session/restart.ts'
import { clearSession } from '../../session/session.ts'
import { useAttempt } from './use-attempt.ts'
import { useOwnCode } from './use-own-code.ts'

export const AGAIN_MESSAGE = '两次输入的新密码不一致'

const EMPTY = { oldPassword: '', captcha: '', password: '', again: '' }
type Values = typeof EMPTY
type FieldName = keyof Values

interface Wrong {
  readonly field: FieldName
  readonly text: string
}

/** Which box a refusal is about. */
const FIELD_OF: Partial<Record<RefusalCode, FieldName>> = {
  OLD_PASSWORD_WRONG: 'oldPassword',
  PASSWORD_PROOF_MISSING: 'oldPassword',
  CODE_WRONG: 'captcha',
  CODE_EXPIRED: 'captcha',
  PASSWORD_SAME: 'password',
}

/** The first thing to correct, in the order of the boxes; null when it can be sent. */
function wrongIn(values: Values, isByCode: boolean): Wrong | null {
  if (isByCode && !SMS_CODE_PATTERN.test(values.captcha)) return { field: 'captcha', text: SMS_CODE_MESSAGE }
  if (!isByCode && values.oldPassword === '') return { field: 'oldPassword', text: '请输入原密码' }
  if (!PASSWORD_PATTERN.test(values.password)) return { field: 'password', text: PASSWORD_MESSAGE }
  if (values.again !== values.password) return { field: 'again', text: AGAIN_MESSAGE }
  return null
}

function refusedField(error: unknown): Wrong | null {
  if (!isRefusal(error) || error.bizErrCode === '') return null
  const field = FIELD_OF[error.bizErrCode]
  return field ? { field, text: error.message } : null
}

/** The password is new and every session over: the sign-in follows, and leads back to where the person was. */
async function leave(): Promise<void> {
  const back = loginAddress(location.pathname, location.search)
  clearSession()
  await restartAt(back)
  toast('success', '密码已修改，请用新密码重新登录')
}

/**
 * What is typed for a new password, what is wrong with it, and sending it.
 * @param hasPassword whether there is an old one to prove oneself by; a code does it otherwise
 */
export function useNewPassword(hasPassword: boolean) {
  const [isByCode, setByCode] = useState(!hasPassword)
  const [values, setValues] = useState(EMPTY)
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const sms = useOwnCode(() => api.merchant.captchaSend({}, { handles: 'all' }))
  const attempt = useAttempt()

  const point = (form: HTMLFormElement, found: Wrong): void => {
    setWrong(found)
    const box = form.elements.namedItem(found.field)
    if (box instanceof HTMLInputElement) box.focus()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setWrong(null)
    attempt.run(async () => {
      const found = wrongIn(values, isByCode)
      if (found) return point(form, found)
      const { oldPassword, captcha, password } = values
      try {
        const proof = isByCode ? { captcha } : { oldPassword }
        await api.merchant.updatePassword({ ...proof, password }, { handles: 'all' })
      } catch (error) {
        const refused = refusedField(error)
        if (!refused) throw error
        return point(form, refused)
      }
      await leave()
    })
  }
  return {
    values,
    isByCode,
    sms,
    submit,
    isRunning: attempt.isRunning,
    problem: attempt.problem || sms.problem,
    change: (field: FieldName, value: string) => {
      setValues({ ...values, [field]: value })
      if (wrong?.field === field) setWrong(null)
    },
    changeProof: () => {
      setByCode(!isByCode)
      setWrong(null)
    },
    /** What was found wrong with a box on submitting, or empty. */
    refused: (field: FieldName): string => (wrong?.field === field ? wrong.text : ''),
  }
}

export type NewPasswordForm = ReturnType<typeof useNewPassword>
