import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/refusal.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { isPermitted, ROUTES } from '../../app/routes.ts'
import { cx } from '../../components/class-names.ts'
import { Countdown } from '../../components/countdown/countdown.tsx'
import { EmptyState } from '../../components/empty/empty-state.tsx'
import { Icon, type IconName } from '../../components/icon/icon.tsx'
import { loginInfo, permissions } from '../../session/session.ts'
import { businessQuery } from '../../shell/use-badges.ts'
import styles from './home.module.css'

const ICONS: Readonly<Record<string, IconName>> = {
  draft: 'edit',
  awaiting_photos: 'camera',
  awaiting_seal: 'bag',
  listable: 'tag',
  awaiting_payment: 'clock',
  awaiting_shipment: 'truck',
  exports_ready: 'download',
}

/** Work of the curated channel has the icon of the auction's. */
const iconOf = (key: string): IconName => ICONS[key.replace(/^curated_/, '')] ?? 'list'

/** Figures are for those who may see them: nobody else loads what shows them. */
const Overview = lazy(
  lazyPage(async () => ({ default: (await import('../../features/overview/lazy/overview.tsx')).Overview })),
)

/** Where a day begins: what waits, most urgent first, and the ways into the work. */
export default function HomePage() {
  const { employeeName, merchantName } = loginInfo()
  const { isPending } = useQuery(businessQuery)
  return (
    <div className={styles.home}>
      <header className={styles.head}>
        <h1>{employeeName ? `${employeeName}，您好` : '您好'}</h1>
        <p className="muted">{merchantName}</p>
      </header>
      <section aria-labelledby="todos">
        <h2 id="todos">待办</h2>
        <Todos />
      </section>
      <div className={cx(styles.below, isPending && styles.unplaced)}>
        {permissions().has('field:overview') ? (
          <Suspense fallback={<div className={styles.overviewWait} aria-busy="true" />}>
            <Overview />
          </Suspense>
        ) : null}
        <section aria-labelledby="entries">
          <h2 id="entries">常用入口</h2>
          <ul className={styles.entries}>
            {ROUTES.filter((page) => page.group !== null && isPermitted(page, permissions())).map((page) => (
              <li key={page.path}>
                <Link to={page.path}>
                  {page.title}
                  <Icon name="right" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}

function Todos() {
  const { data, error, refetch } = useQuery(businessQuery)
  if (error && !data) {
    return (
      <EmptyState
        tone="error"
        title="待办加载失败"
        hint={errorText(error)}
        action={{ name: '重试', run: () => void refetch() }}
      />
    )
  }
  if (data?.todos.length === 0) {
    return <EmptyState title="没有您的待办" hint="您的岗位目前没有需要跟进的事项。" />
  }
  return (
    <ul className={styles.todos} aria-busy={data === undefined}>
      {data === undefined
        ? Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: place-holders have no other identity
            <li key={index} className={cx(styles.todo, styles.wait)} aria-hidden="true" />
          ))
        : data.todos.map((todo) => (
            <li key={todo.key}>
              <Link className={cx(styles.todo, todo.count === 0 && styles.none)} to={todo.link}>
                <Icon name={iconOf(todo.key)} size={20} />
                <span>{todo.label}</span>
                <b className="num">{todo.count}</b>
                <span className={styles.due}>
                  {todo.nearestDeadline ? (
                    <>
                      最近截止 <Countdown deadlineAt={todo.nearestDeadline} bare />
                    </>
                  ) : null}
                </span>
              </Link>
            </li>
          ))}
    </ul>
  )
}
