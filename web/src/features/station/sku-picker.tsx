import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../components/class-names.ts'
import field from '../../components/field/field.module.css'
import { isComposed } from '../../components/input-method.ts'
import { useQuietKeys } from '../../components/scan/use-quiet-keys.ts'
import choices from '../checklist/choice.module.css'
import { KeyHint } from '../checklist/key-hint.tsx'
import { ramOf, storageOf } from '../inspection/capacity.ts'
import type { ModelProperties, Sku } from '../inspection/types.ts'
import question from './question.module.css'
import styles from './sku-picker.module.css'

/** A variant and how many phones have turned out to be it. */
interface UsualSku {
  readonly sku: Sku
  readonly count: number
}

interface SkuRow {
  readonly key: string
  readonly name: string
  readonly isRequired: boolean
  readonly choices: readonly { readonly label: string; readonly sku: Partial<Sku> }[]
  /** The label of what is picked, empty before. */
  readonly picked: string
  /** The field that may hold a value of one's own, where the model's list does not end it. */
  readonly otherKey: keyof Sku | null
}

/** RAM and storage as one choice, because only some pairs exist; RAM alone is no part of a phone without it. */
function variantRow({ pairs }: ModelProperties, sku: Sku): SkuRow {
  const labelOf = (ram: string, storage: string) => (ram === '' ? storage : `${ram}+${storage}`)
  const hasRam = pairs.some(({ ram }) => ram !== '')
  const isPicked = sku.storage !== '' && (!hasRam || sku.ram !== '')
  return {
    key: 'variant',
    name: hasRam ? '内存+存储' : '存储容量',
    isRequired: true,
    choices: pairs.map(({ ram, storage }) => ({ label: labelOf(ram, storage), sku: { ram, storage } })),
    picked: isPicked ? labelOf(hasRam ? sku.ram : '', sku.storage) : '',
    otherKey: null,
  }
}

/** What is picked of a SKU, in the order in which it is asked. RAM and storage stand alone where no pairs are known. */
function skuRows(properties: ModelProperties, sku: Sku): SkuRow[] {
  const listRow = (key: keyof Sku): SkuRow[] =>
    properties.properties
      .filter((property) => property.key === key)
      .map((property) => ({
        key,
        name: property.name,
        isRequired: property.required,
        choices: property.values.map((value) => ({ label: value, sku: { [key]: value } })),
        picked: sku[key],
        otherKey: property.allowsOther ? key : null,
      }))
  const variant =
    properties.pairs.length > 0 ? [variantRow(properties, sku)] : [...listRow('ram'), ...listRow('storage')]
  return [...variant, ...listRow('colour'), ...listRow('regulatoryNo')]
}

/** True once everything compulsory is picked. */
export const isSkuComplete = (properties: ModelProperties, sku: Sku): boolean =>
  skuRows(properties, sku).every((row) => !row.isRequired || row.picked !== '')

/** A SKU as a person reads it: `12GB+256GB 雅黑`. */
export function skuTextOf({ ram, storage, colour }: Sku): string {
  return [[ram, storage].filter((part) => part !== '').join('+'), colour].filter((part) => part !== '').join(' ')
}

/** True for a choice that is part of the variant. */
const isOf = (choice: SkuRow['choices'][number] | undefined, sku: Sku): boolean =>
  choice !== undefined &&
  (['ram', 'storage', 'colour', 'regulatoryNo'] as const).every((key) => (choice.sku[key] ?? sku[key]) === sku[key])

interface SkuPickerProps {
  properties: ModelProperties
  sku: Sku
  /** The variant that most phones of this kind are, and how many of the merchant's own. */
  usual: UsualSku | null
  onPick: (sku: Partial<Sku>) => void
}

