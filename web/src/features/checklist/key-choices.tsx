import { Button } from '../../components/button/button.tsx'
import type { KeyedItem } from './checklist.ts'
import choices from './choice.module.css'
import editor from './item-editor.module.css'
import { KeyHint } from './key-hint.tsx'
import type { PressedKey } from './use-checklist-cursor.ts'

interface KeyChoicesProps {
  keyed: readonly KeyedItem[]
  pressed: PressedKey
  onPick: (itemCode: string) => void
  onLeave: () => void
}

/** After the first key of an item: which keys go on, and to what. Nothing is answered until one of them was pressed. */
export function KeyChoices({ keyed, pressed, onPick, onLeave }: KeyChoicesProps) {
  const { first, refused } = pressed
  const items = keyed.filter(({ keys }) => keys.startsWith(first))
  return (
    <div>
      <p className={editor.name}>
        <b>{first} …</b>
        <span className="muted">再按一个键，定位到检测项</span>
        <span className="sr-only" role="status">
          {items.map(({ keys, name }) => `${keys.slice(1)} ${name}`).join('，')}
        </span>
        <span className={editor.problem} role="alert">
          {refused === '' ? '' : `没有按键为 ${first}${refused} 的检测项，未作答`}
        </span>
      </p>
      <div className={choices.choices}>
        {items.map(({ code, name, keys }) => (
          <button key={code} type="button" className={choices.choice} onClick={() => onPick(code)}>
            <KeyHint text={keys.slice(1)} />
            {name}
          </button>
        ))}
        <Button small onClick={onLeave} aria-keyshortcuts="Escape">
          取消 <kbd>Esc</kbd>
        </Button>
      </div>
    </div>
  )
}
