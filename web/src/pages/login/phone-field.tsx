import { PHONE_MESSAGE, PHONE_PATTERN } from '@huanji/domain/validation'
import { TypedField } from './typed-field.tsx'

interface PhoneFieldProps {
  value: string
  onChange: (phone: string) => void
  /** `username` where the browser may fill in a known account. */
  autoComplete: 'username' | 'tel'
  /** The id of the form that it belongs to, where it stands outside of it. */
  form?: string
}

/** The box for the phone that a person signs in with. */
export function PhoneField(props: PhoneFieldProps) {
  return (
    <TypedField
      {...props}
      label="手机号"
      type="tel"
      maxLength={11}
      problem={PHONE_PATTERN.test(props.value) ? '' : PHONE_MESSAGE}
    />
  )
}
