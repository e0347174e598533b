import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../trade/sub-line.tsx'
import { Table } from '../../trade/table.tsx'
import type { OrderUnit } from '../types.ts'
import type { Packing } from './packing.ts'
import styles from './unit-check-table.module.css'

function CheckState({ packing, unit }: { packing: Packing; unit: OrderUnit }) {
  if (packing.scans[unit.unitId]) return <StateTag tone="success">已核对</StateTag>
  if (packing.open?.unitId === unit.unitId) return <StateTag tone="warning">待扫封袋</StateTag>
  return <StateTag>待扫设备</StateTag>
}

function toneOf(packing: Packing, unit: OrderUnit): string | undefined {
  if (packing.scans[unit.unitId]) return styles.done
  return packing.open?.unitId === unit.unitId ? styles.open : undefined
}

/** The units of an order with how far each is checked. */
export function UnitCheckTable({ packing }: { packing: Packing }) {
  return (
    <Table>
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
        {packing.units.map((unit) => (
          <tr key={unit.unitId} className={toneOf(packing, unit)}>
            <td>
              <CheckState packing={packing} unit={unit} />
            </td>
            <td>
              {unit.modelName} <GradeBadge grade={unit.grade} />
              <SubLine>{unit.skuText}</SubLine>
            </td>
            <td className="code">
              {unit.imei || '—'}
              <SubLine>{unit.barCode}</SubLine>
            </td>
            <td className="code">{unit.bagCode ?? '无封袋'}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
