import type { Fen } from '@huanji/domain/money'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { cx } from '../class-names.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import { Icon } from '../icon/icon.tsx'
import { Money } from '../money/money.tsx'
import { remember } from '../recents/recents.ts'
import styles from './detail.module.css'

interface DetailPageProps {
  /** What kind of page it is, for screen readers; the breadcrumb shows it: 订单详情. */
  page: string
  /** What the thing is: 苹果 iPhone 13 128G 午夜色. */
  title: string
  /** Its photograph, or null while there is none. */
  coverUrl: string | null
  /** The number it is known by, and what that number is called. */
  code: { readonly label: string; readonly text: string }
  /** What decides: a price with its name; not there for whoever may not see it. */
  price?: { readonly label: string; readonly fen: Fen | null }
  /** Tags of state and grade. */
  state?: ReactNode
  /** `<Neighbours>`: the ones before and after it in the list it was opened from. */
  neighbours?: ReactNode
  /** `<ActionBar>` or buttons. */
  actions?: ReactNode
  children: ReactNode
  /** A narrow column at the right: deadline, time line, buyer. */
  side?: ReactNode
}

/**
 * The one detail layout:
 *
 *     <DetailPage page={PAGES.auctionOrder.title} title={order.title} coverUrl={order.coverUrl}
 *       code={{ label: '订单号', text: order.orderNo }} price={{ label: '成交价', fen: order.dealPriceFen }}
 *       state={<OrderStateTag state={order.state} />}
 *       actions={<ActionBar actions={[deliver]} row={order} labelOf={(row) => row.orderNo} refresh={refetch} />}
 *       side={<Section title="进度"><Timeline lines={order.history} /></Section>}>
 *       <Section title="手机">
 *         <Facts items={[{ label: 'IMEI', value: <Code text={order.imei} what="IMEI" /> }]} />
 *       </Section>
 *     </DetailPage>
 *
 * While loading or failed, `DetailPending` takes its place.
 */
export function DetailPage({ page, neighbours, actions, children, side, ...head }: DetailPageProps) {
  const { pathname, search } = useLocation()
  const { code, title } = head
  const name = `${code.label} ${code.text}`
  useEffect(
    () => remember({ title: name, subtitle: `${page} · ${title}`, link: pathname + search }),
    [name, page, title, pathname, search],
  )
  return (
    <article className={styles.page} aria-label={page}>
      <header className={styles.head}>
        <Heading {...head} />
        <div className={styles.does}>
          {neighbours}
          {actions}
        </div>
      </header>
      <div className={cx(styles.body, Boolean(side) && styles.withSide)}>
        <div className={styles.main}>{children}</div>
        {side ? <aside className={styles.side}>{side}</aside> : null}
      </div>
    </article>
  )
}

type HeadingProps = Pick<DetailPageProps, 'title' | 'coverUrl' | 'code' | 'price' | 'state'>

function Heading({ title, coverUrl, code, price, state }: HeadingProps) {
  return (
    <div className={styles.thing}>
      {coverUrl ? (
        <img className={styles.cover} src={coverUrl} alt="" width={48} height={64} decoding="async" />
      ) : (
        <span className={cx(styles.cover, styles.noCover)}>
          <Icon name="camera" />
        </span>
      )}
      <div>
        <h1>{title}</h1>
        <p className={styles.name}>
          {state}
          {price && price.fen !== null ? (
            <span className={styles.price}>
              {price.label} <Money fen={price.fen} strong />
            </span>
          ) : null}
          <span className="muted">
            {code.label} <span className="code">{code.text || '—'}</span>
          </span>
          {code.text ? <CopyButton text={code.text} what={code.label} /> : null}
        </p>
      </div>
    </div>
  )
}

/** A card with a heading; `extra` stands at the right of it. */
export function Section({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.card} aria-label={title}>
      <header className={styles.cardHead}>
        <h2>{title}</h2>
        {extra}
      </header>
      <div className={styles.cardBody}>{children}</div>
    </section>
  )
}

export interface Fact {
  readonly label: string
  readonly value: ReactNode
  /** Takes the whole line. */
  readonly wide?: boolean
}

/** Names and values in columns. */
export function Facts({ items }: { items: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {items.map((item) => (
        <div key={item.label} className={item.wide ? styles.wide : undefined}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
