import { PHONE_MESSAGE, PHONE_PATTERN, SMS_RESEND_TICKS } from '@huanji/domain/validation'
import { useEffect, useState } from 'react'
import { startApi } from '../../api/start-client.ts'
import { toast } from '../../components/toast/toast.tsx'
import { useAttempt } from './use-attempt.ts'
import { useCaptcha } from './use-captcha.ts'

const TICK_MS = 1000

/** Counts 60, 59 … 0 by the second once started; null while it is not running. */
export function useResendCountdown(): [number | null, () => void] {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    if (left === null) return
    const timer = setTimeout(() => setLeft(left === 0 ? null : left - 1), TICK_MS)
    return () => clearTimeout(timer)
  }, [left])
  return [left, () => setLeft(SMS_RESEND_TICKS - 1)]
}

/** Sending a code to a phone: the image captcha first, then the countdown until the next one may be sent. */
export function useSmsCode(scene: 'login' | 'signUp', phone: string) {
  const captcha = useCaptcha(true)
  const [left, startCountdown] = useResendCountdown()
  const attempt = useAttempt()
  const send = () =>
    attempt.run(async () => {
      if (!PHONE_PATTERN.test(phone)) return PHONE_MESSAGE
      if (captcha.code === '') return '请先输入图形验证码'
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
      return ''
    })
  return { captcha, left, send, isSending: attempt.isRunning, problem: attempt.problem }
}
