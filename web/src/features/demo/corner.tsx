import { useEffect, useId, useRef, useState } from 'react'
import { errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { buttonClass } from '../../components/button/button-class.ts'
import { storeText } from '../../session/storage.ts'
import styles from './corner.module.css'
import { type DemoAccount, type DemoFacts, demoApi } from './demo-api.ts'
import { type DemoCornerProps, NO_DEMO } from './demo-corner.tsx'
import { Simulate } from './simulate.tsx'
import { stepInto } from './step-into.ts'
import { fillCode, useInbox } from './use-inbox.ts'

/** What the server says of the demo; null while it has not, and for good where there is none. */
function useDemo(): DemoFacts | null {
  const [facts, setFacts] = useState<DemoFacts | null>(null)
  useEffect(() => {
    let isGone = false
    demoApi.demoCorner.corner({}, { handles: 'all' }).then(
      (answer) => {
        if (!answer.isDemo) storeText(NO_DEMO, 'yes', 'session')
        else if (!isGone) setFacts(answer)
      },
      // a demo without its corner is a demo all the same
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [])
  return facts
}

/** The demo's corner: accounts to step into, the code that was sent, and buyers who do what they are asked. */
export function Corner({ place }: DemoCornerProps) {
  const facts = useDemo()
  if (facts === null) return null
  return place === 'signIn' ? <UnderForms facts={facts} /> : <HeaderMenu facts={facts} />
}

function UnderForms({ facts }: { facts: DemoFacts }) {
  return (
    <section className={styles.underForms} aria-label="演示环境">
      <h2>演示环境</h2>
      <Inbox facts={facts} />
      <Accounts facts={facts} />
    </section>
  )
}

function HeaderMenu({ facts }: { facts: DemoFacts }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => panel.current?.hidePopover()
  return (
    <>
      <button
        type="button"
        className={styles.trigger}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={id}
      >
        演示
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="演示环境"
        className={styles.panel}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen ? (
          <>
            <Inbox facts={facts} />
            {facts.hasBuyers ? <Simulate onLeave={close} /> : null}
            <Accounts facts={facts} />
          </>
        ) : null}
      </div>
    </>
  )
}

/** The code that would have gone to the phone on screen, to be filled in. */
function Inbox({ facts: { hasInbox } }: { facts: DemoFacts }) {
  const inbox = useInbox(hasInbox)
  if (inbox === null) return null
  return (
    <section className={styles.inbox} aria-label="短信收件箱">
      <span>
        {inbox.phone} 收到验证码 <b className="code">{inbox.code}</b>
      </span>
      <Button small tone="primary" onClick={() => fillCode(inbox.code)}>
        填入
      </Button>
    </section>
  )
}

const keyOf = ({ phone, merchantName }: DemoAccount): string => `${phone} ${merchantName}`

/** Who can be stepped into, merchant by merchant. */
function Accounts({ facts: { accounts, password } }: { facts: DemoFacts }) {
  const [entering, setEntering] = useState('')
  const [problem, setProblem] = useState('')
  if (accounts.length === 0) return <p className="muted">没有演示账号，请注册一个商家。</p>
  const enter = (account: DemoAccount) => {
    setEntering(keyOf(account))
    setProblem('')
    stepInto(account, password)
      .catch((error: unknown) => setProblem(errorText(error)))
      .finally(() => setEntering(''))
  }
  return (
    <section aria-label="演示账号">
      {[...Map.groupBy(accounts, ({ merchantName }) => merchantName)].map(([merchantName, people]) => (
        <div key={merchantName} className={styles.merchant}>
          <h3>以谁的身份进入 · {merchantName}</h3>
          <p className={styles.accounts}>
            {people.map((account) => (
              <button
                key={account.phone}
                type="button"
                className={buttonClass({ tone: 'plain', small: true })}
                disabled={entering !== ''}
                title={account.phone}
                onClick={() => enter(account)}
              >
                {account.name} <span className="muted">{account.post}</span>
              </button>
            ))}
          </p>
        </div>
      ))}
      {problem === '' ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
