import { linkTo, PAGES } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Action } from '../../components/actions/action.ts'
import { ActionBar } from '../../components/actions/action-bar.tsx'
import { Code } from '../../components/code/code.tsx'
import { DetailPage, Facts, Section } from '../../components/detail/detail.tsx'
import { DetailPending } from '../../components/detail/detail-pending.tsx'
import { EmptyState } from '../../components/empty/empty-state.tsx'
import { GradeBadge, RepairFlag } from '../../components/grade/grade-badge.tsx'
import { latePart } from '../../components/late/late-part.ts'
import { Neighbours } from '../../components/list/neighbours.tsx'
import { Note } from '../../components/note/note.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { Time } from '../../components/time/time.tsx'
import { can } from '../../session/session.ts'
import { BagFact } from '../bag/bag-fact.tsx'
import { inspectionLabel, retakeText, STATE_TONES, saleLabel } from '../inspection/labels.ts'
import { detailQuery } from '../inspection/queries.ts'
import type { InspectionDetail } from '../inspection/types.ts'
import { BarCode } from '../links/bar-code.tsx'
import { retakePhotos } from '../photo/retake.tsx'
import { type Album, useAlbum } from '../report/album.ts'
import { ModelMappingSection } from '../report/model-mapping.tsx'
import { PublicReport } from '../report/public-report.tsx'
import { ReportLog } from '../report/report-log.tsx'
import { ExceptionsSection, GradeSection, GroupSection, PhotoRow } from '../report/report-sections.tsx'
import { ReplacedBanner, VersionsSection } from '../report/versions.tsx'
import {
  changeBag,
  changeShop,
  continueInspection,
  continuePhotos,
  listUnits,
  printUnitLabels,
  reinspectUnit,
  sealUnit,
  voidUnit,
} from './actions.ts'

/** What can be done with the record, most wanted first. */
const ACTIONS: readonly Action<InspectionDetail>[] = [
  continueInspection(),
  continuePhotos(),
  sealUnit(),
  listUnits(),
  changeBag(),
  retakePhotos(),
  reinspectUnit(),
  changeShop(),
  printUnitLabels(),
  voidUnit(),
]

const loadList = (channel: Channel) => async () => (await import('./list/inspection-list.tsx')).inspectionList(channel)
/** The list that a report may have been opened from. */
const LISTS = { auction: loadList('auction'), curated: loadList('curated') }

const CompareDialog = latePart(async () => (await import('../report/compare-dialog.tsx')).CompareDialog)

/** 质检报告: one record with everything that was found, photographed and done. */
export function RecordPage() {
  const [params] = useSearchParams()
  const inspectionId = params.get('inspectionId') ?? ''
  const compareWith = params.get('compareWith') ?? ''
  const query = useQuery({ ...detailQuery(inspectionId), enabled: inspectionId !== '' })
  if (inspectionId === '') return <EmptyState title="没有指定质检记录" hint="请从质检列表打开报告。" />
  return (
    <DetailPending query={query}>
      {(detail) => (
        <Report
          detail={detail}
          compareWith={compareWith}
          refresh={async () => {
            await query.refetch()
          }}
        />
      )}
    </DetailPending>
  )
}

interface ReportProps {
  detail: InspectionDetail
  /** The record to put beside it; empty for none. */
  compareWith: string
  refresh: () => Promise<void>
}

/** The report beside another one, while the address names it. */
function Compared({ detail, compareWith }: Pick<ReportProps, 'detail' | 'compareWith'>) {
  const [params, setParams] = useSearchParams()
  if (compareWith === '' || compareWith === detail.inspectionId) return null
  const close = () => {
    params.delete('compareWith')
    setParams(params)
  }
  return (
    <Suspense fallback={null}>
      <CompareDialog key={compareWith} detail={detail} compareWith={compareWith} onClose={close} />
    </Suspense>
  )
}

