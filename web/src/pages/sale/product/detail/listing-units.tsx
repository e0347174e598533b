import { Section } from '../../../../components/detail/detail.tsx'
import { GradeBadge } from '../../../../components/grade/grade-badge.tsx'
import type { ListingDetail } from '../../../../features/listing/types.ts'
import { SubLine } from '../../../../features/trade/sub-line.tsx'
import { ScrollTable } from '../../../../features/trade/table.tsx'
import { UnitCodeCells } from '../../../../features/trade/unit-cells.tsx'

type Unit = ListingDetail['units'][number]

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
                <SubLine>{unit.skuText}</SubLine>
              </td>
              <td>
                <GradeBadge grade={unit.grade} />
              </td>
              <UnitCodeCells unit={unit} />
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Section>
  )
}
