import { DISPATCH_STATE_LABELS } from '@huanji/contract/features/order/labels'
import { Section } from '../../../components/detail/detail.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../../components/sub-line/sub-line.tsx'
import { MoneyCell, MoneyHead, ScrollTable } from '../../../components/table/table.tsx'
import { can } from '../../../session/session.ts'
import { DetectReportLink } from '../../goods/marketplace-links.tsx'
import { UnitCodeCells } from '../../goods/unit-cells.tsx'
import { DISPATCH_TONES } from '../order-labels.ts'
import type { SoldUnit } from '../types.ts'

interface UnitRowProps {
  unit: SoldUnit
  hasMoney: boolean
  hasCost: boolean
  hasMargin: boolean
}

function UnitRow({ unit, hasMoney, hasCost, hasMargin }: UnitRowProps) {
  return (
    <tr>
      <td>
        {unit.modelName} <GradeBadge grade={unit.grade} />
        <SubLine>{unit.skuText}</SubLine>
      </td>
      <UnitCodeCells unit={unit} />
      <td>
        <DetectReportLink detectNo={unit.inspectionNo} />
      </td>
      {hasMoney ? <MoneyCell fen={unit.dealPriceFen} /> : null}
      {hasCost ? <MoneyCell fen={unit.costPriceFen} /> : null}
      {hasMargin ? <MoneyCell fen={unit.marginFen} strong /> : null}
      <td>
        <StateTag tone={DISPATCH_TONES[unit.dispatchState]}>{DISPATCH_STATE_LABELS[unit.dispatchState]}</StateTag>
      </td>
    </tr>
  )
}

/** The phones of an order as far as they are chosen (docs/domain.md §5.7); prices and costs are there only for whoever may see them. */
export function OrderUnits({ units }: { units: readonly SoldUnit[] }) {
  const hasCost = can('field:costPrice')
  const hasMargin = hasCost && can('field:orderMoney')
  const hasMoney = units.some((unit) => unit.dealPriceFen !== null)
  if (units.length === 0) return null
  return (
    <Section title={`手机（${units.length} 台）`}>
      <ScrollTable label="手机表格">
        <thead>
          <tr>
            <th scope="col">机型规格</th>
            <th scope="col">IMEI / 条码</th>
            <th scope="col">封袋码 / 质检单号</th>
            <th scope="col">买家所见</th>
            {hasMoney ? <MoneyHead>成交价</MoneyHead> : null}
            {hasCost ? <MoneyHead>成本价</MoneyHead> : null}
            {hasMargin ? <MoneyHead>赚</MoneyHead> : null}
            <th scope="col">出库</th>
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <UnitRow key={unit.unitId} unit={unit} {...{ hasMoney, hasCost, hasMargin }} />
          ))}
        </tbody>
      </ScrollTable>
    </Section>
  )
}
