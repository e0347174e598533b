import { startApi } from '../../api/start-client.ts'
import { toast } from '../../components/toast/toast.ts'
import { isFilled } from './is-filled.ts'
import { useAttempt } from './use-attempt.ts'
import { useCaptcha } from './use-captcha.ts'
import { useResendCountdown } from './use-resend-countdown.ts'

/** Sending a code to a phone: the image captcha first, then the countdown until the next one may be sent. */
export function useSmsCode(scene: 'login' | 'signUp' | 'resetPassword', phone: string) {
  const captcha = useCaptcha(true)
  const [left, startCountdown] = useResendCountdown()
  const attempt = useAttempt()
  const send = (box: HTMLInputElement) => {
    if (!isFilled(box.form, 'phone', 'captchaCode')) return
    attempt.run(async () => {
      try {
        await startApi.auth.captchaSend(
          { phone, scene, captchaId: captcha.captchaId, captchaCode: captcha.code },
          { handles: 'all' },
        )
      } catch (error) {
        captcha.renew()
        throw error
      }
      startCountdown()
      toast('success', '验证码已发送，请查看短信')
      // the button that was pressed counts down now, and the code is what is typed next
      box.focus()
    })
  }
  return { captcha, left, send, isSending: attempt.isRunning, problem: attempt.problem }
}
