import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, Suspense } from 'react'
import { Link } from 'react-router'
import { cx } from '../../components/class-names.ts'
import { Countdown } from '../../components/countdown/countdown.tsx'
import { EmptyState } from '../../components/empty/empty-state.tsx'
import { FailedState } from '../../components/empty/failed-state.tsx'
import { Icon, type IconName } from '../../components/icon/icon.tsx'
import { latePart } from '../../components/late/late-part.ts'
import { loginInfo, permissions } from '../../session/session.ts'
import { businessQuery } from '../todo/use-badges.ts'
import { isSaidByCard, workOf } from './grants.ts'
import styles from './home.module.css'
import { useFirstSteps } from './use-first-steps.ts'

const ICONS: Readonly<Record<string, IconName>> = {
  draft: 'edit',
  awaiting_photos: 'camera',
  retakes: 'camera',
  awaiting_seal: 'bag',
  listable: 'tag',
  awaiting_payment: 'clock',
  awaiting_shipment: 'truck',
  exports_ready: 'download',
}

/** Work of the curated channel has the icon of the auction's. */
const iconOf = (key: string): IconName => ICONS[key.replace(/^curated_/, '')] ?? 'list'

const workbench = () => import('./workbench.tsx')
const Workbench = latePart(async () => (await workbench()).Workbench)
const FoldedWorkbench = latePart(async () => (await workbench()).FoldedWorkbench)
const OwnersScan = latePart(async () => (await workbench()).OwnersScan)
const Decisions = latePart(async () => (await import('./decisions-section.tsx')).DecisionsSection)
const FirstSteps = latePart(async () => (await import('./first-steps.tsx')).FirstSteps)

/** Figures are for those who may see them: nobody else loads what shows them. */
const Overview = latePart(async () => (await import('../overview/overview.tsx')).Overview)

/**
 * Where a day begins, by what the person may do and not by the name of a post: whoever sees the figures of the whole
 * business has what waits for a decision and the figures first, everybody else the work of their own hands.
 */
export function HomePage() {
  const { employeeName, merchantName } = loginInfo()
  const steps = useFirstSteps()
  const seesAll = permissions().has('field:overview')
  return (
    <div className={styles.home}>
      <header className={styles.head}>
        <h1>{employeeName ? `${employeeName}，您好` : '您好'}</h1>
        <p className="muted">{merchantName}</p>
      </header>
      {steps.data && !steps.isOver ? (
        <Suspense fallback={null}>
          <FirstSteps standing={steps.data} />
        </Suspense>
      ) : null}
      {steps.isPending ? (
        // what begins with a box to scan into takes the focus once, so it comes when it is there to stay
        <div className={styles.sectionWait} aria-busy="true" />
      ) : (
        <div className={styles.below}>{seesAll ? <Business /> : <OwnWork />}</div>
      )}
    </div>
  )
}

/** For whoever sees the whole business. */
const Business = () => (
  <>
    <div className={cx(styles.below, styles.first)}>
      <Suspense fallback={<div aria-busy="true" />}>
        <OwnersScan />
      </Suspense>
      <Suspense fallback={<div aria-busy="true" />}>
        <Decisions />
      </Suspense>
    </div>
    <div className={styles.below}>
      <Suspense fallback={<div className={styles.overviewWait} aria-busy="true" />}>
        <Overview>
          <Todos isShown={isNoDecision} />
        </Overview>
      </Suspense>
      <Suspense fallback={null}>
        <FoldedWorkbench />
      </Suspense>
    </div>
  </>
)

/** For whoever works with their own hands. */
function OwnWork() {
  const work = workOf()
  return (
    <>
      {work.length === 0 ? null : (
        <Suspense fallback={<div className={styles.sectionWait} aria-busy="true" />}>
          <Workbench />
        </Suspense>
      )}
      <Todos isShown={(key) => isSaidByCard(key, work)} isOptional={work.length > 0} />
    </>
  )
}

/** Payments that wait are among the decisions. */
const isNoDecision = (key: string): boolean => key !== 'refunds_to_approve'

interface TodosProps {
  isShown: (key: string) => boolean
  /** Without a card there is no such part. */
  isOptional?: boolean
}

/** The cards of waiting work. */
function Todos({ isShown, isOptional = false }: TodosProps) {
  const { data, error, refetch } = useQuery(businessQuery)
  const cards = data?.todos.filter(({ key }) => isShown(key))
  if (cards?.length === 0 && isOptional) return null
  return (
    <section aria-labelledby="todos">
      <h2 id="todos">待办</h2>
      {error && !data ? (
        <FailedState what="待办" error={error} retry={refetch} />
      ) : cards?.length === 0 ? (
        <EmptyState title="现在没有要您做的事" hint="有了会出现在这里。" />
      ) : (
        <Cards cards={cards} />
      )}
    </section>
  )
}

type Todo = NonNullable<Awaited<ReturnType<typeof businessQuery.queryFn>>>['todos'][number]

/** So many cards fit beside each other where the page is narrowest beside its menu. */
const CARDS_A_ROW = 6

/** How many cards stand in a row, so that rows are of like length. */
export const cardsARow = (count: number): number =>
  count <= CARDS_A_ROW ? CARDS_A_ROW : Math.ceil(count / Math.ceil(count / CARDS_A_ROW))

function Cards({ cards }: { cards: readonly Todo[] | undefined }) {
  const style = { '--cards-a-row': cardsARow(cards?.length ?? CARDS_A_ROW) } as CSSProperties
  return (
    <ul className={styles.todos} style={style} aria-busy={cards === undefined}>
      {cards === undefined
        ? Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: place-holders have no other identity
            <li key={index} className={cx(styles.todo, styles.wait)} aria-hidden="true" />
          ))
        : cards.map((todo) => (
            <li key={todo.key}>
              <Link className={cx(styles.todo, todo.count === 0 && styles.none)} to={todo.link}>
                <Icon name={iconOf(todo.key)} size={20} />
                <span>{todo.label}</span>
                <b className="num">{todo.count}</b>
                <span className={styles.due}>
                  {todo.nearestDeadline ? (
                    <>
                      <span className="sr-only">最近截止</span> <Countdown deadlineAt={todo.nearestDeadline} bare />
                    </>
                  ) : null}
                </span>
              </Link>
            </li>
          ))}
    </ul>
  )
}
