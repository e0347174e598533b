import { GOODS_STATUS_LABELS } from '@huanji/contract/features/refund/labels'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { refresh } from '../../../api/queries.ts'
import { errorText, isRefusal } from '../../../api/refusal.ts'
import { Button } from '../../../components/button/button.tsx'
import { Facts, Section } from '../../../components/detail/detail.tsx'
import { viewPhotos } from '../../../components/photo-viewer/photo-viewer.tsx'
import { Time } from '../../../components/time/time.tsx'
import { toast } from '../../../components/toast/toast.ts'
import { refundDetailOf } from '../../links/refund-links.ts'
import { viewedOf } from '../../report/album.ts'
import { PhotoThumb } from '../../report/photo-thumb.tsx'
import { reasonText } from '../list/refund-cells.tsx'
import { buyerCasesText } from '../refund-past.tsx'
import type { RefundDetail } from '../types.ts'
import styles from './claim-section.module.css'

const FAULTS: Readonly<Record<RefundDetail['fault'], string>> = {
  seller: '卖家责任，退货运费由卖家承担',
  buyer: '买家原因，退货运费由买家承担',
  carrier: '运输原因，退货运费由承运方承担',
}

/** Asks for the pictures again that could not be fetched. */
function useFetching({ refundId, channel }: RefundDetail) {
  const queries = useQueryClient()
  const [isFetching, setFetching] = useState(false)
  const fetchAgain = async () => {
    setFetching(true)
    try {
      await api.refundHandling.fetchEvidence({ refundId }, { idempotencyKey: newIdempotencyKey() })
      toast('info', '已重新获取，请稍候')
      await refresh(queries, refundDetailOf(channel))
    } catch (error) {
      // a refusal was shown as a toast; the button stays for another try
      if (!isRefusal(error)) toast('error', errorText(error))
    } finally {
      setFetching(false)
    }
  }
  return { isFetching, fetchAgain }
}

/** The buyer's pictures; one that could not be fetched says why in its place. */
function Evidence({ refund: { evidence } }: { refund: RefundDetail }) {
  const shown = evidence.flatMap(({ photo }) => (photo === null ? [] : [photo]))
  return (
    <div className={styles.evidence}>
      {evidence.map(({ pictureId, photo, problem }, index) =>
        photo === null ? (
          <span key={pictureId} className={styles.missing}>
            凭证{index + 1}：{problem || '正在获取…'}
          </span>
        ) : (
          <PhotoThumb
            key={pictureId}
            photo={photo}
            caption={`买家凭证${index + 1}`}
            onOpen={() =>
              void viewPhotos(
                shown.map((one, at) => viewedOf(one, `买家凭证${at + 1}`)),
                shown.indexOf(photo),
              )
            }
          />
        ),
      )}
    </div>
  )
}

/** What the buyer asks for, why, and what shows it. */
export function ClaimSection({ refund }: { refund: RefundDetail }) {
  const { isFetching, fetchAgain } = useFetching(refund)
  const isLacking = refund.evidence.some(({ photo }) => photo === null)
  return (
    <Section
      title="买家申请"
      extra={
        isLacking ? (
          <Button small icon="refresh" busy={isFetching} onClick={() => void fetchAgain()}>
            重新获取凭证
          </Button>
        ) : null
      }
    >
      <Facts
        items={[
          { label: '原因', value: reasonText(refund) },
          { label: '责任', value: FAULTS[refund.fault] },
          { label: '申请时', value: GOODS_STATUS_LABELS[refund.goodsStatus] },
          { label: '申请时间', value: <Time at={refund.openedAt} /> },
          { label: '买家', value: [refund.buyerNick || '—', buyerCasesText(refund)].filter(Boolean).join('，') },
          ...(refund.endedAt === null ? [] : [{ label: '结束时间', value: <Time at={refund.endedAt} /> }]),
          {
            label: '描述',
            value: <span className={styles.said}>{refund.description || '买家没有填写'}</span>,
            wide: true,
          },
          ...(refund.evidence.length === 0
            ? [{ label: '凭证', value: <span className="muted">买家没有上传</span>, wide: true }]
            : []),
        ]}
      />
      {refund.evidence.length === 0 ? null : <Evidence refund={refund} />}
    </Section>
  )
}