/** Picks the SKU; digits choose in the first row that is still open, and Enter takes what is usual there. */
export function SkuPicker({ properties, sku, usual, onPick }: SkuPickerProps) {
  const rows = skuRows(properties, sku)
  const active = rows.find((row) => row.isRequired && row.picked === '')
  useQuietKeys((key) => {
    const index = '1234567890'.indexOf(key)
    const choice = index < 0 ? undefined : active?.choices[index]
    if (!choice) return
    onPick(choice.sku)
    return () => onPick(sku)
  }, active !== undefined)

  const root = useRef<HTMLElement>(null)
  // Digits are keys here: left in the scan box, the focus would have them typed into it.
  useEffect(() => root.current?.focus({ preventScroll: true }), [])
  const numbers = properties.properties.find((property) => property.key === 'regulatoryNo')?.values ?? []
  const onlyNumber = numbers.length === 1 && sku.regulatoryNo === '' ? numbers[0] : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a model's only number is filled in once, when the model is there
  useEffect(() => {
    if (onlyNumber !== undefined) onPick({ regulatoryNo: onlyNumber })
  }, [properties])
  const onKeyDown = (event: KeyboardEvent) => {
    // on a choice or in a box Enter is its own
    if (event.key !== 'Enter' || event.target !== root.current || !usual) return
    const choice = active?.choices.find((one) => isOf(one, usual.sku))
    if (choice) onPick(choice.sku)
  }
  return (
    <section
      ref={root}
      className={question.question}
      aria-label="选择规格"
      tabIndex={-1}
      data-field="sku"
      onKeyDown={onKeyDown}
    >
      {rows.map((row) => (
        <SkuRowView key={row.key} row={row} isActive={row === active} usual={usual} onPick={onPick} />
      ))}
    </section>
  )
}

interface SkuRowProps extends Pick<SkuPickerProps, 'usual' | 'onPick'> {
  row: SkuRow
  isActive: boolean
}

function SkuRowView({ row, isActive, usual, onPick }: SkuRowProps) {
  const { otherKey } = row
  const isOther = row.picked !== '' && !row.choices.some((choice) => choice.label === row.picked)
  return (
    <div className={cx(styles.row, isActive && styles.active)}>
      <span className={styles.name}>
        {row.name}
        {row.isRequired ? null : <span className="muted">（选填）</span>}
      </span>
      <div className={choices.choices} role="radiogroup" aria-label={row.name}>
        {row.choices.map((choice, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a native radio cannot show its key and look like the checklist's options
          <button
            key={choice.label}
            type="button"
            role="radio"
            aria-checked={choice.label === row.picked}
            className={choices.choice}
            onClick={() => onPick(choice.sku)}
          >
            <KeyHint text={isActive && index < 10 ? '1234567890'.charAt(index) : null} />
            {choice.label}
            {usual && isOf(choice, usual.sku) ? <i className={styles.usual}>推荐 · 本店 {usual.count} 台</i> : null}
          </button>
        ))}
        {otherKey ? (
          <OtherBox
            of={otherKey}
            name={row.name}
            value={isOther ? row.picked : ''}
            onTyped={(value) => onPick({ [otherKey]: value })}
          />
        ) : null}
      </div>
    </div>
  )
}

const asTyped = (text: string): string => text

/** How a value of one's own is read, how much of it may be typed, and what is said of one that cannot be. */
const OTHERS: Readonly<Record<keyof Sku, { read: (text: string) => string | null; most: number; fault: string }>> = {
  ram: { read: ramOf, most: 8, fault: '没有这样的运行内存，请填如 12 或 12GB' },
  storage: { read: storageOf, most: 8, fault: '没有这样的容量，请填如 256GB 或 1TB' },
  colour: { read: asTyped, most: 20, fault: '' },
  regulatoryNo: { read: asTyped, most: 40, fault: '' },
}

interface OtherBoxProps {
  of: keyof Sku
  name: string
  value: string
  onTyped: (value: string) => void
}

/** A value that does not stand among the choices; a capacity is written as all are. */
function OtherBox({ of, name, value, onTyped }: OtherBoxProps) {
  const id = useId()
  const [isRefused, setRefused] = useState(false)
  const { read, most, fault } = OTHERS[of]
  const take = (box: HTMLInputElement) => {
    const text = box.value.trim()
    const written = text === '' ? '' : read(text)
    setRefused(written === null)
    if (!written) return
    box.value = written
    onTyped(written)
  }
  return (
    <>
      <input
        className={cx(field.input, styles.other)}
        aria-label={`其他${name}`}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? id : undefined}
        placeholder={`其他${name}`}
        autoComplete="off"
        maxLength={most}
        defaultValue={value}
        onBlur={(event) => take(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposed(event)) event.currentTarget.blur()
        }}
      />
      {isRefused ? (
        <span id={id} role="alert" className={styles.fault}>
          {fault}
        </span>
      ) : null}
    </>
  )
}
