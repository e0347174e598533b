import { useEffect, useState } from 'react'
import { menuRefusal } from '../api/menu.ts'
import { Button } from '../components/button/button.tsx'
import { restartAt } from '../session/restart.ts'
import styles from './full-page.module.css'

const again = () => void restartAt(location.pathname + location.search)

/** The menu could not be loaded, so it is not known what the person may open. Stands in the shell. */
export function MenuFailed() {
  return (
    <div className={styles.page} role="alert">
      <h1>菜单加载失败</h1>
      <p className="muted">{menuRefusal() || '请检查网络后重试，您的登录仍然有效。'}</p>
      <Button tone="primary" onClick={again}>
        重试
      </Button>
    </div>
  )
}

/** A wait that is long already is said; a short one would only flicker. */
const SAY_AFTER_MS = 4000

/** The menu is still on its way. Stands in the shell. */
export function MenuAwaited() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SAY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.page} role="status" aria-busy="true">
      <h1>正在加载菜单…</h1>
      <p className="muted">{isLong ? '网络较慢，可以继续等待，或重试。' : ' '}</p>
      <Button onClick={again}>重试</Button>
    </div>
  )
}
