import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { isRefusal } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { toast } from '../../components/toast/toast.ts'
import { PUBLIC_PAGES } from '../../session/public-pages.ts'
import { restartAt } from '../../session/restart.ts'
import { clearSession, loginContext } from '../../session/session.ts'
import { FormNote } from './form-note.tsx'
import { isFilled } from './is-filled.ts'
import { masked } from './masked.ts'
import { PhoneField } from './phone-field.tsx'
import { SmsCodeField } from './sms-code-field.tsx'
import { useAttempt } from './use-attempt.ts'
import { useOwnCode } from './use-own-code.ts'

const WIDTH_PX = 460
const FORM_ID = 'own-phone'
const EMPTY = { oldCaptcha: '', phone: '', newCaptcha: '' }
const NOTHING_WRONG = { field: '', text: '' }

/** The number is another one and every session over: the sign-in follows. */
async function leave(): Promise<void> {
  clearSession()
  await restartAt(PUBLIC_PAGES.login.path)
  toast('success', '手机号已更换，请用新手机号登录')
}

/** What is typed for another number, and sending it. */
function useNewPhone() {
  const [values, setValues] = useState(EMPTY)
  const [wrong, setWrong] = useState(NOTHING_WRONG)
  const ofOld = useOwnCode(() => api.ownSessions.sendPhoneCode({}, { handles: 'all' }))
  const ofNew = useOwnCode(() => api.ownSessions.sendPhoneCode({ phone: values.phone }, { handles: 'all' }))
  const sendToNew = (box: HTMLInputElement) => {
    if (isFilled(box.form, 'phone')) ofNew.send(box)
  }
  const attempt = useAttempt()
  useLeaveGuard(() => Object.values(values).some((typed) => typed !== ''))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setWrong(NOTHING_WRONG)
    if (!isFilled(form)) return
    attempt.run(async () => {
      try {
        await api.ownSessions.changePhone(values, { handles: 'all' })
      } catch (error) {
        if (!isRefusal(error) || !error.field) throw error
        setWrong({ field: error.field, text: error.message })
        const box = form.elements.namedItem(error.field)
        if (box instanceof HTMLInputElement) box.focus()
        return
      }
      await leave()
    })
  }
  const change = (field: keyof typeof EMPTY) => (value: string) => {
    setValues({ ...values, [field]: value })
    if (wrong.field === field) setWrong(NOTHING_WRONG)
  }
  const refused = (field: keyof typeof EMPTY): string => (wrong.field === field ? wrong.text : '')
  const problem = attempt.problem || ofOld.problem || ofNew.problem
  return {
    values,
    change,
    refused,
    ofOld,
    ofNew: { ...ofNew, send: sendToNew },
    submit,
    isRunning: attempt.isRunning,
    problem,
  }
}

/** 更换手机号: one's own, proven by a code to the old number and one to the new. */
export function PhoneDialog({ onClose }: { onClose: () => void }) {
  const form = useNewPhone()
  const { values, change, refused, ofOld, ofNew } = form
  return (
    <Dialog
      title="更换手机号"
      widthPx={WIDTH_PX}
      closable={!form.isRunning}
      onClose={onClose}
      footer={
        <>
          <Button disabled={form.isRunning} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone="primary" type="submit" form={FORM_ID} busy={form.isRunning}>
            换成新手机号
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={form.submit} noValidate>
        <p className="muted">现在的手机号：{masked(loginContext().loginPhone)}。旧号、新号都要能收短信。</p>
        <SmsCodeField
          label="旧手机号收到的验证码"
          name="oldCaptcha"
          code={values.oldCaptcha}
          setCode={change('oldCaptcha')}
          refused={refused('oldCaptcha')}
          {...{ left: ofOld.left, isSending: ofOld.isSending, send: ofOld.send }}
        />
        <PhoneField
          label="新手机号"
          autoComplete="off"
          value={values.phone}
          onChange={change('phone')}
          refused={refused('phone')}
        />
        <SmsCodeField
          label="新手机号收到的验证码"
          name="newCaptcha"
          code={values.newCaptcha}
          setCode={change('newCaptcha')}
          refused={refused('newCaptcha')}
          {...{ left: ofNew.left, isSending: ofNew.isSending, send: ofNew.send }}
        />
        <p className="muted">
          换好后，您在这家店的登录都会退出，请用新手机号登录；密码不变，您做过的事、能做的事也不变。
        </p>
        <FormNote text={form.problem} />
      </form>
    </Dialog>
  )
}
