import { Button } from '../components/button/button.tsx'
import styles from './full-page.module.css'
import { restartAt } from './restart.ts'

/** The menu could not be loaded, so it is not known what the person may open. */
export function MenuFailed() {
  return (
    <main className={styles.page}>
      <h1>菜单加载失败</h1>
      <p className="muted">请检查网络后重试，您的登录仍然有效。</p>
      <Button tone="primary" onClick={() => void restartAt(location.pathname + location.search)}>
        重试
      </Button>
    </main>
  )
}
