import { PHONE_MESSAGE, PHONE_PATTERN } from '@huanji/domain/validation'
import { type FormEvent, useState } from 'react'
import { isRefusal } from '../../api/refusal.ts'
import { startApi } from '../../api/start-client.ts'
import { Button } from '../../components/button/button.tsx'
import { readText } from '../../session/storage.ts'
import { AGREE_FIRST, AgreementTick } from './agreement-tick.tsx'
import { CaptchaField } from './captcha-field.tsx'
import { FormNote } from './form-note.tsx'
import { KeepTick } from './keep-tick.tsx'
import type { SignedIn } from './page.tsx'
import { PhoneField } from './phone-field.tsx'
import { TypedField } from './typed-field.tsx'
import { useAttempt } from './use-attempt.ts'
import { useCaptcha } from './use-captcha.ts'

interface PasswordFormProps {
  keep: boolean
  setKeep: (keep: boolean) => void
  onSignedIn: (answer: SignedIn) => Promise<void>
}

/** Phone and password; the image captcha joins in when the server asks for it. */
export function PasswordForm({ keep, setKeep, onSignedIn }: PasswordFormProps) {
  const [phone, setPhone] = useState(() => readText('loginPhone'))
  const [password, setPassword] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  const [needsCaptcha, setNeedsCaptcha] = useState(false)
  const captcha = useCaptcha(needsCaptcha)
  const attempt = useAttempt()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.run(async () => {
      if (!PHONE_PATTERN.test(phone)) return PHONE_MESSAGE
      if (password === '') return '请输入密码'
      if (needsCaptcha && captcha.code === '') return '请输入图形验证码'
      if (!isAgreed) return AGREE_FIRST
      const proof = needsCaptcha ? { captchaId: captcha.captchaId, captchaCode: captcha.code } : {}
      try {
        await onSignedIn(await startApi.auth.login({ phone, password, ...proof }, { handles: 'all' }))
      } catch (error) {
        if (isRefusal(error, 'CAPTCHA_REQUIRED')) setNeedsCaptcha(true)
        // A captcha serves once, whatever it was used for.
        else if (needsCaptcha) captcha.renew()
        throw error
      }
      return ''
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <PhoneField autoComplete="username" value={phone} onChange={setPhone} />
      <TypedField
        label="密码"
        type="password"
        autoComplete="current-password"
        maxLength={64}
        value={password}
        onChange={setPassword}
        problem=""
      />
      {needsCaptcha ? <CaptchaField captcha={captcha} /> : null}
      <KeepTick keep={keep} setKeep={setKeep} />
      <AgreementTick isAgreed={isAgreed} setAgreed={setAgreed} />
      <FormNote text={attempt.problem} />
      <Button tone="primary" type="submit" className="login-submit" busy={attempt.isRunning}>
        登录
      </Button>
    </form>
  )
}
