import { CHANNEL_PAGES, linkTo, PAGES } from '@huanji/contract/pages'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { errorText, isRefusal } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { permissions } from '../../session/session.ts'
import styles from './corner.module.css'
import { demoApi } from './demo-api.ts'

interface Told {
  readonly text: string
  /** Where it goes on, for whoever may open the page. */
  readonly page?: string
  readonly to?: string
  readonly name?: string
}

async function sell(): Promise<Told> {
  const { title, channel } = await demoApi.demoCorner.sale({}, { handles: 'all', idempotencyKey: newIdempotencyKey() })
  const page = CHANNEL_PAGES[channel].orders
  return {
    text: `买家买下“${title}”并已付款，几秒后出现在待发货，接下来扫码发货。`,
    page: PAGES[page].path,
    to: linkTo(page, { state: 'awaiting_shipment' }),
    name: '去发货',
  }
}

async function claim(): Promise<Told> {
  const { title } = await demoApi.demoCorner.claim({}, { handles: 'all', idempotencyKey: newIdempotencyKey() })
  return {
    text: `“${title}”的买家申请了退货退款，几秒后出现在售后，接下来同意或拒绝。`,
    page: PAGES.refunds.path,
    to: linkTo('refunds', { sort: 'deadline.asc' }),
    name: '去处理',
  }
}

function toldOf(error: unknown): Told {
  const text = errorText(error)
  if (isRefusal(error, 'DEMO_NOTHING_ON_SALE')) {
    return { text, page: PAGES.listings.path, to: linkTo('listings'), name: '去发布' }
  }
  return { text }
}

/** What simulated buyers do when they are asked, and what happens next. @param onLeave called on the way to a page */
export function Simulate({ onLeave }: { onLeave: () => void }) {
  const [running, setRunning] = useState<'sale' | 'claim' | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const run = (what: 'sale' | 'claim', work: () => Promise<Told>) => {
    setRunning(what)
    setTold(null)
    void work()
      .catch(toldOf)
      .then(setTold)
      .finally(() => setRunning(null))
  }
  const way: ReactNode =
    told?.to !== undefined && told.page !== undefined && permissions().has(told.page) ? (
      <Link to={told.to} onClick={onLeave}>
        {told.name}
      </Link>
    ) : null
  return (
    <section aria-label="模拟买家">
      <h3>模拟买家</h3>
      <p className={styles.acts}>
        <Button small busy={running === 'sale'} disabled={running !== null} onClick={() => run('sale', sell)}>
          模拟一笔成交
        </Button>
        <Button small busy={running === 'claim'} disabled={running !== null} onClick={() => run('claim', claim)}>
          模拟买家退货
        </Button>
      </p>
      <p className={styles.told} role="status">
        {told?.text} {way}
      </p>
    </section>
  )
}
