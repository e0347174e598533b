import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { Section } from '../../../components/detail/detail.tsx'
import { DetailPending } from '../../../components/detail/detail-pending.tsx'
import { Figures } from '../../../components/figures/figures.tsx'
import { Money } from '../../../components/money/money.tsx'
import { can } from '../../../session/session.ts'
import { BidsTable } from '../../goods/bids-table.tsx'

/** 出价记录: how the order came to its price (docs/domain.md §5.6). */
export function OfferSection({ orderId }: { orderId: string }) {
  const query = useQuery(queryOf(api.auctionOrder.offerRecord, { orderId }))
  return (
    <Section title="出价记录">
      <DetailPending query={query}>
        {(record) => (
          <>
            <Figures
              items={[
                { label: '起拍价', value: <Money fen={record.startPriceFen} /> },
                ...(can('field:reservePrice')
                  ? [{ label: '保底价', value: <Money fen={record.reservePriceFen} /> }]
                  : []),
                { label: '最高价', value: <Money fen={record.highestBidFen} strong /> },
                { label: '出价次数', value: `${record.bidCount} 次` },
                { label: '出价人数', value: `${record.bidderCount} 人` },
                { label: '延时次数', value: `${record.extensionCount} 次` },
              ]}
            />
            <BidsTable bids={record.bids} empty="没有出价记录" />
          </>
        )}
      </DetailPending>
    </Section>
  )
}
