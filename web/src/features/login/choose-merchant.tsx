import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { useState } from 'react'
import { startApi } from '../../api/start-client.ts'
import { buttonClass } from '../../components/button/button-class.ts'
import { Icon } from '../../components/icon/icon.tsx'
import type { Session } from '../../session/session.ts'
import styles from './choose-merchant.module.css'
import { FormNote } from './form-note.tsx'
import { ResetWays, type Way } from './reset-ways.tsx'
import { useAttempt } from './use-attempt.ts'

export type MerchantChoice = Extract<OutputOf<Calls['auth']['login']>, { ticket: string }>

interface ChooseMerchantProps {
  choice: MerchantChoice
  onChosen: (session: Session) => Promise<void>
  /** Gives the choice up and goes on in another way. */
  setWay: (way: Way) => void
}

/** One phone can work for several merchants: here it is said for which one. */
export function ChooseMerchant({ choice, onChosen, setWay }: ChooseMerchantProps) {
  const attempt = useAttempt()
  const [chosen, setChosen] = useState('')
  const choose = (employeeId: string) => {
    setChosen(employeeId)
    attempt.run(async () => {
      await onChosen(await startApi.auth.loginAffirm({ ticket: choice.ticket, employeeId }, { handles: 'all' }))
    })
  }
  return (
    <>
      <h1>选择商家</h1>
      <p className="muted">您的手机号在多个商家下有账号，请选择本次登录的商家。</p>
      <ul className={styles.merchants}>
        {choice.candidates.map((candidate) => (
          <li key={candidate.employeeId}>
            <button
              type="button"
              disabled={attempt.isRunning}
              aria-busy={attempt.isRunning && chosen === candidate.employeeId}
              onClick={() => choose(candidate.employeeId)}
            >
              <Icon name="shop" size={20} />
              <b>{candidate.merchantName}</b>
              <span className="muted">{candidate.roleNames.join('、') || candidate.employeeName}</span>
              <Icon name="right" />
            </button>
          </li>
        ))}
      </ul>
      <FormNote text={attempt.problem} />
      <ResetWays code={attempt.code} setWay={setWay} />
      <button type="button" className={buttonClass({ tone: 'link', flush: true })} onClick={() => setWay('password')}>
        返回重新登录
      </button>
    </>
  )
}
