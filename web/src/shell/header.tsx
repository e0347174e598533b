import { useLocation } from 'react-router'
import { api } from '../api/client.ts'
import { restartAt } from '../app/restart.ts'
import { GROUPS, pageAt } from '../app/routes.ts'
import { Button } from '../components/button/button.tsx'
import { confirm } from '../components/confirm/confirm.tsx'
import { Icon } from '../components/icon/icon.tsx'
import { clearSession, loginInfo } from '../session/session.ts'
import { openPalette } from './palette-opener.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Tells the server and forgets the session; when the server cannot be told, its own expiry ends it there. */
async function signOut(): Promise<void> {
  const agreed = await confirm({ title: '退出登录', body: '退出后需要重新登录才能继续工作。', ok: '退出' })
  if (!agreed) return
  await api.auth.logout({}, { handles: 'all' }).catch(() => {})
  clearSession()
  await restartAt('/login')
}

function Breadcrumb() {
  const { pathname } = useLocation()
  const page = pageAt(pathname)
  if (!page) return null
  const group = GROUPS.find(({ key }) => key === page.group)
  const parent = page.highlights ? pageAt(page.highlights) : undefined
  const steps = [group?.title, parent?.title].filter((title) => title !== undefined)
  return (
    <nav className="crumbs" aria-label="当前位置">
      <ol>
        {steps.map((title) => (
          <li key={title}>{title}</li>
        ))}
        <li aria-current="page">{page.title}</li>
      </ol>
    </nav>
  )
}

interface HeaderProps {
  onMenu: () => void
  isMenuOpen: boolean
}

/** Where one is, the quick search, who one is, the theme and the way out. */
export function Header({ onMenu, isMenuOpen }: HeaderProps) {
  const { employeeName, merchantName, roleNames } = loginInfo()
  return (
    <header className="head">
      <Button
        tone="quiet"
        icon="menu"
        className="head-menu"
        aria-label="菜单"
        aria-expanded={isMenuOpen}
        aria-controls="side"
        onClick={onMenu}
      />
      <Breadcrumb />
      <button type="button" className="head-search" aria-keyshortcuts="Control+K" onClick={() => openPalette()}>
        <Icon name="search" />
        <span>查找页面、IMEI、条码、订单号</span>
        <kbd>Ctrl K</kbd>
      </button>
      <ThemeSwitch />
      <span className="head-who">
        <b>{merchantName}</b>
        <span className="muted">
          {employeeName}
          {roleNames.length > 0 ? ` · ${roleNames.join('、')}` : ''}
        </span>
      </span>
      <Button tone="quiet" icon="exit" aria-label="退出登录" title="退出登录" onClick={() => void signOut()} />
    </header>
  )
}
