import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { GradeBadge } from '../../inspection/grade-badge.tsx'
import type { OrderUnit } from '../types.ts'
import type { Bench } from './bench.ts'

function CheckState({ bench, unit }: { bench: Bench; unit: OrderUnit }) {
  if (bench.scans[unit.unitId]) return <StateTag tone="success">已核对</StateTag>
  if (bench.open?.unitId === unit.unitId) return <StateTag tone="warning">待扫封袋</StateTag>
  return <StateTag>待扫设备</StateTag>
}

function toneOf(bench: Bench, unit: OrderUnit): string {
  if (bench.scans[unit.unitId]) return 'ship-done'
  return bench.open?.unitId === unit.unitId ? 'ship-open' : ''
}

/** The units of an order with how far each is checked. */
export function UnitCheckTable({ bench }: { bench: Bench }) {
  return (
    <table className="sale-table ship-units">
      <caption className="sr-only">订单设备</caption>
      <thead>
        <tr>
          <th scope="col">核对</th>
          <th scope="col">机型规格</th>
          <th scope="col">IMEI / 条码</th>
          <th scope="col">封袋码</th>
        </tr>
      </thead>
      <tbody>
        {bench.units.map((unit) => (
          <tr key={unit.unitId} className={toneOf(bench, unit)}>
            <td>
              <CheckState bench={bench} unit={unit} />
            </td>
            <td>
              {unit.modelName} <GradeBadge grade={unit.grade} />
              <span className="sale-sub">{unit.skuText}</span>
            </td>
            <td className="code">
              {unit.imei || '—'}
              <span className="sale-sub">{unit.barCode}</span>
            </td>
            <td className="code">{unit.bagCode ?? '无封袋'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
