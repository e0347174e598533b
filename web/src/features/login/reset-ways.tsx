import type { RefusalCode } from '@huanji/contract/errors'
import { Button } from '../../components/button/button.tsx'
import styles from './reset-ways.module.css'

/** Where the sign-in page can lead from a form. */
export type Way = 'password' | 'code' | 'signUp' | 'reset'

interface ResetWaysProps {
  code: RefusalCode | ''
  setWay: (way: Way) => void
}

/** Both ways on, once an administrator has asked for a new password. */
export function ResetWays({ code, setWay }: ResetWaysProps) {
  if (code !== 'PASSWORD_RESET_REQUIRED') return null
  return (
    <p className={styles.ways}>
      <Button onClick={() => setWay('code')}>改用验证码登录</Button>
      <Button onClick={() => setWay('reset')}>设置新密码</Button>
    </p>
  )
}
