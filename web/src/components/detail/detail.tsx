import type { ReactNode } from 'react'
import { CopyButton } from '../copy/copy-button.tsx'
import './detail.css'

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
 *     <DetailPage title="订单详情" code={order.orderNo} state={<OrderStateTag state={order.state} />}
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
    <article className="detail">
      <header className="detail-head">
        <div className="detail-name">
          <h1>{title}</h1>
          <span className="code">{code}</span>
          <CopyButton text={code} what={title} />
          {state}
        </div>
        {actions}
      </header>
      <div className={side ? 'detail-body detail-with-side' : 'detail-body'}>
        <div className="detail-main">{children}</div>
        {side ? <aside className="detail-side">{side}</aside> : null}
      </div>
    </article>
  )
}

/** A card with a heading; `extra` stands at the right of it. */
export function Section({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <section className="card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
        {extra}
      </header>
      <div className="card-body">{children}</div>
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
    <dl className="facts">
      {items.map((item) => (
        <div key={item.label} className={item.wide ? 'fact-wide' : undefined}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
