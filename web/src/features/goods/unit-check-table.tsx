import type { Grade } from '@huanji/domain/template/types'
import type { ReactNode } from 'react'
import { GradeBadge } from '../../components/grade/grade-badge.tsx'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { Table } from '../../components/table/table.tsx'
import styles from './unit-check-table.module.css'

const TONES = { open: styles.open, done: styles.done, different: styles.different } as const

export interface CheckedUnit {
  readonly unit: {
    readonly unitId: string
    readonly modelName: string
    readonly skuText: string
    readonly grade: Grade | null
    readonly imei: string
    readonly barCode: string
  }
  /** How far it is checked. */
  readonly state: ReactNode
  /** The background of its line: the one being scanned, checked, or checked and not what it should be. */
  readonly tone?: keyof typeof TONES | undefined
  /** Below the IMEI instead of the bar code. */
  readonly code?: string | undefined
  readonly bag: ReactNode
}

interface UnitCheckTableProps {
  /** What the table lists, for people who cannot see it. */
  caption: string
  /** What is done with each phone: 核对, 签收. */
  check: string
  rows: readonly CheckedUnit[]
}

/** Phones that are checked one by one by scan, with how far each is. */
export function UnitCheckTable({ caption, check, rows }: UnitCheckTableProps) {
  return (
    <Table>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{check}</th>
          <th scope="col">机型规格</th>
          <th scope="col">IMEI / 条码</th>
          <th scope="col">封袋码</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ unit, state, tone, code = unit.barCode, bag }) => (
          <tr key={unit.unitId} className={tone && TONES[tone]}>
            <td>{state}</td>
            <td>
              {unit.modelName} {unit.grade ? <GradeBadge grade={unit.grade} /> : null}
              <SubLine>{unit.skuText}</SubLine>
            </td>
            <td className="code">
              {unit.imei || '—'}
              <SubLine>{code}</SubLine>
            </td>
            <td className="code">{bag}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
