import { PASSWORD_MESSAGE, PASSWORD_PATTERN } from '@huanji/domain/validation'
import { isCommonPassword } from './common-passwords.ts'
import { TypedField } from './typed-field.tsx'

interface NewPasswordFieldProps {
  label: string
  name: string
  value: string
  onChange: (password: string) => void
  /** What the server had against it, or empty. */
  refused?: string
}

const RULE = '8到16位，至少包含一个数字和一个字母'
const COMMON = '这个密码很常见，容易被人猜到，建议换一个'

/** The box for a password to be: it says the rule before, and judges by it alone; of a common one it only warns. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  return (
    <TypedField
      {...props}
      type="password"
      autoComplete="new-password"
      maxLength={16}
      hint={isCommonPassword(props.value) ? COMMON : RULE}
      problem={PASSWORD_PATTERN.test(props.value) ? '' : PASSWORD_MESSAGE}
    />
  )
}
