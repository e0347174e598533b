import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { safeRedirect } from '../../app/redirect.ts'
import { restartAt } from '../../app/restart.ts'
import { type Session, storeSession } from '../../session/session.ts'
import { Wordmark } from '../../shell/wordmark.tsx'
import { ChooseMerchant, type MerchantChoice } from './choose-merchant.tsx'
import { CodeForm } from './code-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { Showcase } from './showcase.tsx'
import './login.css'

// Signing up is done once; signing in, every day.
const SignUpForm = lazy(lazyPage(async () => ({ default: (await import('./sign-up-form.tsx')).SignUpForm })))

type Way = 'password' | 'code' | 'signUp'

/** What a sign-in answers: a session, or a ticket with the merchants to choose from. */
export type SignedIn = Session | MerchantChoice

const TABS = [
  { way: 'password', name: '手机号密码登录' },
  { way: 'code', name: '验证码登录' },
] as const

/** Signing in by password or code, choosing among several merchants, and signing a merchant up. */
export default function LoginPage() {
  const { search } = useLocation()
  const [way, setWay] = useState<Way>('password')
  const [choice, setChoice] = useState<MerchantChoice | null>(null)
  const [keep, setKeep] = useState(false)

  const enter = async (session: Session) => {
    storeSession(session, keep)
    await restartAt(safeRedirect(search))
  }
  const onSignedIn = async (answer: SignedIn) => {
    if ('ticket' in answer) setChoice(answer)
    else await enter(answer)
  }
  return (
    <div className="login">
      <Showcase />
      <main className="login-main">
        <div className="login-card">
          <Wordmark />
          {choice ? (
            <ChooseMerchant choice={choice} onChosen={enter} onBack={() => setChoice(null)} />
          ) : way === 'signUp' ? (
            <Suspense fallback={null}>
              <SignUpForm onDone={enter} onBack={() => setWay('password')} />
            </Suspense>
          ) : (
            <>
              <h1>登录</h1>
              <fieldset className="login-tabs" aria-label="登录方式">
                {TABS.map((tab) => (
                  <button key={tab.way} type="button" aria-pressed={tab.way === way} onClick={() => setWay(tab.way)}>
                    {tab.name}
                  </button>
                ))}
              </fieldset>
              {way === 'password' ? (
                <PasswordForm keep={keep} setKeep={setKeep} onSignedIn={onSignedIn} />
              ) : (
                <CodeForm keep={keep} setKeep={setKeep} onSignedIn={onSignedIn} />
              )}
              <p className="login-other">
                还没有账号？
                <button type="button" className="btn btn-link" onClick={() => setWay('signUp')}>
                  注册商家
                </button>
              </p>
            </>
          )}
        </div>
      </main>
    </div>
  )
}
