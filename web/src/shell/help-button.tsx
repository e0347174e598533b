import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '../components/button/button.tsx'
import { lateModule } from '../components/late/late-module.ts'
import { openOverlay } from '../components/overlay/overlay-host.tsx'
import { toast } from '../components/toast/toast.ts'
import { isNewsSeen, onNewsSeen } from '../features/help/help-news.ts'
import styles from './shell.module.css'

const loadDrawer = lateModule(() => import('../features/help/help-drawer.tsx'))
let isLoading = false

/** Opens the help of the page on screen, over whatever is open there; once. */
async function openHandbook(): Promise<void> {
  if (isLoading || document.querySelector('[data-handbook]')) return
  isLoading = true
  try {
    const { HelpDrawer } = await loadDrawer()
    void openOverlay((close) => <HelpDrawer path={location.pathname} onClose={close} />)
  } catch {
    toast('error', '帮助没有加载成功，请检查网络后重试')
  } finally {
    isLoading = false
  }
}

/** 帮助, also by F1; its dot says that the news of this version have not been seen on this device. */
export function HelpButton() {
  const isSeen = useSyncExternalStore(onNewsSeen, isNewsSeen, () => true)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F1') return
      event.preventDefault()
      void openHandbook()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <Button
      tone="quiet"
      icon="help"
      className={isSeen ? undefined : styles.news}
      aria-label={isSeen ? '帮助' : '帮助（有更新说明）'}
      aria-keyshortcuts="F1"
      title="帮助（F1）"
      onClick={() => void openHandbook()}
    />
  )
}
