import { Suspense, startTransition, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lateDecoration, latePart } from '../../components/late/late-part.ts'
import { endedBecause, parkedPage } from '../../components/parked/parked.ts'
import { Wordmark } from '../../components/wordmark/wordmark.tsx'
import { safeRedirect } from '../../session/redirect.ts'
import { restartAt } from '../../session/restart.ts'
import { type Session, storeSession } from '../../session/session.ts'
import { readText } from '../../session/storage.ts'
import { DemoCorner } from '../demo/demo-corner.tsx'
import { hasAgreed, rememberAgreed } from './agreement-tick.tsx'
import type { MerchantChoice } from './choose-merchant.tsx'
import styles from './login-page.module.css'
import { OtherWay } from './other-way.tsx'
import { PasswordForm } from './password-form.tsx'
import { PhoneField } from './phone-field.tsx'
import type { Way } from './reset-ways.tsx'
import { SIGN_IN_FORM, type SignedIn, type SignInFormProps } from './sign-in-form.ts'

// Most people sign in by password for one merchant, every day: the rest comes when it is wanted.
const CodeForm = latePart(async () => (await import('./code-form.tsx')).CodeForm)
const ChooseMerchant = latePart(async () => (await import('./choose-merchant.tsx')).ChooseMerchant)
const SignUpForm = latePart(async () => (await import('./sign-up-form.tsx')).SignUpForm)
const ResetForm = latePart(async () => (await import('./reset-form.tsx')).ResetForm)

/** Decoration: it holds nothing back, and where it does not come nothing is missed. */
const Showcase = lateDecoration(async () => (await import('./showcase.tsx')).Showcase)

const TABS = [
  { way: 'password', name: '手机号密码登录' },
  { way: 'code', name: '验证码登录' },
] as const

/** Signing in by password or code, choosing among several merchants, signing a merchant up, and a forgotten password. */
export function LoginPage() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [chosen, goWay] = useState<Way>('password')
  const isNew = new URLSearchParams(search).has(SIGN_UP)
  const way = isNew ? 'signUp' : chosen
  // One phone for all forms: what was typed in one is there in the next.
  const [phone, setPhone] = useState(() => readText('loginPhone'))
  const [choice, setChoice] = useState<MerchantChoice | null>(null)
  const [keep, setKeep] = useState(false)
  const [isAgreed, setAgreed] = useState(hasAgreed)

  // What is on screen stays until the next form has come.
  const setWay = (next: Way) =>
    startTransition(() => {
      setChoice(null)
      if (next === 'signUp') return void navigate({ search: withSignUp(search, true) })
      goWay(next)
      if (isNew) void navigate({ search: withSignUp(search, false) }, { replace: true })
    })
  const enter = async (session: Session) => {
    storeSession(session)
    await restartAt(safeRedirect(search))
  }
  const onSignedIn = async (answer: SignedIn) => {
    rememberAgreed()
    if ('ticket' in answer) startTransition(() => setChoice(answer))
    else await enter(answer)
  }
  const form = { phone, keep, setKeep, isAgreed, setAgreed, onSignedIn }
  return (
    <div className={styles.login}>
      <aside className={styles.show} aria-label="产品介绍">
        <Suspense fallback={null}>
          <Showcase />
        </Suspense>
      </aside>
      <main className={styles.main}>
        <div className={styles.card}>
          <Wordmark className={styles.sign} />
          <WhyHere />
          <Suspense fallback={null}>
            {choice ? (
              <ChooseMerchant choice={choice} onChosen={enter} setWay={setWay} />
            ) : way === 'signUp' ? (
              <SignUpForm onDone={enter} onBack={() => setWay('password')} />
            ) : way === 'reset' ? (
              <ResetForm phone={phone} setPhone={setPhone} onBack={() => setWay('password')} />
            ) : (
              <SignIn way={way} setWay={setWay} setPhone={setPhone} {...form} />
            )}
          </Suspense>
          <DemoCorner place="signIn" />
        </div>
      </main>
    </div>
  )
}

/** Signing up has an address of its own, so that it can be linked to and the back button leaves it. */
const SIGN_UP = 'new'

function withSignUp(search: string, isNew: boolean): string {
  const query = new URLSearchParams(search)
  if (isNew) query.set(SIGN_UP, '1')
  else query.delete(SIGN_UP)
  return query.toString()
}

/** Why somebody who was at work has to sign in again, and what became of their work. */
function WhyHere() {
  const why = endedBecause()
  if (!why) return null
  return (
    <p className={styles.why} role="status">
      {why}。{parkedPage() ? '没有提交的内容还在，用同一账号登录后可以接着做。' : ''}
    </p>
  )
}

interface SignInProps extends SignInFormProps {
  way: Way
  setWay: (way: Way) => void
  setPhone: (phone: string) => void
}

function SignIn({ way, setWay, setPhone, ...form }: SignInProps) {
  return (
    <>
      <h1>登录</h1>
      <fieldset className={styles.tabs} aria-label="登录方式">
        {TABS.map((tab) => (
          <button key={tab.way} type="button" aria-pressed={tab.way === way} onClick={() => setWay(tab.way)}>
            {tab.name}
          </button>
        ))}
      </fieldset>
      {/* One box for both ways: whoever types while the other way is on its way goes on in it. */}
      <PhoneField form={SIGN_IN_FORM} autoComplete="username" value={form.phone} onChange={setPhone} />
      {way === 'password' ? <PasswordForm {...form} setWay={setWay} /> : <CodeForm {...form} />}
      <OtherWay question="还没有账号？" name="注册商家" go={() => setWay('signUp')} />
    </>
  )
}
