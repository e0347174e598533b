import { linkTo, PAGES } from '@huanji/contract/pages'
import { formatShanghai } from '@huanji/domain/time'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { buttonClass } from '../../components/button/button-class.ts'
import { Icon } from '../../components/icon/icon.tsx'
import styles from './consent-page.module.css'
import type { ShopRow } from './types.ts'
import { useConsentPage } from './use-consent-page.ts'

type Outcome =
  | { readonly kind: 'binding' }
  | { readonly kind: 'bound'; readonly shop: ShopRow; readonly wanted: string | null }
  | { readonly kind: 'failed'; readonly title: string; readonly why: string }

const REFUSED: Outcome = { kind: 'failed', title: '没有授权', why: '您在闲鱼拒绝了授权，店铺没有绑定。' }
const NOTHING: Outcome = {
  kind: 'failed',
  title: '没有授权信息',
  why: '请从店铺账号点“绑定店铺”，到闲鱼同意授权后会回到这里。',
}

/** Brings what the marketplace's page led back with to the server, once. */
function useConsent(): Outcome {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'binding' })
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    const [code, state, error] = ['code', 'state', 'error'].map((name) => search.get(name) ?? '')
    if (error) setOutcome(REFUSED)
    else if (!code || !state) setOutcome(NOTHING)
    else {
      api.shop
        .bind({ step: 'finish', code, state }, { handles: 'all' })
        .then(
          (answer) => ('shop' in answer ? setOutcome({ kind: 'bound', ...answer }) : setOutcome(NOTHING)),
          (error: unknown) => setOutcome({ kind: 'failed', title: '店铺没有绑定', why: errorText(error) }),
        )
        .finally(() => void refresh(queries, api.shop.list, api.shop.options))
    }
    // neither the history nor a copied address is to hold what counts once
    if (search.size > 0) void navigate(PAGES.shopConsent.path, { replace: true })
  }, [search, navigate, queries])
  return outcome
}

/** 店铺授权: where the marketplace's consent page leads back to. */
export function ConsentPage() {
  const outcome = useConsent()
  if (outcome.kind === 'binding') {
    return (
      <Card>
        <p role="status">正在绑定店铺…</p>
      </Card>
    )
  }
  if (outcome.kind === 'failed') return <Failed {...outcome} />
  const { shop, wanted } = outcome
  return (
    <Card>
      <span className={styles.done}>
        <Icon name="check" size={28} />
      </span>
      <h1>已绑定“{shop.shopName}”</h1>
      {shop.authorisedUntil === null ? null : (
        <p className="muted">授权有效期至 {formatShanghai(shop.authorisedUntil)}，到期前7天会提醒。</p>
      )}
      {wanted === null ? null : (
        <p className={styles.other}>
          您授权的是“{shop.shopName}”，“{wanted}”没有重新授权。
        </p>
      )}
      <p className={styles.ways}>
        <BackLink tone="plain" />
        <Link className={buttonClass({ tone: 'primary' })} to={PAGES.home.path}>
          回到首页
        </Link>
      </p>
    </Card>
  )
}

function Failed({ title, why }: { title: string; why: string }) {
  const { isLeaving, leave: again } = useConsentPage()
  return (
    <Card>
      <span className={styles.failed}>
        <Icon name="alert" size={28} />
      </span>
      <h1>{title}</h1>
      <p role="alert">{why}</p>
      <p className={styles.ways}>
        <BackLink tone="plain" />
        <Button tone="primary" busy={isLeaving} onClick={again}>
          重新绑定
        </Button>
      </p>
    </Card>
  )
}

const BackLink = ({ tone }: { tone: 'primary' | 'plain' }) => (
  <Link className={buttonClass({ tone })} to={linkTo('shops')}>
    返回店铺账号
  </Link>
)

const Card = ({ children }: { children: ReactNode }) => (
  <section className={styles.card} aria-live="polite">
    {children}
  </section>
)
