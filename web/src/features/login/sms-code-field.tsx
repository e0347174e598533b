import { SMS_CODE_MESSAGE, SMS_CODE_PATTERN } from '@huanji/domain/validation'
import { Button } from '../../components/button/button.tsx'
import styles from './form-parts.module.css'
import { TypedField } from './typed-field.tsx'

interface SmsCodeFieldProps {
  label?: string
  name?: string
  code: string
  setCode: (code: string) => void
  /** Seconds until another code may be sent; null when it may. */
  left: number | null
  isSending: boolean
  /** @param box the one that the code goes into, which has the focus once it is sent */
  send: (box: HTMLInputElement) => void
  /** What the server had against the code, or empty. */
  refused?: string
}

/** The box for an SMS code with the button that sends one and counts down to the next. */
export function SmsCodeField({
  label = '短信验证码',
  name = 'captcha',
  code,
  setCode,
  left,
  isSending,
  send,
  refused = '',
}: SmsCodeFieldProps) {
  const sendFor = (field: HTMLElement | null) => {
    const box = field?.querySelector('input')
    if (box) send(box)
  }
  return (
    <TypedField
      label={label}
      name={name}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      value={code}
      onChange={setCode}
      problem={SMS_CODE_PATTERN.test(code) ? '' : SMS_CODE_MESSAGE}
      refused={refused}
      beside={
        <Button
          className={styles.send}
          busy={isSending}
          disabled={left !== null}
          onClick={(event) => sendFor(event.currentTarget.parentElement)}
        >
          {left === null ? '获取验证码' : `${left} 秒后重发`}
        </Button>
      }
    />
  )
}
