import { Link } from 'react-router'
import { Code } from '../../../../components/code/code.tsx'
import { Section } from '../../../../components/detail/detail.tsx'
import { GradeBadge } from '../../../../features/inspection/grade-badge.tsx'
import { ScrollTable } from '../../../../features/listing/scroll-table.tsx'
import type { ListingDetail } from '../../../../features/listing/types.ts'
import { can } from '../../../../session/session.ts'

type Unit = ListingDetail['units'][number]

function InspectionNo({ unit }: { unit: Unit }) {
  if (!can('/check/ys/list')) return <Code text={unit.inspectionNo} what="质检编号" />
  return (
    <Link className="code" to={`/check/ys/detail?inspectionId=${unit.inspectionId}`}>
      {unit.inspectionNo}
    </Link>
  )
}

/** The phones that a listing sells. */
export function ListingUnits({ units }: { units: readonly Unit[] }) {
  return (
    <Section title={`设备（${units.length} 台）`}>
      <ScrollTable label="设备表格">
        <thead>
          <tr>
            <th scope="col">机型规格</th>
            <th scope="col">成色</th>
            <th scope="col">IMEI / 条码</th>
            <th scope="col">封袋码 / 质检编号</th>
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <tr key={unit.unitId}>
              <td>
                {unit.modelName}
                <span className="sale-sub">{unit.skuText}</span>
              </td>
              <td>
                <GradeBadge grade={unit.grade} />
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
                  <InspectionNo unit={unit} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Section>
  )
}
