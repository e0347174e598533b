import { type FormEvent, useState } from 'react'
import { startApi } from '../../api/start-client.ts'
import type { Session } from '../../session/session.ts'
import { AgreementTick, rememberAgreed } from './agreement-tick.tsx'
import { isFilled } from './is-filled.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { OtherWay } from './other-way.tsx'
import { PhoneField } from './phone-field.tsx'
import { SmsFields } from './sms-fields.tsx'
import { SubmitButton } from './submit-button.tsx'
import { TypedField } from './typed-field.tsx'
import { useAttempt } from './use-attempt.ts'
import { useSmsCode } from './use-sms-code.ts'

interface SignUpFormProps {
  onDone: (session: Session) => Promise<void>
  onBack: () => void
}

/** Signs a merchant up; the person who does it is its owner and is signed in at once. */
export function SignUpForm({ onDone, onBack }: SignUpFormProps) {
  const [merchantName, setMerchantName] = useState('')
  const [employeeName, setEmployeeName] = useState('')
  const [phone, setPhone] = useState('')
  const [captcha, setCaptcha] = useState('')
  const [password, setPassword] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  const sms = useSmsCode('signUp', phone)
  const attempt = useAttempt()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isFilled(event.currentTarget, 'merchantName', 'employeeName', 'phone', 'captcha', 'password', 'agreed')) return
    attempt.run(async () => {
      const names = { merchantName: merchantName.trim(), employeeName: employeeName.trim() }
      const input = { ...names, phone, captcha, password, agreed: true as const }
      const session = await startApi.auth.signUp(input, { handles: 'all' })
      rememberAgreed()
      await onDone(session)
    })
  }
  return (
    <>
      <h1>注册商家</h1>
      <form onSubmit={submit} noValidate>
        <TypedField
          label="商家名称"
          name="merchantName"
          type="text"
          autoComplete="organization"
          maxLength={40}
          value={merchantName}
          onChange={setMerchantName}
          problem={merchantName.trim() === '' ? '请填写商家名称' : ''}
        />
        <TypedField
          label="您的姓名"
          name="employeeName"
          type="text"
          autoComplete="name"
          maxLength={20}
          value={employeeName}
          onChange={setEmployeeName}
          problem={employeeName.trim() === '' ? '请填写您的姓名' : ''}
        />
        <PhoneField autoComplete="tel" value={phone} onChange={setPhone} />
        <SmsFields sms={sms} code={captcha} setCode={setCaptcha} />
        <NewPasswordField label="密码" name="password" value={password} onChange={setPassword} />
        <AgreementTick isAgreed={isAgreed} setAgreed={setAgreed} problem={attempt.problem || sms.problem} />
        <SubmitButton busy={attempt.isRunning}>注册并登录</SubmitButton>
      </form>
      <OtherWay question="已有账号？" name="去登录" go={onBack} />
    </>
  )
}
