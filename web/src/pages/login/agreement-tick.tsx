import { PUBLIC_PAGES } from '../../app/public-pages.ts'
import styles from './form-parts.module.css'

export const AGREE_FIRST = '请先阅读并勾选同意协议'

interface AgreementTickProps {
  isAgreed: boolean
  setAgreed: (isAgreed: boolean) => void
}

const AGREEMENTS = [PUBLIC_PAGES.user, PUBLIC_PAGES.seller, PUBLIC_PAGES.privacy]

/** Consent to the three agreements, each readable in a window of its own so that nothing typed is lost. */
export function AgreementTick({ isAgreed, setAgreed }: AgreementTickProps) {
  return (
    <div className={styles.tick}>
      <input id="agreed" type="checkbox" checked={isAgreed} onChange={(event) => setAgreed(event.target.checked)} />
      <label htmlFor="agreed">
        我已阅读并同意
        {AGREEMENTS.map(({ path, title }) => (
          <a key={path} href={path} target="_blank" rel="noreferrer">
            《{title}》
          </a>
        ))}
      </label>
    </div>
  )
}
