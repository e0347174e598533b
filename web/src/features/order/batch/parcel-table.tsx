import { CARRIERS, findCarrier, guessCarriers } from '@huanji/domain/carriers'
import { Button } from '../../../components/button/button.tsx'
import { cx } from '../../../components/class-names.ts'
import field from '../../../components/field/field.module.css'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../trade/sub-line.tsx'
import { ScrollTable } from '../../trade/table.tsx'
import styles from './deliver-many.module.css'
import { type ParcelLine, problemOf, type Written } from './parcel-lines.ts'

const OFFERED = CARRIERS.filter(({ legacy }) => !legacy)

interface ParcelRowProps {
  line: ParcelLine
  place: number
  problem: string
  disabled: boolean
  rewrite: (change: Partial<Written>) => void
  remove: () => void
}

function ParcelState({ line, problem }: Pick<ParcelRowProps, 'line' | 'problem'>) {
  if (problem !== '') return <span className={styles.problem}>{problem}</span>
  if (line.answer === null) return <span className="muted">正在核对…</span>
  return (
    <span>
      <StateTag tone="success">可发货</StateTag>
      <SubLine>{line.answer.title}</SubLine>
    </span>
  )
}

function ParcelRow({ line, place, problem, disabled, rewrite, remove }: ParcelRowProps) {
  const guess = guessCarriers(line.waybill)[0]?.code ?? ''
  return (
    <tr className={cx(problem !== '' && styles.wrong)} data-line={place}>
      <td className="num">{place}</td>
      <td>
        <input
          className={cx(field.input, 'code')}
          aria-label={`第 ${place} 行 订单号、条码`}
          value={line.code}
          disabled={disabled}
          onChange={(event) => rewrite({ code: event.target.value })}
        />
      </td>
      <td>
        <input
          className={cx(field.input, 'code')}
          aria-label={`第 ${place} 行 运单号`}
          value={line.waybill}
          disabled={disabled}
          onChange={(event) => rewrite({ waybill: event.target.value.trim().toUpperCase() })}
        />
      </td>
      <td>
        <select
          className={field.input}
          aria-label={`第 ${place} 行 快递公司`}
          value={line.carrierCode}
          disabled={disabled}
          onChange={(event) => rewrite({ carrierCode: event.target.value })}
        >
          <option value="">{findCarrier(guess)?.name ?? '请选择'}</option>
          {OFFERED.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </td>
      <td>
        <ParcelState line={line} problem={problem} />
      </td>
      <td>
        <Button
          tone="quiet"
          small
          icon="close"
          aria-label={`删去第 ${place} 行`}
          title="删去这一行"
          disabled={disabled}
          onClick={remove}
        />
      </td>
    </tr>
  )
}

interface ParcelTableProps {
  lines: readonly ParcelLine[]
  disabled: boolean
  rewrite: (key: number, change: Partial<Written>) => void
  remove: (key: number) => void
}

/** The list of parcels: every cell can be mended in its place, and each line says what is wrong with it. */
export function ParcelTable({ lines, disabled, rewrite, remove }: ParcelTableProps) {
  return (
    <div className={styles.table}>
      <ScrollTable label="批量发货表格">
        <thead>
          <tr>
            <th scope="col">行</th>
            <th scope="col">订单号 / 条码、封袋码</th>
            <th scope="col">运单号</th>
            <th scope="col">快递公司</th>
            <th scope="col">核对结果</th>
            <th scope="col">
              <span className="sr-only">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <ParcelRow
              key={line.key}
              line={line}
              place={index + 1}
              problem={problemOf(line, lines)}
              disabled={disabled}
              rewrite={(change) => rewrite(line.key, change)}
              remove={() => remove(line.key)}
            />
          ))}
        </tbody>
      </ScrollTable>
    </div>
  )
}
