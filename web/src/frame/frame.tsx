import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { cx } from '../components/class-names.ts'
import { APP_ICONS } from '../components/icon/app-icons.ts'
import { addIcons } from '../components/icon/icon.tsx'
import { Wordmark } from '../components/wordmark/wordmark.tsx'
import { LoginPage } from '../features/login/login-page.tsx'
import { HelpButton } from '../shell/help-button.tsx'
import { BellPlace } from '../shell/notice-bell.tsx'
import { SearchBox } from '../shell/search-box.tsx'
import shell from '../shell/shell.module.css'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { WhoBox } from '../shell/who-box.tsx'
import styles from './frame.module.css'

/** Entries under each group of the sidebar, about as many as most posts have. */
const GROUPS = [3, 2, 1, 3, 1]

const Bar = () => <span className={styles.bar} />

function Sidebar() {
  return (
    <div className={cx(shell.side, styles.side)}>
      <span className={shell.brand}>
        <Wordmark />
      </span>
      {GROUPS.map((entries, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture that never changes
        <div key={group} className={styles.group}>
          {Array.from({ length: entries + 1 }, (_, entry) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <span key={entry} className={styles.entry}>
              <Bar />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

/** The shell with place-holders where it is not known yet what will stand. */
function ShellFrame() {
  return (
    <div className={shell.shell}>
      <Sidebar />
      <div className={shell.page}>
        <div className={shell.head}>
          <div className={shell.crumbs}>
            <Bar />
          </div>
          <SearchBox />
          <BellPlace />
          <HelpButton />
          <ThemeSwitch />
          <WhoBox who={{ merchantName: '', employeeName: '', roleNames: [] }} data-who="" />
        </div>
        <div className={shell.main}>
          <div className={styles.content}>
            <div className={styles.title}>
              <Bar />
            </div>
            <div className={styles.card} />
          </div>
        </div>
      </div>
    </div>
  )
}

/**
 * What the page shows before any script of its own has come: the sign-in page as it is, and the shell without its
 * contents. Made once, while building; nothing in it can be used.
 */
export function frameMarkup(): string {
  addIcons(APP_ICONS)
  return renderToStaticMarkup(
    <>
      <div className={cx(styles.frame, styles.signIn)} inert aria-hidden="true">
        <MemoryRouter>
          <LoginPage />
        </MemoryRouter>
      </div>
      <div className={cx(styles.frame, styles.shell)} inert aria-hidden="true">
        <ShellFrame />
      </div>
    </>,
  )
}
