import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { stateLabel } from '@huanji/domain/states/transition'
import { formatShanghai } from '@huanji/domain/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { NumberTable } from './chart-card.tsx'
import { type LinkScope, reportLink } from './links.ts'
import styles from './overview.module.css'
import type { AgedPhone } from './types.ts'
import { countText } from './words.ts'

interface AgedDrawerProps {
  readonly days: 7 | 15 | 30
  readonly scope: Pick<LinkScope, 'channel' | 'shopAccountId'>
  readonly onClose: () => void
}

const PAGE_SIZE = 50

/** The phones that lie here for more than so many days, the longest first. */
export function AgedDrawer({ days, scope, onClose }: AgedDrawerProps) {
  const [page, setPage] = useState(1)
  const { channel, shopAccountId } = scope
  const input = {
    days,
    page,
    pageSize: PAGE_SIZE,
    ...(channel === undefined ? {} : { channel }),
    ...(shopAccountId === undefined ? {} : { shopAccountId }),
  }
  const query = useQuery({ ...queryOf(api.stockAge.agedStock, input), placeholderData: keepPreviousData })
  return (
    <Dialog kind="drawer" widthPx={1040} title={`在库超过 ${days} 天的手机`} onClose={onClose}>
      <DetailPending query={query} waiting={LOADING}>
        {({ total, list }) => (
          <>
            <p className={styles.hint}>共 {countText(total)} 台，在库最久的在前</p>
            <PhoneTable phones={list} />
            <Pager page={page} pages={Math.ceil(total / PAGE_SIZE)} onChange={setPage} />
          </>
        )}
      </DetailPending>
    </Dialog>
  )
}

function PhoneTable({ phones }: { phones: readonly AgedPhone[] }) {
  return (
    <NumberTable
      title="积压库存"
      head={['质检单号', '机型规格', '成色', '状态', '渠道', '店铺', '入库时间', '在库天数']}
      rows={phones.map((phone) => ({
        key: phone.inspectionId,
        cells: [
          { text: phone.inspectionNo, link: reportLink(phone.inspectionId) },
          { text: `${phone.modelName} ${phone.skuText}` },
          { text: phone.grade === null ? '—' : GRADE_LABELS[phone.grade] },
          { text: stateLabel(INSPECTION_STATES, phone.state) ?? phone.state },
          { text: CHANNEL_LABELS[phone.channel] },
          { text: phone.shopName ?? '—' },
          { text: formatShanghai(phone.stockedAt) },
          { text: `${phone.days} 天` },
        ],
      }))}
    />
  )
}

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly onChange: (page: number) => void
}

function Pager({ page, pages, onChange }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav className={styles.pager} aria-label="翻页">
      <Button small disabled={page <= 1} onClick={() => onChange(page - 1)}>
        上一页
      </Button>
      <span>
        {page} / {pages}
      </span>
      <Button small disabled={page >= pages} onClick={() => onChange(page + 1)}>
        下一页
      </Button>
    </nav>
  )
}
