import { type FormEvent, useState } from 'react'
import { isRefusal } from '../../api/refusal.ts'
import { startApi } from '../../api/start-client.ts'
import { Button } from '../../components/button/button.tsx'
import { AgreementTick } from './agreement-tick.tsx'
import { CaptchaField } from './captcha-field.tsx'
import { isFilled } from './is-filled.ts'
import { KeepTick } from './keep-tick.tsx'
import styles from './password-form.module.css'
import { ResetWays, type Way } from './reset-ways.tsx'
import { SIGN_IN_FORM, type SignInFormProps } from './sign-in-form.ts'
import { SubmitButton } from './submit-button.tsx'
import { TypedField } from './typed-field.tsx'
import { useAttempt } from './use-attempt.ts'
import { useCaptcha } from './use-captcha.ts'

interface PasswordFormProps extends SignInFormProps {
  setWay: (way: Way) => void
}

/** The password that goes with the phone; the image captcha joins in when the server asks for it. */
export function PasswordForm({ phone, keep, setKeep, isAgreed, setAgreed, onSignedIn, setWay }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const [needsCaptcha, setNeedsCaptcha] = useState(false)
  const captcha = useCaptcha(needsCaptcha)
  const attempt = useAttempt()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isFilled(event.currentTarget)) return
    attempt.run(async () => {
      const proof = needsCaptcha ? { captchaId: captcha.captchaId, captchaCode: captcha.code } : {}
      try {
        await onSignedIn(await startApi.auth.login({ phone, password, keep, ...proof }, { handles: 'all' }))
      } catch (error) {
        // A captcha serves once, whatever it was used for.
        if (needsCaptcha) captcha.renew()
        else if (isRefusal(error, 'CAPTCHA_REQUIRED')) setNeedsCaptcha(true)
        throw error
      }
    })
  }
  return (
    <form id={SIGN_IN_FORM} onSubmit={submit} noValidate>
      <TypedField
        label="密码"
        type="password"
        autoComplete="current-password"
        maxLength={64}
        value={password}
        onChange={setPassword}
        problem={password === '' ? '请输入密码' : ''}
      />
      {needsCaptcha ? <CaptchaField captcha={captcha} /> : null}
      <div className={styles.row}>
        <KeepTick keep={keep} setKeep={setKeep} />
        <Button tone="link" onClick={() => setWay('reset')}>
          忘记密码
        </Button>
      </div>
      <AgreementTick isAgreed={isAgreed} setAgreed={setAgreed} problem={attempt.problem} />
      <ResetWays code={attempt.code} setWay={setWay} />
      <SubmitButton busy={attempt.isRunning}>登录</SubmitButton>
    </form>
  )
}
