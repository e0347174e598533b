import type { ButtonHTMLAttributes } from 'react'
import { Icon } from '../components/icon/icon.tsx'
import type { LoginInfo } from '../session/session.ts'
import styles from './person-menu.module.css'

type WhoBoxProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  'data-who'?: string
  who: Pick<LoginInfo, 'merchantName' | 'employeeName' | 'roleNames'>
}

/** Who one is and at which merchant, at the end of the head line. */
export const WhoBox = ({ who: { merchantName, employeeName, roleNames }, ...rest }: WhoBoxProps) => (
  <button type="button" {...rest} className={styles.who}>
    <span>
      <b>{merchantName || '我的账号'}</b>
      <span className="muted">
        {employeeName}
        {roleNames.length > 0 ? ` · ${roleNames.join('、')}` : ''}
      </span>
    </span>
    <Icon name="down" size={14} />
  </button>
)
