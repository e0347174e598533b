import { PASSWORD_MESSAGE, PASSWORD_PATTERN } from '@huanji/domain/validation'
import { TypedField } from './typed-field.tsx'

interface NewPasswordFieldProps {
  label: string
  value: string
  onChange: (password: string) => void
  name?: string
  /** What the server had against it, or empty. */
  refused?: string
}

/** The box for a password to be: it says the rule before, and judges by it. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  return (
    <TypedField
      {...props}
      type="password"
      autoComplete="new-password"
      maxLength={16}
      hint="8到16位，至少包含一个数字和一个字母"
      problem={PASSWORD_PATTERN.test(props.value) ? '' : PASSWORD_MESSAGE}
    />
  )
}
