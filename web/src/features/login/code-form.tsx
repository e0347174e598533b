import { type FormEvent, useState } from 'react'
import { startApi } from '../../api/start-client.ts'
import { AgreementTick } from './agreement-tick.tsx'
import { isFilled } from './is-filled.ts'
import { KeepTick } from './keep-tick.tsx'
import { SIGN_IN_FORM, type SignInFormProps } from './sign-in-form.ts'
import { SmsFields } from './sms-fields.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useAttempt } from './use-attempt.ts'
import { useSmsCode } from './use-sms-code.ts'

/** The SMS code that goes with the phone. */
export function CodeForm({ phone, keep, setKeep, isAgreed, setAgreed, onSignedIn }: SignInFormProps) {
  const [captcha, setCaptcha] = useState('')
  const sms = useSmsCode('login', phone)
  const attempt = useAttempt()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isFilled(event.currentTarget, 'phone', 'captcha', 'agreed')) return
    attempt.run(async () => onSignedIn(await startApi.auth.loginCaptcha({ phone, captcha, keep }, { handles: 'all' })))
  }
  return (
    <form id={SIGN_IN_FORM} onSubmit={submit} noValidate>
      <SmsFields sms={sms} code={captcha} setCode={setCaptcha} />
      <KeepTick keep={keep} setKeep={setKeep} />
      <AgreementTick isAgreed={isAgreed} setAgreed={setAgreed} problem={attempt.problem || sms.problem} />
      <SubmitButton busy={attempt.isRunning}>登录</SubmitButton>
    </form>
  )
}
