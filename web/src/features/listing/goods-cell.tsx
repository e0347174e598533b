import { Icon } from '../../components/icon/icon.tsx'
import './sale.css'

interface GoodsCellProps {
  title: string
  coverUrl: string | null
  /** A second line under the title. */
  sub?: string
}

/** A thing on sale as a list names it: its picture and its title. */
export function GoodsCell({ title, coverUrl, sub }: GoodsCellProps) {
  return (
    <span className="goods" title={title}>
      {coverUrl ? (
        <img className="goods-cover" src={coverUrl} alt="" width={32} height={32} loading="lazy" decoding="async" />
      ) : (
        <span className="goods-cover goods-no-cover">
          <Icon name="camera" size={14} />
        </span>
      )}
      <span className="goods-name">
        {title}
        {sub ? <span className="sale-sub">{sub}</span> : null}
      </span>
    </span>
  )
}
