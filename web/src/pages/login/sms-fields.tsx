import { SMS_CODE_MESSAGE, SMS_CODE_PATTERN } from '@huanji/domain/validation'
import { Button } from '../../components/button/button.tsx'
import { CaptchaField } from './captcha-field.tsx'
import { TypedField } from './typed-field.tsx'
import type { useSmsCode } from './use-sms-code.ts'

interface SmsFieldsProps {
  sms: ReturnType<typeof useSmsCode>
  code: string
  setCode: (code: string) => void
}

/** The image captcha and the box for the SMS code with the button that sends one. */
export function SmsFields({ sms, code, setCode }: SmsFieldsProps) {
  return (
    <>
      <CaptchaField captcha={sms.captcha} />
      <TypedField
        label="短信验证码"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onChange={setCode}
        problem={SMS_CODE_PATTERN.test(code) ? '' : SMS_CODE_MESSAGE}
        beside={
          <Button className="login-send" busy={sms.isSending} disabled={sms.left !== null} onClick={sms.send}>
            {sms.left === null ? '获取验证码' : `${sms.left} 秒后重发`}
          </Button>
        }
      />
    </>
  )
}
