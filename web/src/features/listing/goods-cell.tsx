import { Icon } from '../../components/icon/icon.tsx'
import './sale.css'

interface GoodsCellProps {
  title: string
  coverUrl: string | null
  /** Why it is not on sale though it should be; in red under the title. */
  failure?: string
}

/** A thing on sale as a list names it: its picture and its title. */
export function GoodsCell({ title, coverUrl, failure }: GoodsCellProps) {
  return (
    <span className="goods" title={failure || title}>
      {coverUrl ? (
        <img className="goods-cover" src={coverUrl} alt="" width={32} height={32} loading="lazy" decoding="async" />
      ) : (
        <span className="goods-cover goods-no-cover">
          <Icon name="camera" size={14} />
        </span>
      )}
      <span className="goods-name">
        {title}
        {failure ? <span className="goods-failure">{failure}</span> : null}
      </span>
    </span>
  )
}
