import { Link } from 'react-router'
import { Button } from '../components/button/button.tsx'
import { DemoCorner } from '../features/demo/demo-corner.tsx'
import { TaskIndicator } from '../features/task/tasks.tsx'
import { isPermitted } from '../session/pages.ts'
import { permissions } from '../session/session.ts'
import { HelpButton } from './help-button.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { openPalette } from './palette-opener.tsx'
import { PersonMenu } from './person-menu.tsx'
import { SearchBox } from './search-box.tsx'
import styles from './shell.module.css'
import { GROUPS } from './sidebar-groups.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { useEntry } from './use-entry.ts'
import { useWayBack } from './use-way-back.ts'

function Breadcrumb() {
  const goBack = useWayBack()
  const at = useEntry()
  if (!at) return <div className={styles.crumbs} />
  const { page, entry } = at
  const parent = entry === page ? undefined : entry
  const group = GROUPS.find(({ key }) => key === (parent ?? page).group)
  return (
    <nav className={styles.crumbs} aria-label="当前位置">
      <ol>
        {group ? <li>{group.title}</li> : null}
        {parent ? (
          <li>
            {isPermitted(parent, permissions()) ? (
              <Link to={parent.path} onClick={(event) => goBack(event, parent.path)}>
                {parent.title}
              </Link>
            ) : (
              parent.title
            )}
          </li>
        ) : null}
        <li aria-current="page">{page.title}</li>
      </ol>
    </nav>
  )
}

interface HeaderProps {
  onMenu: () => void
  isMenuOpen: boolean
}

/** Where one is, the quick search, the help, the theme, and who one is with the way out. */
export function Header({ onMenu, isMenuOpen }: HeaderProps) {
  return (
    <header className={styles.head}>
      <Button
        tone="quiet"
        icon="menu"
        className={styles.menu}
        aria-label="菜单"
        aria-expanded={isMenuOpen}
        aria-controls="side"
        onClick={onMenu}
      />
      <Breadcrumb />
      <DemoCorner place="header" />
      <SearchBox aria-keyshortcuts="Control+K" onClick={() => openPalette()} />
      <TaskIndicator />
      <NoticeBell />
      <HelpButton />
      <ThemeSwitch />
      <PersonMenu />
    </header>
  )
}
