import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { stateLabel } from '@huanji/domain/states/transition'
import { formatShanghai } from '@huanji/domain/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { errorText } from '../../../api/refusal.ts'
import { Button } from '../../../components/button/button.tsx'
import { EmptyState } from '../../../components/empty/empty-state.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { type LinkScope, reportLink } from '../links.ts'
import { countText } from '../words.ts'
import { NumberTable } from './chart-card.tsx'
import styles from './overview.module.css'

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
    ...{ days, page, pageSize: PAGE_SIZE },
    ...(channel === undefined ? {} : { channel }),
    ...(shopAccountId === undefined ? {} : { shopAccountId }),
  }
  const { data, error, refetch } = useQuery({
    ...queryOf(api.extOverview.agedStock, input),
    placeholderData: keepPreviousData,
  })
  const pages = Math.ceil((data?.total ?? 0) / PAGE_SIZE)
  return (
    <Dialog kind="drawer" widthPx={1040} title={`在库超过 ${days} 天的手机`} onClose={onClose}>
      {error && !data ? (
        <EmptyState
          tone="error"
          title="加载失败"
          hint={errorText(error)}
          action={{ name: '重试', run: () => void refetch() }}
        />
      ) : (
        <>
          <p className={styles.hint}>共 {countText(data?.total ?? 0)} 台，在库最久的在前</p>
          <NumberTable
            title="积压库存"
            head={['质检编号', '机型规格', '成色', '状态', '渠道', '店铺', '入库时间', '在库天数']}
            rows={(data?.list ?? []).map((phone) => ({
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
          {pages > 1 ? (
            <nav className={styles.pager} aria-label="翻页">
              <Button small disabled={page <= 1} onClick={() => setPage(page - 1)}>
                上一页
              </Button>
              <span>
                {page} / {pages}
              </span>
              <Button small disabled={page >= pages} onClick={() => setPage(page + 1)}>
                下一页
              </Button>
            </nav>
          ) : null}
        </>
      )}
    </Dialog>
  )
}
