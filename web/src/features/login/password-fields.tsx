import { buttonClass } from '../../components/button/button-class.ts'
import { cx } from '../../components/class-names.ts'
import { loginContext } from '../../session/session.ts'
import { masked } from './masked.ts'
import { NewPasswordField } from './new-password-field.tsx'
import styles from './password-fields.module.css'
import { SmsCodeField } from './sms-code-field.tsx'
import { TypedField } from './typed-field.tsx'
import { AGAIN_MESSAGE, type NewPasswordForm } from './use-new-password.ts'

function Proof({ form, hasPassword }: { form: NewPasswordForm; hasPassword: boolean }) {
  const { values, change, refused, sms } = form
  return (
    <>
      {form.isByCode ? (
        <>
          <p className="muted">验证码将发送到您的登录手机 {masked(loginContext().loginPhone)}。</p>
          <SmsCodeField
            code={values.captcha}
            setCode={(captcha) => change('captcha', captcha)}
            left={sms.left}
            isSending={sms.isSending}
            send={sms.send}
            refused={refused('captcha')}
          />
        </>
      ) : (
        <TypedField
          label="原密码"
          name="oldPassword"
          type="password"
          autoComplete="current-password"
          maxLength={64}
          value={values.oldPassword}
          onChange={(oldPassword) => change('oldPassword', oldPassword)}
          problem=""
          refused={refused('oldPassword')}
        />
      )}
      {hasPassword ? (
        <button
          type="button"
          className={cx(buttonClass({ tone: 'link', flush: true }), styles.swap)}
          onClick={form.changeProof}
        >
          {form.isByCode ? '改用原密码验证' : '忘记原密码？用短信验证码'}
        </button>
      ) : null}
    </>
  )
}

/** The proof that it is oneself, and the new password twice. */
export function PasswordFields({ form, hasPassword }: { form: NewPasswordForm; hasPassword: boolean }) {
  const { values, change, refused } = form
  return (
    <>
      {/* Tells the browser's password store whose password this is. */}
      <input type="text" autoComplete="username" value={loginContext().loginPhone} readOnly hidden />
      <Proof form={form} hasPassword={hasPassword} />
      <NewPasswordField
        label="新密码"
        name="password"
        value={values.password}
        onChange={(password) => change('password', password)}
        refused={refused('password')}
      />
      <TypedField
        label="再次输入新密码"
        name="again"
        type="password"
        autoComplete="new-password"
        maxLength={16}
        value={values.again}
        onChange={(again) => change('again', again)}
        problem={values.again === values.password ? '' : AGAIN_MESSAGE}
        refused={refused('again')}
      />
    </>
  )
}
