import { useState } from 'react'
import { AGREEMENT_VERSION, PUBLIC_PAGES } from '../../session/public-pages.ts'
import { readText, storeText } from '../../session/storage.ts'
import { FormNote } from './form-note.tsx'
import styles from './form-parts.module.css'

const AGREE_FIRST = '请先阅读并勾选同意协议'
const KEY = 'agreed'

/** Whether this browser's person has agreed to the agreements as they read now, which is not asked at every sign-in. */
export const hasAgreed = (): boolean => readText(KEY) === AGREEMENT_VERSION

/** Remembers that the person agreed. */
export const rememberAgreed = (): void => storeText(KEY, AGREEMENT_VERSION, 'local')

interface AgreementTickProps {
  isAgreed: boolean
  setAgreed: (isAgreed: boolean) => void
  /** What else is to be corrected, or empty. */
  problem: string
}

const AGREEMENTS = [PUBLIC_PAGES.user, PUBLIC_PAGES.seller, PUBLIC_PAGES.privacy]

/** Consent to the three agreements, each readable in a window of its own so that nothing typed is lost. */
export function AgreementTick({ isAgreed, setAgreed, problem }: AgreementTickProps) {
  const [isAsked, setAsked] = useState(false)
  const note = isAsked && !isAgreed ? AGREE_FIRST : problem
  return (
    <>
      <div className={styles.tick}>
        <input
          id="agreed"
          name="agreed"
          type="checkbox"
          ref={(box) => box?.setCustomValidity(isAgreed ? '' : AGREE_FIRST)}
          checked={isAgreed}
          aria-invalid={isAsked && !isAgreed}
          onChange={(event) => setAgreed(event.target.checked)}
          onInvalid={() => setAsked(true)}
        />
        <label htmlFor="agreed">
          我已阅读并同意
          {AGREEMENTS.map(({ path, title }) => (
            <a key={path} href={path} target="_blank" rel="noreferrer">
              《{title}》
            </a>
          ))}
        </label>
      </div>
      <FormNote text={note} />
    </>
  )
}
