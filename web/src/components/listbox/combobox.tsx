import { useEffect, useRef, useState } from 'react'
import field from '../field/field.module.css'
import styles from './listbox.module.css'
import { Listbox } from './listbox.tsx'
import { useCombobox } from './use-combobox.ts'

export interface ComboboxOption {
  readonly value: string
  readonly label: string
}

interface ComboboxProps {
  id?: string
  value: string
  /** What the present value is called; shown until the person types. */
  label: string
  search: (keyword: string) => Promise<readonly ComboboxOption[]>
  /** Null when the value was cleared. */
  onChange: (option: ComboboxOption | null) => void
  placeholder?: string
  invalid?: boolean
  describedBy?: string | undefined
}

/** A pause in typing after which the server is asked. */
const TYPING_PAUSE_MS = 200

/** What the search found for a keyword; the answer to an earlier keyword never replaces that to a later one. */
function useFound(search: ComboboxProps['search'], keyword: string | null) {
  const [found, setFound] = useState<readonly ComboboxOption[]>([])
  const latest = useRef(search)
  latest.current = search
  useEffect(() => {
    if (keyword === null) return
    let isWanted = true
    const timer = setTimeout(async () => {
      const options = await latest.current(keyword).catch(() => [])
      if (isWanted) setFound(options)
    }, TYPING_PAUSE_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [keyword])
  return found
}

const keyOf = (option: ComboboxOption): string => option.value

/** Picks one of very many values by typing: arrows move, Enter picks, Esc gives up, an emptied box clears. */
export function Combobox({ id, value, label, search, onChange, placeholder, invalid, describedBy }: ComboboxProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const options = useFound(search, typed)
  const pick = (option: ComboboxOption | null) => {
    setTyped(null)
    if ((option?.value ?? '') !== value) onChange(option)
  }
  const combobox = useCombobox({
    options,
    keyOf,
    words: typed ?? '',
    isOpen: typed !== null,
    onPick: pick,
    onOpen: () => setTyped(typed ?? ''),
    onEscape: typed === null ? undefined : () => setTyped(null),
  })
  return (
    <div className={styles.frame}>
      <input
        {...combobox.box}
        id={id}
        className={field.input}
        type="text"
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        placeholder={placeholder ?? '输入后选择'}
        value={typed ?? label}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          if (typed === '' && value !== '') pick(null)
          setTyped(null)
        }}
      />
      <span className="sr-only" aria-live="polite">
        {combobox.isOpen ? `${options.length}个可选项` : ''}
      </span>
      <Listbox of={combobox} label="可选项" look="popup">
        {(option) => option.label}
      </Listbox>
    </div>
  )
}
