import type { RegionNode } from '@huanji/contract/features/merchant/calls'
import { useState } from 'react'
import { OptionBox } from '../listbox/option-box.tsx'
import styles from './region.module.css'
import { descend, isLowest, regionsDownTo } from './region-tree.ts'

const LEVELS = ['省份', '城市', '区县'] as const

interface RegionPickerProps {
  /** Of the first of the three boxes. */
  id: string
  /** What is asked for: 所在地区. */
  label: string
  regions: readonly RegionNode[]
  /** The six-digit code of a region with nothing below it; empty while none is chosen. */
  value: string
  onChange: (code: string) => void
  onBlur?: () => void
  invalid?: boolean
  describedBy?: string | undefined
  disabled?: boolean
}

interface LevelProps {
  id?: string
  name: string
  options: readonly RegionNode[]
  value: string
  onChange: (code: string) => void
  onBlur: (() => void) | undefined
  invalid: boolean | undefined
  describedBy: string | undefined
  disabled: boolean
}

function Level({ id, name, options, value, onChange, ...box }: LevelProps) {
  const known = options.map((region) => ({ value: region.code, label: region.name }))
  return (
    <OptionBox
      {...box}
      {...(id === undefined ? {} : { id })}
      label={name}
      isUnlabelled
      none={name}
      chosen={known.filter((option) => option.value === value)}
      source={{ kind: 'all', options: known }}
      onChange={([region]) => onChange(region?.value ?? '')}
    />
  )
}

/**
 * Province, city and county in three boxes with a search, each filled from the one before. A level with a single choice
 * is taken at once. `onChange` gives the county's code, and an empty text while the county is open.
 */
export function RegionPicker({
  id,
  label,
  regions,
  value,
  onChange,
  onBlur,
  invalid,
  describedBy,
  disabled = false,
}: RegionPickerProps) {
  const [upper, setUpper] = useState<readonly string[]>([])
  const known = regionsDownTo(regions, value)
  const path = known.length > 0 ? known : descend(regions, upper)
  const choose = (level: number, code: string) => {
    const next = descend(regions, [...path.slice(0, level).map((region) => region.code), ...(code ? [code] : [])])
    const last = next.at(-1)
    const isDone = last !== undefined && isLowest(last)
    setUpper(isDone ? [] : next.map((region) => region.code))
    onChange(isDone ? last.code : '')
  }
  return (
    <fieldset className={styles.picker} aria-label={label}>
      {LEVELS.map((name, level) => {
        const options = level === 0 ? regions : (path[level - 1]?.children ?? [])
        return (
          <Level
            key={name}
            {...(level === 0 ? { id } : {})}
            name={name}
            options={options}
            value={path[level]?.code ?? ''}
            onChange={(code) => choose(level, code)}
            onBlur={onBlur}
            invalid={invalid}
            describedBy={describedBy}
            disabled={disabled || options.length === 0}
          />
        )
      })}
    </fieldset>
  )
}
