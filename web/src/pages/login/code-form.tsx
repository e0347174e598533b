import { PHONE_MESSAGE, PHONE_PATTERN, SMS_CODE_MESSAGE, SMS_CODE_PATTERN } from '@huanji/domain/validation'
import { type FormEvent, useState } from 'react'
import { startApi } from '../../api/start-client.ts'
import { AGREE_FIRST, AgreementTick } from './agreement-tick.tsx'
import { FormNote } from './form-note.tsx'
import { KeepTick } from './keep-tick.tsx'
import { SIGN_IN_FORM, type SignInFormProps } from './sign-in-form.ts'
import { SmsFields } from './sms-fields.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useAttempt } from './use-attempt.ts'
import { useSmsCode } from './use-sms-code.ts'

/** The SMS code that goes with the phone. */
export function CodeForm({ phone, keep, setKeep, onSignedIn }: SignInFormProps) {
  const [captcha, setCaptcha] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  const sms = useSmsCode('login', phone)
  const attempt = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.run(async () => {
      if (!PHONE_PATTERN.test(phone)) return PHONE_MESSAGE
      if (!SMS_CODE_PATTERN.test(captcha)) return SMS_CODE_MESSAGE
      if (!isAgreed) return AGREE_FIRST
      await onSignedIn(await startApi.auth.loginCaptcha({ phone, captcha }, { handles: 'all' }))
      return ''
    })
  }
  return (
    <form id={SIGN_IN_FORM} onSubmit={submit} noValidate>
      <SmsFields sms={sms} code={captcha} setCode={setCaptcha} />
      <KeepTick keep={keep} setKeep={setKeep} />
      <AgreementTick isAgreed={isAgreed} setAgreed={setAgreed} />
      <FormNote text={attempt.problem || sms.problem} />
      <SubmitButton busy={attempt.isRunning}>登录</SubmitButton>
    </form>
  )
}
