import { Link } from 'react-router'
import { Code } from '../../../../components/code/code.tsx'
import { Section } from '../../../../components/detail/detail.tsx'
import { Money } from '../../../../components/money/money.tsx'
import { StateTag } from '../../../../components/state-tag/state-tag.tsx'
import { GradeBadge } from '../../../../features/inspection/grade-badge.tsx'
import { ScrollTable } from '../../../../features/listing/scroll-table.tsx'
import { DISPATCH_LABELS } from '../../../../features/order/order-labels.ts'
import type { OrderUnit } from '../../../../features/order/types.ts'
import { can } from '../../../../session/session.ts'

function UnitRow({ unit, hasMoney }: { unit: OrderUnit; hasMoney: boolean }) {
  const { label, tone } = DISPATCH_LABELS[unit.dispatchState]
  return (
    <tr>
      <td>
        {unit.modelName} <GradeBadge grade={unit.grade} />
        <span className="sale-sub">{unit.skuText}</span>
      </td>
      <td>
        <Code text={unit.imei} what="IMEI" />
        <span className="sale-sub">
          <Code text={unit.barCode} what="条码" />
        </span>
      </td>
      <td>
        <Code text={unit.bagCode} what="封袋码" />
        <span className="sale-sub">
          {can('/check/ys/list') ? (
            <Link className="code" to={`/check/ys/detail?inspectionId=${unit.inspectionId}`}>
              {unit.inspectionNo}
            </Link>
          ) : (
            <span className="code">{unit.inspectionNo}</span>
          )}
        </span>
      </td>
      {hasMoney ? (
        <td className="sale-right">
          <Money fen={unit.dealPriceFen} />
        </td>
      ) : null}
      <td>
        <StateTag tone={tone}>{label}</StateTag>
      </td>
    </tr>
  )
}

/** The phones of an order (domain facts §5.7); the price column is there only where the server sent prices. */
export function OrderUnits({ units }: { units: readonly OrderUnit[] }) {
  const hasMoney = units.some((unit) => unit.dealPriceFen !== null)
  return (
    <Section title={`设备（${units.length} 台）`}>
      <ScrollTable label="设备表格">
        <thead>
          <tr>
            <th scope="col">机型规格</th>
            <th scope="col">IMEI / 条码</th>
            <th scope="col">封袋码 / 质检编号</th>
            {hasMoney ? (
              <th scope="col" className="sale-right">
                成交价
              </th>
            ) : null}
            <th scope="col">出库</th>
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <UnitRow key={unit.unitId} unit={unit} hasMoney={hasMoney} />
          ))}
        </tbody>
      </ScrollTable>
    </Section>
  )
}
