import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { ActionBar } from '../../components/actions/action-bar.tsx'
import { Code } from '../../components/code/code.tsx'
import { DetailPending } from '../../components/detail/detail-pending.tsx'
import { GradeBadge, RepairFlag } from '../../components/grade/grade-badge.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { Time } from '../../components/time/time.tsx'
import { reportLink } from '../links/inspection-links.ts'
import { BATCH_HEAD_ACTIONS } from './batch-actions.ts'
import styles from './batch-head.module.css'
import { batchHeadQuery } from './queries.ts'
import type { BatchVersion, BatchHead as Head } from './types.ts'

const COUNTS = [
  ['总数', 'totalCount'],
  ['质检中', 'waitingCount'],
  ['可上架', 'availableCount'],
  ['已上架', 'lockedCount'],
  ['已售', 'soldCount'],
] as const satisfies readonly (readonly [string, keyof Head])[]

/** What a batch is, over the list of its phones. */
export function BatchHead({ batchId }: { batchId: string }) {
  const query = useQuery(batchHeadQuery(batchId))
  return (
    <DetailPending query={query} waiting={<div className={styles.wait} aria-busy="true" />}>
      {({ batch }) => <Shown batch={batch} />}
    </DetailPending>
  )
}

function Shown({ batch }: { batch: Head }) {
  const queries = useQueryClient()
  const { batchNo, modelName, skuText, grade, repairFlag, channel, shopName, coverUrl, sampleInspectionId } = batch
  return (
    <section className={styles.head} aria-label="批次">
      <div className={styles.top}>
        {coverUrl ? (
          <img className={styles.cover} src={coverUrl} alt="" width={48} height={64} decoding="async" />
        ) : (
          <span className={styles.cover}>
            <Icon name="camera" />
          </span>
        )}
        <div className={styles.thing}>
          <p className={styles.title}>
            <b>
              {modelName} {skuText}
            </b>
            <GradeBadge grade={grade} />
            <RepairFlag flag={repairFlag} />
          </p>
          <p className={styles.facts}>
            <span>
              批次号 <Code text={batchNo} what="批次号" />
            </span>
            <span>{CHANNEL_LABELS[channel]}</span>
            <span>{shopName ?? '未指定店铺'}</span>
            {sampleInspectionId ? <Link to={reportLink(sampleInspectionId)}>样机报告</Link> : null}
          </p>
        </div>
        <dl className={styles.counts}>
          {COUNTS.map(([label, field]) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd className="num">{batch[field]}</dd>
            </div>
          ))}
        </dl>
        <ActionBar
          actions={BATCH_HEAD_ACTIONS}
          row={batch}
          labelOf={(row) => row.batchNo}
          refresh={() => refresh(queries, api.batch.getDetRecordDetailsByDetRecordId)}
        />
      </div>
      <Versions versions={batch.versions} current={batch.batchVersion} />
    </section>
  )
}

/** Each version with what it is and since when it may not change. */
function Versions({ versions, current }: { versions: readonly BatchVersion[]; current: number }) {
  return (
    <ul className={styles.versions} aria-label="版本">
      {versions.map(({ number, grade, unitCount, frozenAt, createdBy, createdAt, explanation }) => (
        <li key={number} title={explanation.reason}>
          <b>V{number}</b>
          {number === current ? <span className={styles.current}>当前</span> : null}
          <GradeBadge grade={grade} small />
          <span>{unitCount} 台</span>
          <span className="muted">
            {frozenAt ? (
              <>
                <Time at={frozenAt} /> 起固定
              </>
            ) : (
              <>
                {createdBy} <Time at={createdAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
