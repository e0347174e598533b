import { BAG_ACTION_LABELS } from '@huanji/contract/features/inspection/labels'
import { bagRecordColumns } from '@huanji/contract/features/inspection/rows'
import { optionsOf } from '@huanji/contract/labels'
import { linkTo, PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { defineList } from '../../components/list/list-types.ts'
import { useShortcuts } from '../../components/shortcuts/shortcuts.ts'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { can } from '../../session/session.ts'
import { BAG_OPTIONS, BAG_TONES } from '../inspection/labels.ts'
import type { BagRecord } from '../inspection/types.ts'
import { InspectionNo } from '../links/inspection-no.tsx'
import styles from './bag-log-page.module.css'
import { registerRoll, voidRoll } from './roll-dialog.tsx'
import { stockText, useBagStock } from './use-bag-stock.ts'

const DASH = <span className="muted">—</span>

/** A number that leads to its thing. */
function NumberLink({ text, to }: { text: string; to: string }) {
  return (
    <Link className="code" to={to}>
      {text}
    </Link>
  )
}

function Model({ row: { modelName, skuText } }: { row: BagRecord }) {
  if (modelName === '') return DASH
  return (
    <>
      {modelName}
      <SubLine>{skuText}</SubLine>
    </>
  )
}

/** What is left of all bags, with a warning where new ones are wanted soon. */
function Stock() {
  const stock = useBagStock()
  if (stock === undefined) return null
  return (
    <p className={styles.stock} data-low={stock.isLow || undefined} role="status">
      <Icon name={stock.isLow ? 'alert' : 'bag'} />
      <span>
        未使用的封袋{stockText(stock)}
        {stock.isLow ? '，请及时采购并登记新的一卷' : ''}
      </span>
    </p>
  )
}

/** The state of a bag; where a roll was registered, what is left of it. */
function State({ row: { action, bagCode, state } }: { row: BagRecord }) {
  const stock = useBagStock()
  const roll = action === 'register' ? stock?.rolls.find(({ firstCode }) => firstCode === bagCode) : undefined
  return (
    <>
      <StateTag tone={BAG_TONES[state]}>{bagRecordColumns.state.labels?.[state]}</StateTag>
      {roll ? (
        <span title={roll.nextCode === null ? undefined : `下一个 ${roll.nextCode}`}>
          <SubLine>{roll.leftCount === 0 ? '已用完' : `还剩 ${roll.leftCount} 个`}</SubLine>
        </span>
      ) : null}
    </>
  )
}

const records = defineList({
  key: 'bag-records',
  title: PAGES.bagRecords.title,
  call: api.sealBag.records,
  rowKey: (row) => row.recordId,
  rowLabel: (row: BagRecord) => row.bagCode,
  tabs: { name: 'state', options: BAG_OPTIONS },
  filters: [
    { kind: 'text', name: 'bagCode', codeBox: 'bag-records-bag', label: '封袋码', main: true },
    { kind: 'text', name: 'code', codeBox: 'bag-records-unit', label: '手机', placeholder: 'IMEI / 条码 / 质检单号' },
    {
      kind: 'select',
      name: 'action',
      label: '操作',
      options: optionsOf(BAG_ACTION_LABELS),
      counted: true,
    },
    { kind: 'days', name: 'from', to: 'to', label: '操作时间' },
  ],
  columns: bagRecordColumns,
  totals: () => <Stock />,
  cells: {
    bag: { widthPx: 172 },
    state: { widthPx: 108, cell: (row) => <State row={row} /> },
    barCode: { widthPx: 144 },
    model: { widthPx: 220, grows: 1, cell: (row) => <Model row={row} /> },
    inspection: {
      widthPx: 172,
      cell: (row) =>
        row.inspectionId ? <InspectionNo inspectionId={row.inspectionId} inspectionNo={row.inspectionNo} /> : DASH,
    },
    shop: { widthPx: 128 },
    order: {
      widthPx: 204,
      cell: ({ orderId, orderNo }) =>
        orderId ? <NumberLink text={orderNo} to={linkTo('auctionOrder', { orderId })} /> : DASH,
    },
    note: { widthPx: 200, grows: 1 },
    who: { widthPx: 92 },
  },
  empty: {
    title: '还没有封袋记录',
    hint: '先登记一卷封袋，再在质检或列表中扫描封袋码绑定。',
    lead: { name: '登记一卷封袋', grant: api.bagRoll.registerRoll.path, run: () => registerRoll() },
  },
})

function RollActions() {
  const mayRegister = can(api.bagRoll.registerRoll.path)
  useShortcuts(
    mayRegister
      ? [
          { key: 'n', label: '登记一卷封袋', run: () => void registerRoll() },
          { key: 'v', label: '这卷不用了', run: () => void voidRoll() },
        ]
      : [],
  )
  if (!mayRegister) return null
  return (
    <>
      <Button onClick={() => void voidRoll()}>这卷不用了</Button>
      <Button tone="primary" icon="plus" onClick={() => void registerRoll()}>
        登记一卷封袋
      </Button>
    </>
  )
}

/** 封袋绑定记录 */
export function BagLogPage() {
  return <ListPage list={records} toolbar={<RollActions />} />
}
