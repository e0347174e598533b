import { PAGES } from '@huanji/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { Action } from '../../../../components/actions/action.ts'
import { ActionBar } from '../../../../components/actions/action-bar.tsx'
import { Code } from '../../../../components/code/code.tsx'
import { DetailPage, Facts, Section } from '../../../../components/detail/detail.tsx'
import { DetailPending } from '../../../../components/detail/detail-pending.tsx'
import { Timeline } from '../../../../components/detail/timeline.tsx'
import { EmptyState } from '../../../../components/empty/empty-state.tsx'
import { GradeBadge, RepairFlag } from '../../../../components/grade/grade-badge.tsx'
import { Neighbours } from '../../../../components/list/neighbours.tsx'
import { StateTag } from '../../../../components/state-tag/state-tag.tsx'
import { Time } from '../../../../components/time/time.tsx'
import { changeBag, continueInspection, printUnitLabels, sealUnit } from '../../../../features/inspection/actions.ts'
import { inspectionLabel, STATE_TONES, saleLabel } from '../../../../features/inspection/labels.ts'
import { reportLink } from '../../../../features/inspection/links.ts'
import { detailQuery, realPhotosQuery } from '../../../../features/inspection/queries.ts'
import {
  ExceptionsSection,
  GradeSection,
  GroupSection,
  PhotoRow,
} from '../../../../features/inspection/report/report-sections.tsx'
import type { InspectionDetail, Photo } from '../../../../features/inspection/types.ts'
import { DetectReportLink } from '../../../../features/trade/marketplace-links.tsx'
import styles from './page.module.css'

const actions: readonly Action<InspectionDetail>[] = [
  continueInspection(),
  sealUnit(),
  changeBag(),
  printUnitLabels({ single: true }),
]

const loadInspections = async () => (await import('../list/page.tsx')).inspections

/** 质检报告: one record with everything that was found, photographed and done. */
export default function Page() {
  const [params] = useSearchParams()
  const inspectionId = params.get('inspectionId') ?? ''
  const query = useQuery({ ...detailQuery(inspectionId), enabled: inspectionId !== '' })
  if (inspectionId === '') return <EmptyState title="没有指定质检记录" hint="请从质检列表打开报告。" />
  return (
    <DetailPending query={query}>
      {(detail) => (
        <Report
          detail={detail}
          refresh={async () => {
            await query.refetch()
          }}
        />
      )}
    </DetailPending>
  )
}

function Report({ detail, refresh }: { detail: InspectionDetail; refresh: () => Promise<void> }) {
  const real = detail.photos.filter((photo) => photo.itemCode === null)
  const defects = detail.photos.filter((photo) => photo.itemCode !== null)
  return (
    <DetailPage
      page={PAGES.auctionReport.title}
      title={`${detail.modelName} ${detail.skuText}`}
      coverUrl={detail.coverUrl}
      code={{ label: '质检编号', text: detail.inspectionNo }}
      neighbours={<Neighbours load={loadInspections} current={detail.inspectionId} unit="台" />}
      state={
        <>
          <StateTag tone={STATE_TONES[detail.state]}>{inspectionLabel(detail.state)}</StateTag>
          <GradeBadge grade={detail.grade} />
          <RepairFlag flag={detail.repairFlag} />
          {detail.explanation ? <span>{saleLabel(detail.explanation, detail.channel)}</span> : null}
        </>
      }
      actions={<ActionBar actions={actions} row={detail} labelOf={(row) => row.inspectionNo} refresh={refresh} />}
      side={<Aside detail={detail} />}
    >
      <Header detail={detail} />
      <GradeSection detail={detail} />
      <ExceptionsSection groups={detail.groups} photos={defects} />
      <RealPhotos photos={real} photoTaskId={detail.photoTaskId} />
      {detail.groups.map((group) => (
        <GroupSection key={group.code} group={group} />
      ))}
    </DetailPage>
  )
}

function Header({ detail }: { detail: InspectionDetail }) {
  const { code, sku } = detail
  return (
    <Section title="设备">
      <Facts
        items={[
          { label: 'IMEI', value: <Code text={code.imei} what="IMEI" /> },
          { label: '副IMEI', value: <Code text={code.imei2} what="副IMEI" /> },
          ...(code.meid ? [{ label: 'MEID', value: <Code text={code.meid} what="MEID" /> }] : []),
          ...(code.sn ? [{ label: '序列号', value: <Code text={code.sn} what="序列号" /> }] : []),
          { label: '条码', value: <Code text={detail.barCode} what="条码" /> },
          { label: '封袋码', value: <Code text={detail.bagCode} what="封袋码" /> },
          { label: '小型号', value: sku.regulatoryNo || '—' },
          { label: '店铺', value: detail.shopName ?? '未指定' },
          { label: '质检员', value: detail.inspectorName },
          { label: '质检时间', value: <Time at={detail.createdAt} /> },
          { label: '模板版本', value: detail.templateVersion },
          { label: '买家所见', value: <DetectReportLink detectNo={detail.inspectionNo} /> },
          ...(detail.remark ? [{ label: '备注', value: detail.remark, wide: true }] : []),
        ]}
      />
    </Section>
  )
}

function RealPhotos({ photos, photoTaskId }: { photos: readonly Photo[]; photoTaskId: string }) {
  // The report's photographs carry the codes of their shots; the photo task knows what the shots are called.
  const shots = useQuery({ ...realPhotosQuery(photoTaskId), enabled: photos.length > 0 }).data?.shots ?? []
  const nameOf = (photo: Photo) => shots.find((shot) => shot.code === photo.position)?.name ?? '实拍图'
  return (
    <Section title={`实拍图（${photos.length}）`}>
      {photos.length > 0 ? (
        <PhotoRow photos={photos} captionOf={(photo) => `${nameOf(photo)}${photo.internal ? '（不公开）' : ''}`} />
      ) : (
        <p className="muted">还没有拍摄；草稿和待拍摄的记录可点“继续质检”补拍。</p>
      )}
    </Section>
  )
}

function Aside({ detail }: { detail: InspectionDetail }) {
  return (
    <>
      {detail.versions.length > 0 ? (
        <Section title="同一设备的其他质检">
          <ul className={styles.versions}>
            {detail.versions.map((version) => (
              <li key={version.inspectionId}>
                <Link className="code" to={reportLink(version.inspectionId)}>
                  {version.inspectionNo}
                </Link>
                <GradeBadge grade={version.grade} />
                <span className="muted">
                  {inspectionLabel(version.state)} · <Time at={version.createdAt} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title="操作记录">
        <Timeline lines={detail.history} />
      </Section>
    </>
  )
}
