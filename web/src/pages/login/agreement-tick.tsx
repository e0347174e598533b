import styles from './form-parts.module.css'

export const AGREE_FIRST = '请先阅读并勾选同意协议'

interface AgreementTickProps {
  isAgreed: boolean
  setAgreed: (isAgreed: boolean) => void
}

const AGREEMENTS = [
  { path: '/agreement/user', name: '《用户协议》' },
  { path: '/agreement/seller', name: '《卖家协议》' },
  { path: '/agreement/privacy', name: '《隐私政策》' },
]

/** Consent to the three agreements, each readable in a window of its own so that nothing typed is lost. */
export function AgreementTick({ isAgreed, setAgreed }: AgreementTickProps) {
  return (
    <div className={styles.tick}>
      <input id="agreed" type="checkbox" checked={isAgreed} onChange={(event) => setAgreed(event.target.checked)} />
      <label htmlFor="agreed">
        我已阅读并同意
        {AGREEMENTS.map(({ path, name }) => (
          <a key={path} href={path} target="_blank" rel="noreferrer">
            {name}
          </a>
        ))}
      </label>
    </div>
  )
}
