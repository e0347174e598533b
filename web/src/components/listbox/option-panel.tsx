import { Combobox } from '@base-ui/react/combobox'
import { FILTER_VALUES_MAX } from '@huanji/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../button/button.tsx'
import { cx } from '../class-names.ts'
import field from '../field/field.module.css'
import { Icon } from '../icon/icon.tsx'
import { toast } from '../toast/toast.ts'
import type { Option, OptionCounts, OptionSource } from './option.ts'
import styles from './option-panel.module.css'

interface OptionPanelProps {
  label: string
  chosen: readonly Option[]
  source: OptionSource
  multiple?: boolean
  counts?: OptionCounts | undefined
  onChange: (chosen: readonly Option[], isFurther: boolean) => void
  /** What was typed before it was there. */
  typed: () => string
  close: () => void
}

/** A pause in typing after which the server is asked. */
const TYPING_PAUSE_MS = 200
/** Counts are those of the moment when the box was opened. */
const COUNTS_FRESH_MS = 15_000

interface Found {
  readonly options: readonly Option[]
  readonly isBusy: boolean
}

/** What a server finds for a keyword; the answer to an earlier keyword never replaces that to a later one. */
function useSearch(source: OptionSource, keyword: string): Found {
  const [found, setFound] = useState({ keyword: '', options: [] as readonly Option[] })
  const latest = useRef(source)
  latest.current = source
  const isAsked = source.kind === 'search' && keyword !== ''
  useEffect(() => {
    if (!isAsked) return
    let isWanted = true
    const timer = setTimeout(async () => {
      if (latest.current.kind !== 'search') return
      const options = await latest.current.search(keyword).catch(() => [])
      if (isWanted) setFound({ keyword, options })
    }, TYPING_PAUSE_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [keyword, isAsked])
  return { options: found.options, isBusy: isAsked && found.keyword !== keyword }
}

/** What stands in the list: of a search without a word, what is chosen, so that it can be given up. */
function useFound(source: OptionSource, keyword: string, chosen: readonly Option[]): Found {
  const [startChosen] = useState(chosen)
  const searched = useSearch(source, keyword)
  if (source.kind === 'search') return keyword === '' ? { options: startChosen, isBusy: false } : searched
  if (source.options === undefined) return { options: [], isBusy: true }
  const wanted = keyword.toLowerCase()
  return { options: source.options.filter(({ label }) => label.toLowerCase().includes(wanted)), isBusy: false }
}

const isSame = (one: Option, other: Option) => one.value === other.value

/** What a screen reader is told of the list, and a person where it is empty. */
function noteOf(source: OptionSource, keyword: string, { options, isBusy }: Found): string {
  if (isBusy) return '加载中…'
  if (options.length > 0) return `${options.length}个可选项`
  return source.kind === 'search' && keyword === '' ? '输入后显示可选项' : '没有符合的选项'
}

/** The search and the options under an `OptionBox`: arrows move, Enter chooses, Esc closes. */
export function OptionPanel({ label, chosen, source, multiple, counts, onChange, typed, close }: OptionPanelProps) {
  const [keyword, setKeyword] = useState(typed)
  const isFurther = useRef(false)
  const found = useFound(source, keyword.trim(), chosen)
  const counted = useQuery({
    queryKey: counts?.key ?? ['counts'],
    queryFn: (): ReturnType<OptionCounts['ask']> => counts?.ask() ?? Promise.resolve(null),
    enabled: counts !== undefined,
    staleTime: COUNTS_FRESH_MS,
  })
  const change = (next: readonly Option[]) => {
    if (next.length > FILTER_VALUES_MAX) return toast('info', `最多选择 ${FILTER_VALUES_MAX} 项`)
    onChange(next, isFurther.current)
    isFurther.current = true
  }
  const note = noteOf(source, keyword.trim(), found)
  const parts = (
    <>
      <Combobox.Input
        className={cx(field.input, styles.search)}
        aria-label={`搜索${label}`}
        placeholder={source.kind === 'search' ? '输入后选择' : '搜索'}
        data-takes-focus=""
      />
      <Combobox.Status className={found.options.length > 0 ? 'sr-only' : styles.note}>{note}</Combobox.Status>
      <Combobox.List className={styles.list} aria-label={label}>
        {(option: Option) => (
          <Combobox.Item key={option.value} value={option} className={styles.option}>
            <span className={multiple ? styles.tick : styles.mark}>
              <Combobox.ItemIndicator>
                <Icon name="check" size={12} />
              </Combobox.ItemIndicator>
            </span>
            <span className={styles.name}>
              {option.label}
              {option.mark ? <i className={styles.flag}>{option.mark}</i> : null}
            </span>
            {counted.data ? <span className={cx(styles.count, 'num')}>{counted.data[option.value] ?? '0'}</span> : null}
          </Combobox.Item>
        )}
      </Combobox.List>
    </>
  )
  const shared = {
    inline: true,
    open: true,
    items: found.options,
    filter: null,
    autoHighlight: true,
    locale: 'zh-CN',
    inputValue: keyword,
    isItemEqualToValue: isSame,
    // What was typed stays when something is chosen: the next one is mostly of the same kind.
    onInputValueChange: (value: string, { reason }: { reason: string }) => {
      if (reason === 'input-change') setKeyword(value)
    },
  }
  if (!multiple) {
    const pick = (option: Option | null) => {
      change(option ? [option] : [])
      close()
    }
    return (
      <Combobox.Root {...shared} value={chosen[0] ?? null} onValueChange={pick}>
        {parts}
      </Combobox.Root>
    )
  }
  return (
    <Combobox.Root {...shared} multiple value={[...chosen]} onValueChange={change}>
      {parts}
      <footer className={styles.foot}>
        <span className="muted">{chosen.length > 0 ? `已选 ${chosen.length} 项` : '可多选'}</span>
        <Button small tone="link" disabled={chosen.length === 0} onClick={() => change([])}>
          清除
        </Button>
      </footer>
    </Combobox.Root>
  )
}
