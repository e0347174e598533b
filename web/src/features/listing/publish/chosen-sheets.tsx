import { memo, useCallback, useMemo } from 'react'
import { Button } from '../../../components/button/button.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { FailureNote } from '../../../components/note/note.tsx'
import { SubLine } from '../../../components/sub-line/sub-line.tsx'
import { can } from '../../../session/session.ts'
import { PriceSheet } from '../sheet/price-sheet.tsx'
import { TitleBox } from '../title-box.tsx'
import styles from './chosen-sheets.module.css'
import { PUBLISH_KINDS, type PublishKind } from './publish-kinds.ts'
import { type PublishRow, rowName } from './publish-rows.ts'
import { SpecAndCode } from './spec-and-code.tsx'
import type { DrawerLine } from './use-lines.ts'
import type { PublishSheetState } from './use-publish-rows.ts'

function LineHead({ line: { row, line } }: { line: DrawerLine }) {
  const [first] = line.units
  if (!first) return null
  if (row.kind === 'stock') {
    return (
      <>
        {line.skuText || '默认规格'}
        <SubLine>{line.units.length} 台</SubLine>
      </>
    )
  }
  const isLot = line.units.length > 1
  return (
    <span
      className={styles.phone}
      title={line.units.map((unit) => `${unit.modelName} ${unit.skuText} ${unit.imei || unit.barCode}`).join('\n')}
    >
      <GradeBadge grade={first.grade} small />
      <span className={styles.words}>
        {isLot ? `打包 ${line.units.length} 台：${first.modelName} 等` : first.modelName}
        <SpecAndCode unit={first} />
      </span>
    </span>
  )
}

const headOf = (line: DrawerLine) => <LineHead line={line} />

interface ChosenSheetsProps {
  kind: PublishKind
  state: PublishSheetState
  lines: readonly DrawerLine[]
  wasTried: boolean
  disabled: boolean
}

interface OneSheetProps extends ChosenSheetsProps {
  label: string
}

function OneSheet({ kind, state, lines, label, wasTried, disabled }: OneSheetProps) {
  const { remove } = state
  const head = useMemo(() => ({ title: kind === 'stock' ? '规格 / 台数' : '手机', cell: headOf }), [kind])
  const tail = useCallback(
    ({ name, line }: DrawerLine) => (
      <Button
        tone="quiet"
        small
        icon="close"
        disabled={disabled}
        aria-label={`移除 ${name}`}
        onClick={() => remove(line.units.map((unit) => unit.inspectionId))}
      />
    ),
    [remove, disabled],
  )
  return (
    <PriceSheet
      label={label}
      columns={PUBLISH_KINDS[kind].columns}
      lines={lines}
      head={head}
      tail={tail}
      showsCost={can('field:costPrice')}
      showsErrors={wasTried}
      disabled={disabled}
      onEdit={state.edit}
      onUndo={state.undo}
    />
  )
}

interface StockListingProps extends ChosenSheetsProps {
  row: PublishRow
}

/** One listing of stock: its title, and its variants with their numbers and prices. */
function StockListing({ row, ...props }: StockListingProps) {
  const { state, disabled } = props
  const [first] = row.units
  const rename = (title: string) =>
    state.setRows(state.rows.map((one) => (one === row ? { ...row, title, failure: '' } : one)))
  return (
    <section className={styles.listing} aria-label={rowName(row)}>
      <header>
        <b>{rowName(row)}</b>
        <TitleBox
          name={`标题 ${rowName(row)}`}
          placeholder={first?.suggestedTitle || '留空则按机型和成色生成'}
          title={row.title}
          isOptional
          disabled={disabled}
          onChange={rename}
        />
      </header>
      <OneSheet {...props} label={`${rowName(row)} 规格表`} />
      <FailureNote text={row.failure} />
    </section>
  )
}

function Sheets(props: ChosenSheetsProps) {
  const { kind, state, lines } = props
  if (kind !== 'stock') return <OneSheet {...props} label="价格表" />
  return state.rows.map((row) => (
    <StockListing key={row.key} {...props} row={row} lines={lines.filter((line) => line.row === row)} />
  ))
}

/** What was chosen, priced as in a spreadsheet. */
export const ChosenSheets = memo(Sheets)