function Report({ detail, compareWith, refresh }: ReportProps) {
  const album = useAlbum(detail)
  return (
    <DetailPage
      page={PAGES.auctionReport.title}
      title={`${detail.modelName} ${detail.skuText}`}
      coverUrl={detail.coverUrl}
      code={{ label: '质检单号', text: detail.inspectionNo }}
      neighbours={<Neighbours load={LISTS[detail.channel]} current={detail.inspectionId} unit="台" />}
      state={
        <>
          <StateTag tone={STATE_TONES[detail.state]}>{inspectionLabel(detail.state)}</StateTag>
          <GradeBadge grade={detail.grade} />
          <RepairFlag flag={detail.repairFlag} />
          {detail.explanation ? <span>{saleLabel(detail.explanation, detail.channel)}</span> : null}
        </>
      }
      actions={<ActionBar actions={ACTIONS} row={detail} labelOf={(row) => row.inspectionNo} refresh={refresh} />}
      side={<Aside detail={detail} />}
    >
      <ReplacedBanner detail={detail} />
      {detail.retake === null ? null : (
        <Note tone="warning">
          <span>
            <b>{retakeText(detail.retake)}</b> <Time at={detail.retake.askedAt} />
            ，换上新照片后自动完成。
          </span>
        </Note>
      )}
      <Header detail={detail} />
      <GradeSection detail={detail} />
      <ExceptionsSection groups={detail.groups} album={album} />
      <RealPhotos album={album} isOfBatch={detail.batchId !== null} />
      {detail.groups.map((group) => (
        <GroupSection key={group.code} group={group} />
      ))}
      <Compared detail={detail} compareWith={compareWith} />
    </DetailPage>
  )
}

function Header({ detail }: { detail: InspectionDetail }) {
  const { code, sku, batchId, batchNo } = detail
  return (
    <Section title="手机">
      <Facts
        items={[
          { label: 'IMEI', value: <Code text={code.imei} what="IMEI" /> },
          { label: '副IMEI', value: <Code text={code.imei2} what="副IMEI" /> },
          ...(code.meid ? [{ label: 'MEID', value: <Code text={code.meid} what="MEID" /> }] : []),
          ...(code.sn ? [{ label: '序列号', value: <Code text={code.sn} what="序列号" /> }] : []),
          { label: '条码', value: <BarCode barCode={detail.barCode} /> },
          { label: '封袋码', value: <BagFact of={detail} /> },
          { label: '小型号', value: sku.regulatoryNo || '—' },
          { label: '店铺', value: detail.shopName ?? '未指定' },
          { label: '质检员', value: detail.inspectorName },
          { label: '质检时间', value: <Time at={detail.createdAt} /> },
          { label: '模板版本', value: detail.templateVersion },
          ...(batchId === null ? [] : [{ label: '批次', value: <BatchLink batchId={batchId} batchNo={batchNo} /> }]),
          ...(detail.remark ? [{ label: '备注', value: detail.remark, wide: true }] : []),
        ]}
      />
    </Section>
  )
}

/** The batch that the phone came in with, for whoever may open it. */
function BatchLink({ batchId, batchNo }: { batchId: string; batchNo: string | null }) {
  if (!can(PAGES.batches.path)) return <Code text={batchNo} what="批次号" />
  return (
    <Link className="code" to={linkTo('batchUnits', { batchId })}>
      {batchNo}
    </Link>
  )
}

function RealPhotos({ album, isOfBatch }: { album: Album; isOfBatch: boolean }) {
  return (
    <Section title={`实拍图（${album.shots.length}）`}>
      {album.shots.length > 0 ? (
        <PhotoRow photos={album.shots} album={album} />
      ) : (
        <p className="muted">
          {isOfBatch
            ? '同批手机共用样机照片，样机拍完后自动转入下一步。'
            : '还没有拍摄；草稿和待拍摄的记录可点“继续质检”补拍。'}
        </p>
      )}
    </Section>
  )
}

function Aside({ detail }: { detail: InspectionDetail }) {
  return (
    <>
      <PublicReport detail={detail} />
      <VersionsSection detail={detail} />
      <ModelMappingSection modelId={detail.modelId} />
      <ReportLog inspectionId={detail.inspectionId} />
    </>
  )
}
