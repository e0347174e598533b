import { inspectionColumns } from '@huanji/contract/columns/lists'
import { CHANNEL_PAGES, linkTo, PAGES } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { GRADES } from '@huanji/domain/template/types'
import { Link } from 'react-router'
import { api } from '../../../../api/client.ts'
import type { Action } from '../../../../components/actions/action.ts'
import { buttonClass } from '../../../../components/button/button-class.ts'
import { ListPage } from '../../../../components/list/list-page.tsx'
import { defineList } from '../../../../components/list/list-types.ts'
import { askListEarly } from '../../../../components/list/use-list-query.ts'
import {
  changeBag,
  continueInspection,
  openReport,
  printUnitLabels,
  sealUnit,
} from '../../../../features/inspection/actions.ts'
import { INSPECTION_OPTIONS } from '../../../../features/inspection/labels.ts'
import { reportLink } from '../../../../features/inspection/links.ts'
import { modelTitleOf } from '../../../../features/inspection/queries.ts'
import type { InspectionRow } from '../../../../features/inspection/types.ts'
import { can } from '../../../../session/session.ts'
import { cells } from './cells.tsx'

const CHANNEL: Channel = 'auction'
const STATION = CHANNEL_PAGES[CHANNEL].station

async function searchModels(keyword: string) {
  const { models } = await api.detConfig.productSearch({ query: keyword, limit: 10 })
  return models.map((model) => ({ value: model.modelId, label: modelTitleOf(model) }))
}

async function shopOptions() {
  const { options } = await api.shop.options({ channel: CHANNEL })
  return options.map(({ value, label }) => ({ value, label }))
}

const actions: readonly Action<InspectionRow>[] = [
  continueInspection(),
  sealUnit(),
  changeBag(),
  openReport(),
  printUnitLabels({ single: false }),
]

/** The list of the auction channel's inspections. */
export const inspections = defineList({
  key: `${CHANNEL}-inspections`,
  title: PAGES[CHANNEL_PAGES[CHANNEL].inspections].title,
  call: api.detRecord.getDetectRecordList,
  fixed: { channel: CHANNEL },
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
      label: '编号',
      placeholder: 'IMEI / 条码 / 封袋码 / 质检编号',
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
    { kind: 'select', name: 'shopAccountId', label: '店铺', options: shopOptions, counted: true },
    { kind: 'days', name: 'createdFrom', to: 'createdTo', label: '质检时间' },
  ],
  columns: inspectionColumns,
  cells,
  actions,
  empty: { title: '还没有质检记录', hint: '在“鱼市质检”中扫描设备的IMEI即可开始。' },
})

function NewInspection() {
  if (!can(PAGES[STATION].path)) return null
  return (
    <Link className={buttonClass({ tone: 'primary' })} to={linkTo(STATION)}>
      开始质检
    </Link>
  )
}

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(inspections)

/** 鱼市质检列表 */
export default function Page() {
  return <ListPage list={inspections} toolbar={<NewInspection />} />
}
