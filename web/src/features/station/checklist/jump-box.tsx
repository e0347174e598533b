import { type KeyboardEvent, useId, useState } from 'react'
import type { Template, TemplateItem } from '../../inspection/types.ts'
import { findItems } from './checklist.ts'

interface JumpBoxProps {
  template: Template
  onPick: (item: TemplateItem) => void
  onClose: () => void
}

/** Finds an item by a word of its name or of an option, also among those that are not shown. */
export function JumpBox({ template, onPick, onClose }: JumpBoxProps) {
  const listId = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const found = findItems(template, query)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const item = found[at]
    if (step) setAt((index) => Math.max(0, Math.min(found.length - 1, index + step)))
    else if (event.key === 'Enter' && item) onPick(item)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="jump">
      <input
        // biome-ignore lint/a11y/noAutofocus: it was just asked for with a key
        autoFocus
        className="input"
        role="combobox"
        aria-label="查找检测项"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${listId}-${at}` : undefined}
        autoComplete="off"
        placeholder="输入检测项名称、选项或编号，回车定位"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setAt(0)
        }}
        onBlur={onClose}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="检测项" className="combo-list" hidden={found.length === 0}>
        {found.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
          <div
            key={item.code}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            // The box must keep the focus, or its blur would close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(item)}
          >
            <span className="code muted">{item.code}</span> {item.name}
          </div>
        ))}
      </div>
    </div>
  )
}
