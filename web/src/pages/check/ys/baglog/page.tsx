import { BAG_ACTION_LABELS, optionsOf } from '@huanji/contract/labels'
import { linkTo, PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { api } from '../../../../api/client.ts'
import { Button } from '../../../../components/button/button.tsx'
import { ListPage } from '../../../../components/list/list-page.tsx'
import { type Column, defineList } from '../../../../components/list/list-types.ts'
import { StateTag } from '../../../../components/state-tag/state-tag.tsx'
import { Time } from '../../../../components/time/time.tsx'
import { registerRoll, voidRoll } from '../../../../features/inspection/bag/roll-dialog.tsx'
import { BAG_OPTIONS, BAG_TONES, bagLabel } from '../../../../features/inspection/labels.ts'
import { reportLink } from '../../../../features/inspection/links.ts'
import type { BagRecord } from '../../../../features/inspection/types.ts'
import { can } from '../../../../session/session.ts'

/** A number in its own type, or a dash. */
const code = (text: string) => (text ? <span className="code">{text}</span> : <span className="muted">—</span>)

const columns: readonly Column<BagRecord>[] = [
  { key: 'bag', title: '封袋码', widthPx: 172, cell: (row) => code(row.bagCode), copy: (row) => row.bagCode },
  { key: 'action', title: '操作', widthPx: 76, cell: (row) => BAG_ACTION_LABELS[row.action] },
  {
    key: 'state',
    title: '封袋状态',
    widthPx: 96,
    cell: (row) => <StateTag tone={BAG_TONES[row.state]}>{bagLabel(row.state)}</StateTag>,
  },
  { key: 'imei', title: 'IMEI', widthPx: 168, cell: (row) => code(row.imei), copy: (row) => row.imei },
  { key: 'barCode', title: '条码', widthPx: 144, cell: (row) => code(row.barCode), copy: (row) => row.barCode },
  {
    key: 'model',
    title: '型号规格',
    widthPx: 220,
    cell: (row) => `${row.modelName} ${row.skuText}`.trim() || <span className="muted">—</span>,
  },
  {
    key: 'inspection',
    title: '质检编号',
    widthPx: 172,
    cell: (row) =>
      row.inspectionId ? (
        <Link className="code" to={reportLink(row.inspectionId)}>
          {row.inspectionNo}
        </Link>
      ) : (
        code('')
      ),
    copy: (row) => row.inspectionNo,
  },
  { key: 'shop', title: '店铺', widthPx: 128, cell: (row) => row.shopName || <span className="muted">—</span> },
  {
    key: 'order',
    title: '关联订单',
    widthPx: 190,
    cell: (row) =>
      row.orderId ? (
        <Link className="code" to={linkTo('auctionOrder', { orderId: row.orderId })}>
          {row.orderNo}
        </Link>
      ) : (
        code('')
      ),
    copy: (row) => row.orderNo,
  },
  { key: 'note', title: '说明', widthPx: 200, cell: (row) => row.note || <span className="muted">—</span> },
  { key: 'who', title: '操作人', widthPx: 92, cell: (row) => row.employeeName },
  { key: 'at', title: '操作时间', widthPx: 142, cell: (row) => <Time at={row.at} /> },
]

const records = defineList({
  key: 'bag-records',
  title: PAGES.bagRecords.title,
  call: api.sealBag.GetSealBagList,
  rowKey: (row) => row.recordId,
  rowLabel: (row: BagRecord) => row.bagCode,
  tabs: { name: 'state', options: BAG_OPTIONS },
  filters: [
    { kind: 'text', name: 'bagCode', label: '封袋码', main: true },
    { kind: 'text', name: 'code', label: '设备', placeholder: 'IMEI / 条码 / 质检编号' },
    {
      kind: 'select',
      name: 'action',
      label: '操作',
      options: optionsOf(BAG_ACTION_LABELS),
    },
    { kind: 'days', name: 'from', to: 'to', label: '操作时间' },
  ],
  columns,
  empty: { title: '还没有封袋记录', hint: '先登记一卷封袋的号段，再在质检或列表中扫描封袋码绑定。' },
})

function RollActions() {
  if (!can(api.extSealBag.registerRoll.path)) return null
  return (
    <>
      <Button onClick={() => void voidRoll()}>作废未使用的号段</Button>
      <Button tone="primary" icon="plus" onClick={() => void registerRoll()}>
        登记封袋号段
      </Button>
    </>
  )
}

/** 封袋绑定记录 */
export default function Page() {
  return <ListPage list={records} toolbar={<RollActions />} />
}
