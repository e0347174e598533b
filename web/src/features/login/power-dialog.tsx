import { SMS_CODE_MESSAGE, SMS_CODE_PATTERN } from '@huanji/domain/validation'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { isRefusal } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { buttonClass } from '../../components/button/button-class.ts'
import { cx } from '../../components/class-names.ts'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { loginContext } from '../../session/session.ts'
import { FormNote } from './form-note.tsx'
import { masked } from './masked.ts'
import styles from './power-dialog.module.css'
import { SmsCodeField } from './sms-code-field.tsx'
import { TypedField } from './typed-field.tsx'
import { useAttempt } from './use-attempt.ts'
import { useOwnCode } from './use-own-code.ts'

/** What is about to be done about somebody's being an owner. */
export interface PowerQuestion {
  readonly title: string
  /** What it means, a sentence each. */
  readonly means: readonly string[]
  /** What the button does. */
  readonly ok: string
  readonly tone: 'primary' | 'danger'
}

interface PowerDialogProps {
  question: PowerQuestion
  onClose: (proven?: true) => void
}

const WIDTH_PX = 460
const FORM_ID = 'owner-power'
const NOTHING_WRONG = { field: '', text: '' }

/** What is typed to prove oneself, and proving it. */
function useProof(hasPassword: boolean, onProven: () => void) {
  const [isByCode, setByCode] = useState(!hasPassword)
  const [password, setPassword] = useState('')
  const [captcha, setCaptcha] = useState('')
  const [wrong, setWrong] = useState(NOTHING_WRONG)
  const sms = useOwnCode(() => api.ownSessions.sendProofCode({}, { handles: 'all' }))
  const attempt = useAttempt()
  const point = (form: HTMLFormElement, field: string, text: string) => {
    setWrong({ field, text })
    const box = form.elements.namedItem(field)
    if (box instanceof HTMLInputElement) box.focus()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setWrong(NOTHING_WRONG)
    if (isByCode && !SMS_CODE_PATTERN.test(captcha)) return point(form, 'captcha', SMS_CODE_MESSAGE)
    if (!isByCode && password === '') return point(form, 'password', '请输入您的登录密码')
    attempt.run(async () => {
      try {
        await api.ownSessions.prove(isByCode ? { captcha } : { password }, { handles: 'all' })
      } catch (error) {
        if (!isRefusal(error) || !error.field) throw error
        return point(form, error.field, error.message)
      }
      onProven()
    })
  }
  const swap = () => {
    setByCode(!isByCode)
    setWrong(NOTHING_WRONG)
  }
  return {
    isByCode,
    password,
    setPassword,
    captcha,
    setCaptcha,
    sms,
    submit,
    swap,
    isRunning: attempt.isRunning,
    problem: attempt.problem || sms.problem,
    refused: (field: string): string => (wrong.field === field ? wrong.text : ''),
  }
}

function ProofFields({ proof, hasPassword }: { proof: ReturnType<typeof useProof>; hasPassword: boolean }) {
  const { isByCode, sms, refused } = proof
  return (
    <>
      <input type="text" autoComplete="username" value={loginContext().loginPhone} readOnly hidden />
      {isByCode ? (
        <>
          <p className="muted">验证码将发送到您的登录手机 {masked(loginContext().loginPhone)}。</p>
          <SmsCodeField
            code={proof.captcha}
            setCode={proof.setCaptcha}
            left={sms.left}
            isSending={sms.isSending}
            send={sms.send}
            refused={refused('captcha')}
          />
        </>
      ) : (
        <TypedField
          label="您的登录密码"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={64}
          value={proof.password}
          onChange={proof.setPassword}
          problem=""
          refused={refused('password')}
        />
      )}
      {hasPassword ? (
        <button
          type="button"
          className={cx(buttonClass({ tone: 'link', flush: true }), styles.swap)}
          onClick={proof.swap}
        >
          {isByCode ? '改用密码' : '忘记密码？用短信验证码'}
        </button>
      ) : null}
    </>
  )
}

function Question({ question, hasPassword, onClose }: PowerDialogProps & { hasPassword: boolean }) {
  const proof = useProof(hasPassword, () => onClose(true))
  const { title, means, ok, tone } = question
  return (
    <Dialog
      title={title}
      widthPx={WIDTH_PX}
      closable={!proof.isRunning}
      onClose={() => onClose()}
      footer={
        <>
          <Button disabled={proof.isRunning} onClick={() => onClose()}>
            先不改
          </Button>
          <Button tone={tone} type="submit" form={FORM_ID} busy={proof.isRunning}>
            {ok}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={proof.submit} noValidate>
        <div className={styles.means}>
          {means.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        <ProofFields proof={proof} hasPassword={hasPassword} />
        <FormNote text={proof.problem} />
      </form>
    </Dialog>
  )
}

/** Says what it means that somebody becomes an owner or is none any more, and has the person prove who it is. */
export function PowerDialog({ question, onClose }: PowerDialogProps) {
  const query = useQuery(queryOf(api.merchant.existPassword, {}))
  if (query.data) return <Question question={question} hasPassword={query.data.exists} onClose={onClose} />
  return (
    <Dialog title={question.title} widthPx={WIDTH_PX} onClose={() => onClose()}>
      <DetailPending query={query} waiting={LOADING}>
        {() => null}
      </DetailPending>
    </Dialog>
  )
}
