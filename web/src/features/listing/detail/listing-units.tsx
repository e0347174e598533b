import { Button } from '../../../components/button/button.tsx'
import { Section } from '../../../components/detail/detail.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { latePart } from '../../../components/late/late-part.ts'
import { openOverlay } from '../../../components/overlay/overlay-host.tsx'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../../components/sub-line/sub-line.tsx'
import { MoneyCell, MoneyHead, ScrollTable } from '../../../components/table/table.tsx'
import { can } from '../../../session/session.ts'
import { UnitCodeCells } from '../../goods/unit-cells.tsx'
import { saleTerms } from '../sale-terms.ts'
import type { ListingDetail } from '../types.ts'

const CostDialog = latePart(async () => (await import('../cost-dialog.tsx')).CostDialog)

type Unit = ListingDetail['units'][number]

/** What one phone goes for at the least; null for a lot, and for whoever may not see it. */
function offeredOf({ kind, units, channel, entry, priceFen: fixedFen }: ListingUnitsProps) {
  const priceFen = kind === 'stock' || units.length === 1 ? (fixedFen ?? entry?.reservePriceFen ?? null) : null
  return priceFen === null ? null : { priceFen, terms: saleTerms(channel, 1) }
}

const openCosts = (props: ListingUnitsProps) =>
  void openOverlay<true>((close) => <CostDialog units={props.units} offered={offeredOf(props)} onClose={close} />)

type ListingUnitsProps = Pick<ListingDetail, 'kind' | 'units' | 'channel' | 'entry' | 'priceFen'>

/** The phones that a listing sells, or has sold from its stock. */
export function ListingUnits(props: ListingUnitsProps) {
  const { kind, units } = props
  const seesCost = can('field:costPrice')
  // a single phone whose listing failed or ended has gone nowhere: only stock has what lies here and what went out
  const isGone = (unit: Unit) => kind === 'stock' && !unit.isHeld
  const gone = units.filter(isGone).length
  const count = gone === 0 ? `${units.length} 台` : `在库 ${units.length - gone} 台，共 ${units.length} 台`
  return (
    <Section
      title={`手机（${count}）`}
      extra={
        seesCost && units.length > 0 ? (
          <Button small tone="quiet" onClick={() => openCosts(props)}>
            填写成本价
          </Button>
        ) : null
      }
    >
      <ScrollTable label="手机表格">
        <thead>
          <tr>
            <th scope="col">机型规格</th>
            <th scope="col">成色</th>
            <th scope="col">IMEI / 条码</th>
            <th scope="col">封袋码 / 质检单号</th>
            {seesCost ? <MoneyHead>成本价</MoneyHead> : null}
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <tr key={unit.unitId}>
              <td>
                {unit.modelName}
                <SubLine>
                  {unit.skuText} {isGone(unit) ? <StateTag>已出库</StateTag> : null}
                </SubLine>
              </td>
              <td>
                <GradeBadge grade={unit.grade} />
              </td>
              <UnitCodeCells unit={unit} />
              {seesCost ? <MoneyCell fen={unit.costPriceFen} /> : null}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Section>
  )
}
