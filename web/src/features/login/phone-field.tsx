import { PHONE_MESSAGE, PHONE_PATTERN } from '@huanji/domain/validation'
import { TypedField } from './typed-field.tsx'

interface PhoneFieldProps {
  value: string
  onChange: (phone: string) => void
  /** `username` where the browser may fill in a known account. */
  autoComplete: 'username' | 'tel' | 'off'
  label?: string
  /** What was found wrong with it on submitting, or empty. */
  refused?: string
  /** The id of the form that it belongs to, where it stands outside of it. */
  form?: string
}

/** The number in what was typed or pasted: `138 0013 8000`, `+86 138-0013-8000`. Signs go first, and only then what is too much. */
const phoneIn = (text: string): string =>
  text
    .replace(/\D/g, '')
    .replace(/^(00)?86(?=1)/, '')
    .slice(0, 11)

/** The box for the phone that a person signs in with. */
export function PhoneField({ onChange, label = '手机号', ...props }: PhoneFieldProps) {
  return (
    <TypedField
      {...props}
      label={label}
      name="phone"
      type="tel"
      onChange={(text) => onChange(phoneIn(text))}
      problem={PHONE_PATTERN.test(props.value) ? '' : PHONE_MESSAGE}
    />
  )
}
