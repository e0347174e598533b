import { type FormEvent, useState } from 'react'
import { startApi } from '../../api/start-client.ts'
import { toast } from '../../components/toast/toast.ts'
import { FormNote } from './form-note.tsx'
import { isFilled } from './is-filled.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { OtherWay } from './other-way.tsx'
import { PhoneField } from './phone-field.tsx'
import { SmsFields } from './sms-fields.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useAttempt } from './use-attempt.ts'
import { useSmsCode } from './use-sms-code.ts'

interface ResetFormProps {
  phone: string
  setPhone: (phone: string) => void
  /** Back to the password form, with a new password or without. */
  onBack: () => void
}

/** Sets a new password for whoever can read the phone's messages; signing in with it follows. */
export function ResetForm({ phone, setPhone, onBack }: ResetFormProps) {
  const [captcha, setCaptcha] = useState('')
  const [password, setPassword] = useState('')
  const sms = useSmsCode('resetPassword', phone)
  const attempt = useAttempt()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isFilled(event.currentTarget, 'phone', 'captcha', 'password')) return
    attempt.run(async () => {
      await startApi.merchant.resetPassword({ phone, captcha, password }, { handles: 'all' })
      toast('success', '密码已重设，请用新密码登录')
      onBack()
    })
  }
  return (
    <>
      <h1>重设密码</h1>
      <form onSubmit={submit} noValidate>
        <PhoneField autoComplete="username" value={phone} onChange={setPhone} />
        <SmsFields sms={sms} code={captcha} setCode={setCaptcha} />
        <NewPasswordField label="新密码" name="password" value={password} onChange={setPassword} />
        <p className="muted">重设后，这个手机号在所有设备上的登录都会退出。</p>
        <FormNote text={attempt.problem || sms.problem} />
        <SubmitButton busy={attempt.isRunning}>重设密码</SubmitButton>
      </form>
      <OtherWay question="想起密码了？" name="去登录" go={onBack} />
    </>
  )
}
