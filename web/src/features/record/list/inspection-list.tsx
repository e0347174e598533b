import { inspectionColumns } from '@huanji/contract/features/inspection/rows'
import { CHANNEL_PAGES, linkTo, PAGES } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { GRADES } from '@huanji/domain/template/types'
import { Link } from 'react-router'
import { api } from '../../../api/client.ts'
import type { Action } from '../../../components/actions/action.ts'
import { buttonClass } from '../../../components/button/button-class.ts'
import { defineList } from '../../../components/list/list-types.ts'
import { can } from '../../../session/session.ts'
import { searchModels } from '../../goods/filter-options.ts'
import { INSPECTION_OPTIONS } from '../../inspection/labels.ts'
import type { InspectionRow } from '../../inspection/types.ts'
import { reportLink } from '../../links/inspection-links.ts'
import { retakePhotos } from '../../photo/retake.tsx'
import {
  changeBag,
  changeShop,
  continueInspection,
  continuePhotos,
  listUnits,
  openReport,
  printUnitLabels,
  reinspectUnit,
  sealUnit,
  takePhotos,
  voidUnit,
} from '../actions.ts'
import { cells } from './cells.tsx'

const shopOptions = (channel: Channel) => async () => {
  const { options } = await api.shop.options({ channel })
  return options.map(({ value, label }) => ({ value, label }))
}

/** What can be done with a row of the list, most wanted first. */
const ACTIONS: readonly Action<InspectionRow>[] = [
  continueInspection(),
  continuePhotos(),
  takePhotos(),
  sealUnit(),
  listUnits(),
  changeBag(),
  openReport(),
  printUnitLabels(),
  changeShop(),
  retakePhotos(),
  reinspectUnit(),
  voidUnit(),
]

/**
 * The list of a channel's inspections. On the curated channel the phones of a batch stand in the list of batches, and
 * those that were inspected by themselves here.
 */
export const inspectionList = (channel: Channel) =>
  defineList({
    key: `${channel}-inspections`,
    title: PAGES[CHANNEL_PAGES[channel].inspections].title,
    call: api.detRecord.getDetectRecordList,
    fixed: { channel, ...(channel === 'curated' ? { single: true } : {}) },
    rowKey: (row) => row.inspectionId,
    rowLabel: (row: InspectionRow) => row.inspectionNo,
    rowCover: (row) => row.coverUrl,
    link: (row) => reportLink(row.inspectionId),
    tabs: { name: 'state', options: INSPECTION_OPTIONS, counts: (answer) => answer.counts },
    filters: [
      {
        kind: 'text',
        name: 'code',
        codeBox: 'inspections-code',
        label: '扫码或输号',
        placeholder: 'IMEI / 条码 / 封袋码 / 质检单号 / 尾号',
        main: true,
      },
      { kind: 'search', name: 'modelId', label: '机型', search: searchModels, counted: true },
      {
        kind: 'select',
        name: 'grade',
        label: '成色',
        options: GRADES.map((grade) => ({ value: grade, label: GRADE_LABELS[grade] })),
        counted: true,
      },
      { kind: 'select', name: 'shopAccountId', label: '店铺', options: shopOptions(channel), counted: true },
      {
        kind: 'select',
        name: 'retakeAsked',
        label: '重拍',
        options: [{ value: 'true', label: '有人请重拍' }],
        single: true,
      },
      { kind: 'days', name: 'createdFrom', to: 'createdTo', label: '质检时间' },
    ],
    columns: inspectionColumns,
    cells,
    actions: ACTIONS,
    empty: {
      title: '还没有质检记录',
      hint: `在“${PAGES[CHANNEL_PAGES[channel].station].title}”中扫描手机的IMEI即可开始。`,
      lead: {
        name: '去质检',
        grant: api.detRecord.addDetectRecord.path,
        run: ({ goTo }) => goTo(PAGES[CHANNEL_PAGES[channel].station].path),
      },
    },
  })

/** Leads to the channel's station, for whoever may inspect or photograph. */
export function NewInspection({ channel }: { channel: Channel }) {
  const { station } = CHANNEL_PAGES[channel]
  if (!can(PAGES[station].path)) return null
  return (
    <Link className={buttonClass({ tone: 'primary' })} to={linkTo(station)}>
      {can(api.detRecord.addDetectRecord.path) ? '开始质检' : '去拍照'}
    </Link>
  )
}
