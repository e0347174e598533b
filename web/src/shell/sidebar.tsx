import { BADGE_MAX } from '@huanji/contract/constants'
import { PAGES } from '@huanji/contract/pages'
import { useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { cx } from '../components/class-names.ts'
import { Icon } from '../components/icon/icon.tsx'
import { Wordmark } from '../components/wordmark/wordmark.tsx'
import { useBadges } from '../features/todo/use-badges.ts'
import type { PageFacts } from '../session/pages.ts'
import { permissions } from '../session/session.ts'
import styles from './shell.module.css'
import { type RouteGroup, sidebarOf } from './sidebar-groups.ts'
import { useEntry } from './use-entry.ts'
import { useFolds } from './use-folds.ts'

/** Whether the window leaves room for the groups' signs alone (shell.module.css): their pages come beside them. */
const isRail = (): boolean => matchMedia('(min-width: 900px) and (max-width: 1100px)').matches

/** The granted pages by group; groups fold, and a hidden page lights up the entry it belongs to. */
export function Sidebar({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation()
  const [folded, fold] = useFolds()
  const badges = useBadges()
  const current = useEntry()?.entry.path ?? ''
  const side = useRef<HTMLElement>(null)
  // a long menu on a low window begins where one is
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry
  useLayoutEffect(() => {
    side.current?.querySelector('ul [aria-current]')?.scrollIntoView({ block: 'nearest' })
    // the pages of a rail's group are there while it has the focus
    const { activeElement } = document
    if (isRail() && activeElement instanceof HTMLElement && side.current?.contains(activeElement)) activeElement.blur()
  }, [current])
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only the pointer's way to close; Esc and the menu button do it too */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className={styles.scrim} onClick={onClose} />
      <nav ref={side} id="side" className={styles.side} aria-label="主菜单">
        <Link
          className={styles.brand}
          to={PAGES.home.path}
          title="回到首页"
          aria-current={pathname === PAGES.home.path ? 'page' : undefined}
        >
          <Wordmark />
        </Link>
        {sidebarOf(permissions()).map(({ group, pages }) => (
          <SideGroup
            key={group.key}
            group={group}
            pages={pages}
            current={current}
            badges={badges}
            isFolded={folded.includes(group.key)}
            fold={() => fold(group.key)}
          />
        ))}
      </nav>
    </>
  )
}

interface SideGroupProps {
  group: RouteGroup
  pages: readonly PageFacts[]
  current: string
  badges: Readonly<Record<string, number>>
  isFolded: boolean
  fold: () => void
}

function SideGroup({ group, pages, current, badges, isFolded, fold }: SideGroupProps) {
  return (
    <section className={styles.group}>
      <button type="button" aria-expanded={!isFolded} onClick={() => isRail() || fold()}>
        <Icon name={group.icon} />
        <span>{group.title}</span>
        <Icon name={isFolded ? 'right' : 'down'} size={14} />
      </button>
      <ul hidden={isFolded}>
        {pages.map((page) => (
          <li key={page.path}>
            <Link className={styles.link} to={page.path} aria-current={page.path === current ? 'page' : undefined}>
              <span>{page.title}</span>
              <Badge count={badges[page.path] ?? 0} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Badge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={cx(styles.badge, 'num')} data-badge="">
      {count > BADGE_MAX ? `${BADGE_MAX}+` : count}
    </span>
  )
}
