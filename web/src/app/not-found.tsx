import { PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { buttonClass } from '../components/button/button-class.ts'
import { cx } from '../components/class-names.ts'
import { isSignedIn } from '../session/session.ts'
import { Wordmark } from '../shell/wordmark.tsx'
import styles from './full-page.module.css'
import { PUBLIC_PAGES } from './public-pages.ts'

/** An address that does not exist or is not granted: the two look the same. */
export function NotFound() {
  const isIn = isSignedIn()
  return (
    <main className={styles.page}>
      <Wordmark />
      <p className={cx(styles.code, 'num')}>404</p>
      <h1>页面不存在</h1>
      <p className="muted">地址可能有误，或您没有查看权限。需要权限请联系管理员。</p>
      <Link className={buttonClass({ tone: 'primary' })} to={isIn ? PAGES.home.path : PUBLIC_PAGES.login.path}>
        {isIn ? '回到首页' : '去登录'}
      </Link>
    </main>
  )
}
