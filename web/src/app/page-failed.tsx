import { useRouteError } from 'react-router'
import { Button } from '../components/button/button.tsx'
import styles from '../shell/full-page.module.css'

/** A page that broke or could not be loaded; the rest of the application stays usable. */
export function PageFailed() {
  const error = useRouteError()
  return (
    <div className={styles.page} role="alert">
      <h1>页面出错了</h1>
      <p className="muted">请刷新重试；仍有问题请联系客服。</p>
      <details>
        <summary>供客服排查的信息</summary>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </details>
      <Button tone="primary" onClick={() => location.reload()}>
        刷新页面
      </Button>
    </div>
  )
}
