import { CaptchaField } from './captcha-field.tsx'
import { SmsCodeField } from './sms-code-field.tsx'
import type { useSmsCode } from './use-sms-code.ts'

interface SmsFieldsProps {
  sms: ReturnType<typeof useSmsCode>
  code: string
  setCode: (code: string) => void
}

/** The image captcha and the box for the SMS code that it lets a person ask for. */
export function SmsFields({ sms, code, setCode }: SmsFieldsProps) {
  return (
    <>
      <CaptchaField captcha={sms.captcha} />
      <SmsCodeField code={code} setCode={setCode} left={sms.left} isSending={sms.isSending} send={sms.send} />
    </>
  )
}
