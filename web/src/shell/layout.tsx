import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { menuRefusal } from '../api/menu.ts'
import { watchPictures } from '../api/picture-refresh.ts'
import { createQueryClient } from '../api/queries.ts'
import { useLive } from '../api/use-live.ts'
import { Button } from '../components/button/button.tsx'
import { cx } from '../components/class-names.ts'
import { APP_ICONS } from '../components/icon/app-icons.ts'
import { addIcons } from '../components/icon/icon.tsx'
import { latePart } from '../components/late/late-part.ts'
import { closeAllOverlays, isOverlayOpen, OverlayHost, openOverlay } from '../components/overlay/overlay-host.tsx'
import { remember } from '../components/recents/recents.ts'
import { tellAloud, useScanner } from '../components/scan/use-scanner.ts'
import { activeShortcuts, useShortcuts } from '../components/shortcuts/shortcuts.ts'
import { pageAt } from '../session/pages.ts'
import { askMenuAgain, MENU_STALENESS } from '../session/restart.ts'
import { connectBackgroundWork } from './background-work.ts'
import { Header } from './header.tsx'
import { openPalette } from './palette-opener.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

addIcons(APP_ICONS)
connectBackgroundWork()

const ShortcutHelp = latePart(async () => (await import('../components/shortcuts/shortcut-help.tsx')).ShortcutHelp)

function openHelp(): void {
  const shortcuts = activeShortcuts()
  void openOverlay((close) => <ShortcutHelp shortcuts={shortcuts} onClose={close} />)
}

/** What works on every signed-in page: the palette's keys, the help dialog, and a scanner that looks codes up. */
function useShellKeys(): void {
  useShortcuts([{ key: '?', label: '显示快捷键', run: openHelp }])
  useScanner({
    reach: 'outsideFields',
    onScan: (code) => {
      if (isOverlayOpen()) tellAloud({ ok: false, message: '请先完成弹出的窗口，再扫码' })
      else openPalette(code)
    },
  })
  // Before the paint: whoever sees the page can press its keys.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!isOverlayOpen()) openPalette()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The menu on screen is an earlier one, because no answer came. */
function MenuNotice() {
  const [subscribe, read] = MENU_STALENESS
  if (!useSyncExternalStore(subscribe, read)) return null
  return (
    <p className={styles.notice} role="status">
      {menuRefusal() ? `菜单没有更新：${menuRefusal()}。` : '菜单没有更新，'}显示的是上次的菜单。
      <Button small onClick={() => void askMenuAgain()}>
        重试
      </Button>
    </p>
  )
}

/** The sidebar is a rail of its groups up to 1100 px, and below 900 px comes over the page when asked for. */
export function Layout() {
  const [client] = useState(createQueryClient)
  useLive(client)
  useEffect(() => watchPictures(client), [client])
  const [isSideOpen, setSideOpen] = useState(false)
  const { pathname } = useLocation()
  const { state } = useNavigation()
  useShellKeys()
  const shownPath = useRef('')
  // going elsewhere closes what belonged to the page before; a page that was hidden comes back as it was
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    setSideOpen(false)
    closeAllOverlays()
    const page = pageAt(pathname)
    // A page of one thing says itself which thing it is.
    if (page?.group) remember({ title: page.title, subtitle: '页面', link: page.path })
  }, [pathname])
  return (
    <QueryClientProvider client={client}>
      <a className={styles.skip} href="#main">
        跳到主要内容
      </a>
      <div className={cx(styles.shell, isSideOpen && styles.sideOpen)}>
        <Sidebar onClose={() => setSideOpen(false)} />
        <div className={styles.page}>
          <Header onMenu={() => setSideOpen(!isSideOpen)} isMenuOpen={isSideOpen} />
          <MenuNotice />
          <main id="main" className={styles.main} tabIndex={-1} aria-busy={state === 'loading'}>
            <Outlet />
          </main>
        </div>
        {state === 'loading' ? <div className={styles.progress} /> : null}
      </div>
      <OverlayHost />
    </QueryClientProvider>
  )
}
