import { PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import styles from '../app/full-page.module.css'
import { PUBLIC_PAGES } from '../app/public-pages.ts'
import { buttonClass } from '../components/button/button-class.ts'
import { cx } from '../components/class-names.ts'
import { Wordmark } from './wordmark.tsx'

function Said({ to, name }: { to: string; name: string }) {
  return (
    <>
      <p className={cx(styles.code, 'num')}>404</p>
      <h1>页面不存在</h1>
      <p className="muted">没有这个页面，或者您的账号看不了。要看请找老板在“角色权限”里勾上。</p>
      <Link className={buttonClass({ tone: 'primary' })} to={to}>
        {name}
      </Link>
    </>
  )
}

/** An address that does not exist, for whoever is signed out. */
export function NotFound() {
  return (
    <main className={styles.page}>
      <Wordmark />
      <Said to={PUBLIC_PAGES.login.path} name="去登录" />
    </main>
  )
}

/** An address that does not exist or is not granted: the two look the same. The sidebar beside it leads on. */
export function NotFoundInShell() {
  return (
    <div className={styles.page}>
      <Said to={PAGES.home.path} name="回到首页" />
    </div>
  )
}
