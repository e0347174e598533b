import type { Grade } from '@huanji/domain/template/types'
import type { ReactNode } from 'react'
import { cx } from '../../components/class-names.ts'
import { GradeBadge } from '../../components/grade/grade-badge.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { type MarketRequest, RequestMark, requestText } from '../request/request.tsx'
import styles from './goods-cell.module.css'

/** What a row says of the phone it is about. */
export interface Goods {
  readonly modelName: string
  readonly skuText: string
  readonly grade: Grade | null
  readonly coverUrl: string | null
}

interface GoodsCellProps {
  goods: Goods
  /** What it is called where it is on sale; the hint, and the name of several phones that are sold together. */
  title?: string
  /** How many phones are sold together; one unless said. */
  unitCount?: number
  /** What else decides the price or needs a look, behind the grade. */
  marks?: ReactNode
  /** Why it is not on sale though it should be; in red. */
  failure?: string
  /** What the marketplace has still to confirm, or refused; says more than `failure` and stands in its place. */
  desired?: MarketRequest | null
}

/** The phone of a row: its picture, and on two lines the model and what decides the price: variant, grade, marks. */
export function GoodsCell({ goods, title = '', unitCount = 1, marks, failure = '', desired = null }: GoodsCellProps) {
  const isLot = unitCount > 1
  const isRefused = desired?.state === 'refused'
  const reason = desired === null ? failure : isRefused ? requestText(desired) : ''
  return (
    <span className={styles.goods} title={title || undefined}>
      <Cover url={goods.coverUrl} />
      <span className={styles.lines}>
        <b className={styles.name}>{isLot || goods.modelName === '' ? title : goods.modelName}</b>
        <span className={styles.facts}>
          {isLot ? (
            <span>打包 {unitCount} 台</span>
          ) : (
            <span className={styles.spec}>{goods.skuText || '规格未选'}</span>
          )}
          {goods.grade && !isLot ? <GradeBadge grade={goods.grade} small /> : null}
          {marks}
          {desired && !isRefused ? <RequestMark desired={desired} /> : null}
        </span>
        {reason ? <span className={styles.failure}>{reason}</span> : null}
      </span>
    </span>
  )
}

function Cover({ url }: { url: string | null }) {
  if (url)
    return <img className={styles.cover} src={url} alt="" width={30} height={40} loading="lazy" decoding="async" />
  return (
    <span className={cx(styles.cover, styles.none)}>
      <Icon name="camera" size={14} />
    </span>
  )
}
