import { useEffect, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import input from '../field/field.module.css'
import { toast } from '../toast/toast.ts'
import type { CodeBoxName } from './code-boxes.ts'
import type { ScanOutcome } from './feedback.ts'
import { countFound } from './found.ts'
import { useCodeBox } from './use-code-box.ts'

/** The list shows this one by itself. */
const NOT_FOUND = '没有找到，请核对后重试'

interface CodeFilterProps {
  id: string
  /** The filter's name in the form around it. */
  name: string
  codeBox: CodeBoxName
  /** What the list is filtered by now. */
  value: string
  placeholder?: string | undefined
  isMain: boolean
  commit: (code: string) => void
}

/**
 * A list's box for codes (docs/scanning.md): a scan filters at once, and sounds whether anything was found; several codes
 * that are typed or pasted are looked for together. It is an ordinary
 * box: the field that no input method sees would come before the first rows of every list.
 */
export function CodeFilter({ id, name, codeBox, value, placeholder, isMain, commit }: CodeFilterProps) {
  const [typed, setTyped] = useState(value)
  // Whatever else changes the filter changes the box.
  const before = useRef(value)
  useEffect(() => {
    if (before.current !== value) setTyped(value)
    before.current = value
  }, [value])
  // The list may have been filtered otherwise while a code was looked at.
  const latest = useRef(commit)
  latest.current = commit
  const { box, outcome, tell } = useCodeBox<HTMLInputElement>({
    name: codeBox,
    onEmpty: () => commit(''),
    onCode: async (code, way): Promise<ScanOutcome> => {
      // Known by now to be needed, and not on the way to the first rows.
      const { readCodes, wrongKind } = await import('./wrong-kind.ts')
      const wrong = way === 'scanned' ? wrongKind(codeBox, code) : ''
      if (wrong !== '') return { ok: false, message: wrong }
      const { text, count: codeCount, fault } = readCodes(code)
      if (fault !== '') return { ok: false, message: fault }
      setTyped(text)
      const count = await countFound(text, () => latest.current(text))
      if (count === null) return { ok: false, message: '列表加载失败，请重试' }
      const of = codeCount > 1 ? `${codeCount} 个编号，` : ''
      return { ok: count > 0, message: count > 0 ? `${of}找到 ${count} 条` : NOT_FOUND }
    },
  })
  useEffect(() => {
    if (outcome?.ok === false && outcome.message !== NOT_FOUND) toast('error', outcome.message)
  }, [outcome])
  return (
    <>
      <input
        {...box}
        id={id}
        name={name}
        className={cx(input.input, box.className)}
        type="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={placeholder}
        aria-invalid={outcome?.ok === false}
        aria-describedby={`${id}-said`}
        data-main-filter={isMain ? '' : undefined}
        value={typed}
        onPaste={(event) => {
          // a box of one line would join the codes of several lines
          const lines = event.clipboardData.getData('text')
          if (!/[\r\n\t]/.test(lines.trim())) return
          event.preventDefault()
          tell(null)
          setTyped(lines.trim().replace(/\s*[\r\n\t]\s*/g, ','))
        }}
        onChange={(event) => {
          tell(null)
          setTyped(event.target.value)
          // The cross in a search box empties it without a key.
          if (event.target.value === '' && value !== '') commit('')
        }}
      />
      <span id={`${id}-said`} className="sr-only" role="status">
        {outcome?.message}
      </span>
    </>
  )
}
