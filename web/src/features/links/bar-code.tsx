import { Code } from '../../components/code/code.tsx'
import styles from './bar-code.module.css'
import { PhoneLink } from './phone-link.tsx'

/** A phone's 条码, and the way to the phone's whole life. */
export const BarCode = ({ barCode }: { barCode: string }) => (
  <span className={styles.line}>
    <Code text={barCode} what="条码" /> <PhoneLink barCode={barCode} />
  </span>
)
