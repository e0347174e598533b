import styles from './form-parts.module.css'
import { TypedField } from './typed-field.tsx'
import type { Captcha } from './use-captcha.ts'

/** The box for an image captcha beside its picture; a press on the picture brings another one. */
export function CaptchaField({ captcha }: { captcha: Captcha }) {
  return (
    <TypedField
      label="图形验证码"
      name="captchaCode"
      type="text"
      autoComplete="off"
      maxLength={8}
      value={captcha.code}
      onChange={captcha.setCode}
      problem={captcha.code === '' ? '请输入图形验证码' : ''}
      beside={
        <button
          type="button"
          className={styles.captcha}
          aria-label={captcha.image ? '换一张图形验证码' : '点击获取图形验证码'}
          title="看不清？换一张"
          onClick={captcha.renew}
        >
          {captcha.image ? <img src={captcha.image} alt="图形验证码" width={150} height={50} /> : '点击获取'}
        </button>
      }
    />
  )
}
