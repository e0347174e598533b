import { useState } from 'react'
import field from '../../components/field/field.module.css'
import { Listbox } from '../../components/listbox/listbox.tsx'
import { useCombobox } from '../../components/listbox/use-combobox.ts'
import type { Template, TemplateItem } from '../inspection/types.ts'
import { findItems } from './checklist.ts'
import styles from './jump-box.module.css'

interface JumpBoxProps {
  template: Template
  onPick: (item: TemplateItem) => void
  onClose: () => void
}

/** Finds an item by a word of its name or of an option, also among those that are not shown. */
export function JumpBox({ template, onPick, onClose }: JumpBoxProps) {
  const [query, setQuery] = useState('')
  const found = findItems(template, query)
  const combobox = useCombobox({
    options: found,
    keyOf: (item) => item.code,
    words: query,
    onPick,
    onEscape: onClose,
  })
  return (
    <div className={styles.jump}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it was just asked for with a key
        autoFocus
        {...combobox.box}
        className={field.input}
        aria-label="查找检测项"
        placeholder="输入检测项名称、选项或编号，回车定位"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onBlur={onClose}
      />
      <Listbox of={combobox} label="检测项" look="popup">
        {(item) => (
          <>
            <span className="code muted">{item.code}</span> {item.name}
          </>
        )}
      </Listbox>
    </div>
  )
}
