import { toast } from '../../components/toast/toast.ts'
import { useAttempt } from './use-attempt.ts'
import { useResendCountdown } from './use-resend-countdown.ts'

/** Sending a code for something that a signed-in person does. @param request asks the server for it */
export function useOwnCode(request: () => Promise<unknown>) {
  const [left, startCountdown] = useResendCountdown()
  const attempt = useAttempt()
  const send = (box: HTMLInputElement) =>
    attempt.run(async () => {
      await request()
      startCountdown()
      toast('success', '验证码已发送，请查看短信')
      box.focus()
    })
  return { left, send, isSending: attempt.isRunning, problem: attempt.problem }
}
