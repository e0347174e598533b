import { addDays } from '@huanji/domain/time'
import { type KeyboardEvent, useRef, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { zhCN } from 'react-day-picker/locale/zh-CN'
import { Button } from '../button/button.tsx'
import { cx } from '../class-names.ts'
import field from '../field/field.module.css'
import { isComposed } from '../input-method.ts'
import { DAY_PRESETS, type Days, daysOn, inOrder, type Preset, presetOf, SPAN_PRESETS, typedDay } from './days.ts'
import styles from './days-panel.module.css'

interface DaysPanelProps {
  label: string
  days: Days
  single: boolean
  /** `yyyy-MM-dd` */
  today: string
  onChange: (days: Days) => void
  close: () => void
}

const WEEK_BEGINS_ON_MONDAY = 1
const MONTHS_OF_A_SPAN = 2
const EMPTY: Days = { first: '', last: '' }

/** The calendar works with the browser's own days: noon of a day is on that day in every zone. */
function dateOf(day: string): Date | undefined {
  if (day === '') return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

function dayOf(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}

/** Presets, boxes to type in and a calendar, for one day or a span of them. Always in Chinese, weeks from Monday on. */
export function DaysPanel({ label, days, single, today, onChange, close }: DaysPanelProps) {
  const shown = daysOn(today, days)
  const typedBoxes = useRef<HTMLFieldSetElement>(null)
  const choose = (next: Days) => {
    onChange(next)
    close()
  }
  return (
    <div className={styles.panel}>
      <PresetList
        presets={single ? DAY_PRESETS : SPAN_PRESETS}
        days={days}
        choose={(word) => choose({ first: word, last: '' })}
        custom={() => typedBoxes.current?.querySelector('input')?.focus()}
      />
      <div>
        <TypedDays
          boxes={typedBoxes}
          days={single ? { first: shown.first, last: '' } : shown}
          single={single}
          today={today}
          choose={choose}
          clear={days.first === '' && days.last === '' ? null : () => choose(EMPTY)}
        />
        <Calendar label={label} days={shown} single={single} today={today} choose={choose} />
      </div>
    </div>
  )
}

interface PresetListProps {
  presets: readonly Preset[]
  days: Days
  choose: (word: string) => void
  custom: () => void
}

function PresetList({ presets, days, choose, custom }: PresetListProps) {
  const isCustom = !presetOf(days.first) && (days.first !== '' || days.last !== '')
  return (
    <ul className={styles.presets} aria-label="常用">
      {presets.map(({ word, label }, index) => (
        <li key={word}>
          <button
            type="button"
            aria-pressed={days.first === word}
            data-takes-focus={index === 0 ? '' : undefined}
            onClick={() => choose(word)}
          >
            {label}
          </button>
        </li>
      ))}
      <li>
        <button type="button" aria-pressed={isCustom} onClick={custom}>
          自定义
        </button>
      </li>
    </ul>
  )
}

interface TypedDaysProps {
  boxes: React.RefObject<HTMLFieldSetElement | null>
  days: Days
  single: boolean
  today: string
  choose: (days: Days) => void
  clear: (() => void) | null
}

/** The days as text, for whoever types faster than they click. */
function TypedDays({ boxes, days, single, today, choose, clear }: TypedDaysProps) {
  const [texts, setTexts] = useState(days)
  const [isWrong, setWrong] = useState(false)
  const apply = () => {
    const typed = { first: typedDay(texts.first, today), last: typedDay(texts.last, today) }
    const isUnread = (typed.first === '' && texts.first !== '') || (typed.last === '' && texts.last !== '')
    setWrong(isUnread)
    if (!isUnread) choose(inOrder(typed))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isComposed(event)) apply()
  }
  const box = (end: 'first' | 'last', name: string) => (
    <input
      className={cx(field.input, 'num')}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      aria-label={name}
      aria-invalid={isWrong && texts[end] !== '' && typedDay(texts[end], today) === ''}
      placeholder="年-月-日"
      value={texts[end]}
      onChange={(event) => setTexts({ ...texts, [end]: event.target.value })}
      onKeyDown={onKeyDown}
    />
  )
  return (
    <>
      <fieldset ref={boxes} className={styles.typed} aria-label="自定义">
        {box('first', single ? '日期' : '开始日期')}
        {single ? null : <span aria-hidden="true">–</span>}
        {single ? null : box('last', '结束日期')}
        <Button small tone="primary" onClick={apply}>
          确定
        </Button>
        <Button small disabled={clear === null} onClick={() => clear?.()}>
          清除
        </Button>
      </fieldset>
      <p className={styles.wrong} role="alert">
        {isWrong ? '日期应写作 2026-11-01' : ''}
      </p>
    </>
  )
}

interface CalendarProps {
  label: string
  days: Days
  single: boolean
  today: string
  choose: (days: Days) => void
}

/** A style sheet's names as the calendar takes them; a test's has none. */
function namesOf(names: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([part, name]) => [part, name ?? '']))
}

const CLASS_NAMES = namesOf({
  months: styles.months,
  month: styles.month,
  nav: styles.nav,
  button_previous: styles.step,
  button_next: styles.step,
  chevron: styles.chevron,
  month_caption: styles.caption,
  weekday: styles.weekday,
  day: styles.day,
  today: styles.today,
  selected: styles.selected,
  range_start: styles.end,
  range_end: styles.end,
  range_middle: styles.middle,
})

function Calendar({ label, days, single, today, choose }: CalendarProps) {
  const [begun, setBegun] = useState('')
  const onDay = (date: Date) => {
    const day = dayOf(date)
    if (single) return choose({ first: day, last: '' })
    if (begun === '') return setBegun(day)
    choose(inOrder({ first: begun, last: day }))
  }
  const shared = {
    locale: zhCN,
    weekStartsOn: WEEK_BEGINS_ON_MONDAY,
    today: dateOf(today) as Date,
    fixedWeeks: true,
    classNames: CLASS_NAMES,
    'aria-label': label,
  } as const
  if (single) {
    return (
      <DayPicker
        {...shared}
        mode="single"
        defaultMonth={dateOf(days.first || today) as Date}
        selected={dateOf(days.first)}
        onSelect={(_, date) => onDay(date)}
      />
    )
  }
  const from = dateOf(begun || days.first || days.last)
  const to = dateOf(begun || days.last || days.first)
  return (
    <>
      <DayPicker
        {...shared}
        mode="range"
        numberOfMonths={MONTHS_OF_A_SPAN}
        defaultMonth={dateOf(days.first || days.last || addDays(`${today.slice(0, 7)}-01`, -1)) as Date}
        selected={from && { from, to }}
        onSelect={(_, date) => onDay(date)}
      />
      <p className={styles.hint} role="status">
        {begun === '' ? '请选择开始日期' : `已选 ${begun}，请选择结束日期`}
      </p>
    </>
  )
}
