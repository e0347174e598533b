import { useState } from 'react'
import { Button } from '../../../components/button/button.tsx'
import { DetailPending, LOADING } from '../../../components/detail/detail-pending.tsx'
import compared from '../../report/compared.module.css'
import { ComparedBand } from '../../report/compared-band.tsx'
import { type ComparedItem, compareAnswers, isDifferent, useTemplates } from '../compare.ts'
import type { RefundDetail, RefundUnit } from '../types.ts'

function ItemRow({ item }: { item: ComparedItem }) {
  const isOther = isDifferent(item)
  return (
    <tr className={item.isWorse ? compared.worse : isOther ? compared.different : undefined}>
      <th scope="row">{item.itemName}</th>
      <td>{item.sold}</td>
      <td>{isOther ? <b>{item.now}</b> : item.now}</td>
    </tr>
  )
}

/** What is said over the items that did not change: a damage may be noted beside them, so that they are not all there is. */
function sameText(recheck: RefundUnit['recheck']): string {
  if (recheck === null) return '还没有复检，售出时的检测项'
  return recheck.differences.length > 0 ? '其余与售出时一致' : '检测项与售出时一致'
}

/** The items that stayed as they were sold; their names come with the template, which is asked for when they are unfolded. */
function SameItems({ refund, unit }: { refund: RefundDetail; unit: RefundUnit }) {
  const [isOpen, setOpen] = useState(false)
  const query = useTemplates(unit.channel, refund.modelId, isOpen)
  const templates = query.data
  const now = { ...unit.soldAnswers, ...unit.recheck?.answers }
  const same = templates ? compareAnswers(templates, unit.soldAnswers, now).filter((item) => !isDifferent(item)) : []
  return (
    <tbody>
      <ComparedBand text={sameText(unit.recheck)}>
        <Button tone="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : '展开'}
        </Button>
      </ComparedBand>
      {isOpen && !templates ? (
        <tr>
          <td colSpan={3}>
            <DetailPending query={query} waiting={LOADING}>
              {() => null}
            </DetailPending>
          </td>
        </tr>
      ) : null}
      {isOpen
        ? same.map((item) => <ItemRow key={item.itemCode} item={unit.recheck ? item : { ...item, now: '—' }} />)
        : null}
    </tbody>
  )
}

/** The report as sold beside the re-check: what differs first and marked, the rest folded. */
export function ReportBeside({ refund, unit }: { refund: RefundDetail; unit: RefundUnit }) {
  const { recheck } = unit
  const differences = recheck?.differences ?? []
  return (
    <table className={compared.table}>
      <thead>
        <tr>
          <th scope="col">检测项</th>
          <th scope="col">售出时</th>
          <th scope="col">复检</th>
        </tr>
      </thead>
      {differences.length > 0 ? (
        <tbody>
          <ComparedBand text={`不同的 ${differences.length} 项`} />
          {differences.map((item) => (
            <ItemRow key={item.itemCode} item={item} />
          ))}
        </tbody>
      ) : null}
      <SameItems refund={refund} unit={unit} />
    </table>
  )
}
