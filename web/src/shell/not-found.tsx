import { PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { buttonClass } from '../components/button/button-class.ts'
import { Wordmark } from '../components/wordmark/wordmark.tsx'
import { PUBLIC_PAGES } from '../session/public-pages.ts'
import styles from './full-page.module.css'

function Said({ text, to, name }: { text: string; to: string; name: string }) {
  return (
    <>
      <h1>打不开这一页</h1>
      <p className="muted">{text}</p>
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
      <Said text="没有这个地址，请核对一下；也可以登录后从菜单里找。" to={PUBLIC_PAGES.login.path} name="去登录" />
    </main>
  )
}

/** An address that does not exist or is not granted: the two look the same. The sidebar beside it leads on. */
export function NotFoundInShell() {
  return (
    <div className={styles.page}>
      <Said
        text="没有这一页，或者您的账号看不了它。要看，请老板在“角色权限”里给您的角色勾上。"
        to={PAGES.home.path}
        name="回到首页"
      />
    </div>
  )
}
