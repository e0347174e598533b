/** A mainland phone number: 11 digits starting with 1 (docs/specification.md §5). */
export const PHONE_PATTERN = /^1\d{10}$/
export const PHONE_MESSAGE = '请输入11位手机号，以1开头'

/** A number on a parcel: a mobile phone, a landline with its area code, or a 400 number. */
export const CONTACT_PHONE_PATTERN = /^(1\d{10}|0\d{2,3}-?\d{7,8}|400-?\d{3}-?\d{4})$/
export const CONTACT_PHONE_MESSAGE = '请输入手机号，或带区号的座机号'

/** The loose numeric box: 1 to 20 digits (docs/specification.md §5). */
export const DIGITS_PATTERN = /^\d{1,20}$/
export const DIGITS_MESSAGE = '请输入1到20位数字'

/** 8 to 16 characters with at least one digit and at least one letter (docs/specification.md §5). */
export const PASSWORD_PATTERN = /^(?=.*\d)(?=.*[A-Za-z]).{8,16}$/
export const PASSWORD_MESSAGE = '密码须为8到16位，至少包含一个数字和一个字母'

/** The code sent by SMS: 6 digits (docs/specification.md §5). */
export const SMS_CODE_PATTERN = /^\d{6}$/
export const SMS_CODE_MESSAGE = '请输入6位数字验证码'

/** Ticks of the countdown before an SMS code may be sent again: 60, 59 … 0 makes 61 (R-CALLS-11). */
export const SMS_RESEND_TICKS = 61

/** Digits of an IMEI (R-CALLS-11). */
export const IMEI_LENGTH = 15

/** True when `text` is an acceptable new password by `PASSWORD_PATTERN`. */
export function isPassword(text: string): boolean {
  return PASSWORD_PATTERN.test(text)
}

/** True when `text` is a mainland phone number by `PHONE_PATTERN`. */
export function isPhone(text: string): boolean {
  return PHONE_PATTERN.test(text)
}
