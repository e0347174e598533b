import { PAGES } from '@huanji/contract/pages'
import { STARTS } from '@huanji/contract/tables'
import { recents } from '../../components/recents/recents.ts'
import { runOnArrival, type Shortcut } from '../../components/shortcuts/shortcuts.ts'
import { isPermitted, MENU_PAGES, pageAt } from '../../session/pages.ts'
import { can, permissions } from '../../session/session.ts'
import { themeChoice } from '../../theme/theme-choice.ts'
import { openDevicesDialog, openPasswordDialog, openPhoneDialog } from '../own-account-opener.tsx'
import { GROUPS } from '../sidebar-groups.ts'
import { signOut } from '../sign-out.ts'
import { switchTheme, THEMES } from '../theme-switch.tsx'
import type { Entry, Go } from './entry.ts'
import { isNamed } from './named.ts'
import { SHELL_TITLES } from './shell-titles.ts'

/** So many of what was opened last are shown while nothing is typed, and of what the words name. */
const RECENTS_SHOWN = { all: 6, named: 3 } as const

/** What the quick search knows without asking. */
interface OwnWays {
  readonly words: string
  /** The address of the page under it, with its query. */
  readonly here: string
  /** What the keys of the page under it do. */
  readonly commands: readonly Shortcut[]
  readonly go: Go
  readonly onClose: () => void
}

/** Whether the person may open an address at present. */
export function mayOpen(address: string): boolean {
  const page = pageAt(new URL(address, location.origin).pathname)
  return page !== undefined && isPermitted(page, permissions())
}

function recentEntries({ words, here, go }: OwnWays): Entry[] {
  return recents()
    .filter(({ link }) => link !== here && mayOpen(link))
    .filter(({ title, subtitle }) => isNamed(title, words) || isNamed(subtitle, words))
    .slice(0, words === '' ? RECENTS_SHOWN.all : RECENTS_SHOWN.named)
    .map(({ title, subtitle, link }) => ({
      key: `recent ${link}`,
      section: '最近',
      icon: 'clock',
      title,
      subtitle,
      link,
      run: () => go(link),
    }))
}

function pageEntries({ words, go }: OwnWays): Entry[] {
  return MENU_PAGES.filter((page) => page.highlights === undefined && isPermitted(page, permissions()))
    .filter(({ title, path }) => isNamed(title, words) || path.includes(words))
    .map(({ title, path, group }) => ({
      key: path,
      section: '页面',
      icon: 'list',
      title,
      subtitle: GROUPS.find(({ key }) => key === group)?.title ?? '',
      link: path,
      run: () => go(path),
    }))
}

/** What is done once the quick search is gone: a dialog that opens then can take the focus. */
const afterwards =
  ({ onClose }: OwnWays, run: () => unknown) =>
  () => {
    onClose()
    setTimeout(run, 0)
  }

const action = (key: string, title: string, subtitle: string, run: () => void): Entry => ({
  key: `action ${key}`,
  section: '操作',
  icon: 'right',
  title,
  subtitle,
  link: null,
  run,
})

/** What the page under the quick search can do, what can be begun on other pages, and what can be done everywhere. */
function actionEntries(ways: OwnWays): Entry[] {
  const { words, here, commands, go } = ways
  const path = here.split('?', 1)[0]
  const onPage = commands.map(({ key, label, run }) => action(label, label, `按键 ${key}`, afterwards(ways, run)))
  const elsewhere = STARTS.filter(
    ({ page, grant }) => PAGES[page].path !== path && can(grant) && mayOpen(PAGES[page].path),
  )
    .filter(({ title }) => commands.every(({ label }) => label !== title))
    .map(({ page, title }) =>
      action(title, title, PAGES[page].title, () => {
        runOnArrival(title)
        go(PAGES[page].path)
      }),
    )
  const themes = THEMES.filter(({ choice }) => choice !== themeChoice()).map(({ choice }) =>
    action(
      choice,
      SHELL_TITLES[choice],
      '外观',
      afterwards(ways, () => switchTheme(choice)),
    ),
  )
  const account = [
    action('password', SHELL_TITLES.password, '我的账号', afterwards(ways, openPasswordDialog)),
    action('phone', SHELL_TITLES.phone, '我的账号', afterwards(ways, openPhoneDialog)),
    action('devices', SHELL_TITLES.devices, '我的账号', afterwards(ways, openDevicesDialog)),
    action('signOut', SHELL_TITLES.signOut, '我的账号', afterwards(ways, signOut)),
  ]
  return [...onPage, ...elsewhere, ...themes, ...account].filter(({ title }) => isNamed(title, words))
}

/** What was opened last, pages, and what can be done, as far as the words name them. */
export function ownEntries(ways: OwnWays): Entry[] {
  const last = recentEntries(ways)
  const shown = new Set(last.map(({ link }) => link))
  return [...last, ...pageEntries(ways).filter(({ link }) => !shown.has(link)), ...actionEntries(ways)]
}
