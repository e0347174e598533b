import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import styles from './field.module.css'

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

/** Picks one of very many values by typing: arrows move, Enter picks, Esc gives up, an emptied box clears. */
export function Combobox({ id, value, label, search, onChange, placeholder, invalid, describedBy }: ComboboxProps) {
  const listId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const found = useFound(search, typed)
  const isOpen = typed !== null && found.length > 0
  const pick = (option: ComboboxOption | null) => {
    setTyped(null)
    setAt(0)
    if ((option?.value ?? '') !== value) onChange(option)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (typed === null) setTyped('')
      setAt((index) => Math.max(0, Math.min(found.length - 1, index + step)))
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      pick(found[at] ?? null)
    } else if (event.key === 'Escape' && typed !== null) {
      event.preventDefault()
      event.stopPropagation()
      setTyped(null)
    }
  }
  return (
    <div className={styles.combo}>
      <input
        id={id}
        className={styles.input}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${listId}-${at}` : undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        autoComplete="off"
        placeholder={placeholder ?? '输入后选择'}
        value={typed ?? label}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          if (typed === '' && value !== '') pick(null)
          setTyped(null)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="可选项" className={styles.comboList} hidden={!isOpen}>
        {isOpen
          ? found.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
              <div
                key={option.value}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                // The box must keep the focus, or its blur would close the list before the click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(option)}
              >
                {option.label}
              </div>
            ))
          : null}
      </div>
    </div>
  )
}
