import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import styles from './detail.module.css'

interface DetailPageProps {
  /** What kind of thing: 订单详情. */
  title: string
  /** The number it is known by, with a copy icon. */
  code: string
  state?: ReactNode
  /** `<ActionBar>` or buttons. */
  actions?: ReactNode
  children: ReactNode
  /** A narrow column at the right: deadline, time line, buyer. */
  side?: ReactNode
}

/**
 * The one detail layout:
 *
 *     <DetailPage title={PAGES.auctionOrder.title} code={order.orderNo} state={<OrderStateTag state={order.state} />}
 *       actions={<ActionBar actions={[deliver]} row={order} labelOf={(row) => row.orderNo} refresh={refetch} />}
 *       side={<Section title="进度"><Timeline lines={order.history} /></Section>}>
 *       <Section title="设备">
 *         <Facts items={[{ label: 'IMEI', value: <Code text={order.imei} what="IMEI" /> }]} />
 *       </Section>
 *     </DetailPage>
 *
 * While loading or failed, `DetailPending` takes its place.
 */
export function DetailPage({ title, code, state, actions, children, side }: DetailPageProps) {
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <div className={styles.name}>
          <h1>{title}</h1>
          <span className="code">{code}</span>
          <CopyButton text={code} what={title} />
          {state}
        </div>
        {actions}
      </header>
      <div className={cx(styles.body, Boolean(side) && styles.withSide)}>
        <div className={styles.main}>{children}</div>
        {side ? <aside className={styles.side}>{side}</aside> : null}
      </div>
    </article>
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
