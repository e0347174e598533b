import { CARRIERS, findCarrier, guessCarriers } from '@huanji/domain/carriers'
import { Button } from '../../../components/button/button.tsx'
import { cx } from '../../../components/class-names.ts'
import field from '../../../components/field/field.module.css'
import { CodeField } from '../../../components/scan/code-field/code-field.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { useCodeBox } from '../../../components/scan/use-code-box.ts'
import { wrongKind } from '../../../components/scan/wrong-kind.ts'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../../components/sub-line/sub-line.tsx'
import { ScrollTable } from '../../../components/table/table.tsx'
import styles from './deliver-many.module.css'
import type { ParcelLine, Written } from './parcel-line.ts'
import { type Change, isShared, problemOf, type Wait, waitOf } from './parcel-lines.ts'

const OFFERED = CARRIERS.filter(({ legacy }) => !legacy)

interface ParcelRowProps {
  line: ParcelLine
  place: number
  problem: string
  wait: Wait | null
  disabled: boolean
  rewrite: (change: Change) => void
  /** Writes the line anew and says at once what the server thinks of it. */
  judge: (change: Partial<Written>) => Promise<ScanOutcome>
  remove: () => void
}

type CellProps = Pick<ParcelRowProps, 'line' | 'place' | 'disabled' | 'rewrite' | 'judge'>

/** The order of a line: a scan takes the place of what stands there. */
function CodeCell({ line, place, disabled, rewrite, judge }: CellProps) {
  const { box, outcome, tell } = useCodeBox({
    name: 'parcel-code',
    onCode: (code, way) => {
      const wrong = way === 'scanned' ? wrongKind('parcel-code', code) : ''
      return wrong === '' ? judge({ code }) : { ok: false, message: wrong }
    },
  })
  return (
    <CodeField
      {...box}
      className={cx(field.input, box.className)}
      aria-label={`第 ${place} 行 订单号、条码`}
      aria-description={outcome?.message}
      value={line.code}
      disabled={disabled}
      onChange={(event) => {
        tell(null)
        rewrite({ code: event.target.value })
      }}
    />
  )
}

/** The number of a line: a scan takes the place of what stands there. */
function WaybillCell({ line, place, disabled, rewrite, judge }: CellProps) {
  const { box, outcome, tell } = useCodeBox({
    name: 'parcel-waybill',
    onCode: (code, way) => {
      const wrong = way === 'scanned' ? wrongKind('parcel-waybill', code) : ''
      return wrong === '' ? judge({ waybill: code.toUpperCase() }) : { ok: false, message: wrong }
    },
  })
  return (
    <CodeField
      {...box}
      className={cx(field.input, box.className)}
      aria-label={`第 ${place} 行 运单号`}
      aria-description={outcome?.message}
      value={line.waybill}
      disabled={disabled}
      onChange={(event) => {
        tell(null)
        rewrite({ waybill: event.target.value.trim().toUpperCase() })
      }}
    />
  )
}

function CarrierCell({ line, place, disabled, rewrite }: Omit<CellProps, 'judge'>) {
  const guess = guessCarriers(line.waybill)[0]?.code ?? ''
  return (
    <select
      className={field.input}
      aria-label={`第 ${place} 行 快递公司`}
      value={line.carrierCode}
      disabled={disabled}
      onChange={(event) => rewrite({ carrierCode: event.target.value })}
    >
      <option value="">{findCarrier(guess)?.name ?? '请选择'}</option>
      {/* one that is offered no more stays as it was written */}
      {[...OFFERED, ...CARRIERS.filter(({ code, legacy }) => legacy && code === line.carrierCode)].map(
        ({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ),
      )}
    </select>
  )
}

const WAITS: Readonly<Record<Wait, string>> = { waybill: '待扫运单号', units: '待扫手机和封袋', bag: '待扫封袋' }

function ParcelState({ line, problem, wait, disabled, rewrite }: Omit<ParcelRowProps, 'place' | 'judge' | 'remove'>) {
  if (problem !== '') {
    return (
      <span className={styles.problem}>
        {problem}
        {isShared(line) ? (
          <Button small tone="link" disabled={disabled} onClick={() => rewrite({ confirmSharedWaybill: true })}>
            确为同一包裹，仍然使用
          </Button>
        ) : null}
      </span>
    )
  }
  if (wait !== null) {
    return (
      <span>
        <StateTag tone="warning">{WAITS[wait]}</StateTag>
        {line.answer ? <SubLine>{line.answer.title}</SubLine> : null}
      </span>
    )
  }
  if (line.answer === null) return <span className="muted">正在核对…</span>
  return (
    <span>
      <StateTag tone="success">可发货</StateTag>
      <SubLine>{line.answer.title}</SubLine>
    </span>
  )
}

function ParcelRow({ problem, wait, remove, ...cell }: ParcelRowProps) {
  const { line, place, disabled, rewrite } = cell
  return (
    <tr className={cx(problem !== '' && styles.wrong)} data-line={place}>
      <td className="num">{place}</td>
      <td>
        <CodeCell {...cell} />
      </td>
      <td>
        <WaybillCell {...cell} />
      </td>
      <td>
        <CarrierCell {...cell} />
      </td>
      <td>
        <ParcelState line={line} problem={problem} wait={wait} disabled={disabled} rewrite={rewrite} />
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
  rewrite: (key: number, change: Change) => void
  judge: (key: number, change: Partial<Written>) => Promise<ScanOutcome>
  remove: (key: number) => void
}

/** The list of parcels: every cell can be mended in its place, and each line says what is wrong with it. */
export function ParcelTable({ lines, disabled, rewrite, judge, remove }: ParcelTableProps) {
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
              wait={waitOf(line, lines)}
              disabled={disabled}
              rewrite={(change) => rewrite(line.key, change)}
              judge={(change) => judge(line.key, change)}
              remove={() => remove(line.key)}
            />
          ))}
        </tbody>
      </ScrollTable>
    </div>
  )
}
