import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { buttonClass } from '../../components/button/button-class.ts'
import { cx } from '../../components/class-names.ts'
import { Code } from '../../components/code/code.tsx'
import detail from '../../components/detail/detail.module.css'
import { Facts } from '../../components/detail/detail.tsx'
import { GradeBadge, RepairFlag } from '../../components/grade/grade-badge.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { toast } from '../../components/toast/toast.ts'
import { can } from '../../session/session.ts'
import { BagFact } from '../bag/bag-fact.tsx'
import { inspectionLabel, NEXT_STEP, STATE_TONES } from '../inspection/labels.ts'
import { detailQuery, refreshInspections } from '../inspection/queries.ts'
import { photosLink, reportLink } from '../links/inspection-links.ts'
import styles from './result-card.module.css'
import type { StationResult } from './station-state.ts'

/** What came of the phone before, with its label's data; it stands there until the next one is scanned. */
export function ResultCard({ result, waitingPhotos }: { result: StationResult; waitingPhotos: number }) {
  const { explanation, state, grade } = result
  const client = useQueryClient()
  const print = async () => {
    const [detail, { labelOf, printLabels }] = await Promise.all([
      client.fetchQuery({ ...detailQuery(result.inspectionId), staleTime: 0 }),
      import('../label/label-dialog.tsx'),
    ])
    await printLabels([labelOf(detail)])
  }
  const list = async () => {
    const { publishUnits } = await import('../listing/publish-units.ts')
    await publishUnits([result], () => refreshInspections(client))
  }
  return (
    <section className={cx(detail.card, styles.result)} aria-label="质检结果">
      <div className={styles.head}>
        <GradeBadge grade={grade} large />
        <div>
          <p className={styles.title}>
            <b>
              {result.modelTitle} {result.skuText}
            </b>
            <StateTag tone={STATE_TONES[state]}>{inspectionLabel(state)}</StateTag>
            <RepairFlag flag={explanation?.repairFlag ?? null} />
          </p>
          <p className="muted">{explanation?.reason}</p>
        </div>
        <div className={styles.tools}>
          <Button icon="print" onClick={() => void print().catch((error) => toast('error', errorText(error)))}>
            打印标签
          </Button>
          <Link className={buttonClass()} to={reportLink(result.inspectionId)}>
            查看报告
          </Link>
          {state === 'awaiting_photos' ? (
            <Link className={buttonClass()} to={photosLink(result)}>
              继续拍照
            </Link>
          ) : null}
        </div>
      </div>
      <Facts
        items={[
          { label: '质检单号', value: <Code text={result.inspectionNo} what="质检单号" /> },
          { label: '条码', value: <Code text={result.barCode} what="条码" /> },
          { label: '机身编码', value: <Code text={result.imei} what="机身编码" /> },
          { label: '封袋码', value: <BagFact of={result} /> },
        ]}
      />
      <p className={styles.next} role="status">
        {nextText(result, waitingPhotos)}
        {state === 'listable' && can(api.goods.publish.path) ? (
          <Button small tone="primary" icon="upload" onClick={() => void list()}>
            去上架
          </Button>
        ) : null}
      </p>
    </section>
  )
}

function nextText({ state, grade, missingPhotos }: StationResult, waitingPhotos: number): string {
  if (grade === 'X') return '该手机不可上架，请退回或作废质检记录'
  if (state !== 'awaiting_photos') return `下一步：${NEXT_STEP[state]}`
  if (waitingPhotos > 0) return `还有${waitingPhotos}张照片正在上传，完成后自动转为下一步`
  return `还缺照片：${missingPhotos.join('、')}`
}
