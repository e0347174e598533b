import { Code } from '../../components/code/code.tsx'
import { PhoneLink } from '../phone/phone-link.tsx'
import styles from './bar-code.module.css'

/** A phone's 条码, and the way to the phone's whole life. */
export const BarCode = ({ barCode }: { barCode: string }) => (
  <span className={styles.line}>
    <Code text={barCode} what="条码" /> <PhoneLink barCode={barCode} />
  </span>
)
