import { Dialog } from '../overlay/dialog.tsx'
import styles from './shortcuts.module.css'
import type { Shortcut } from './shortcuts.ts'

const NAMES: Readonly<Record<string, string>> = {
  Enter: '回车',
  Escape: 'Esc',
  ' ': '空格',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowRight: '→',
}

/** The keys that work on the page that was under it. */
export function ShortcutHelp({ shortcuts, onClose }: { shortcuts: readonly Shortcut[]; onClose: () => void }) {
  return (
    <Dialog title="键盘快捷键" onClose={onClose} widthPx={420}>
      <dl className={styles.keys}>
        {shortcuts.map((shortcut) => (
          <div key={shortcut.key}>
            <dt>{shortcut.label}</dt>
            <dd>
              <kbd>{NAMES[shortcut.key] ?? shortcut.key}</kbd>
            </dd>
          </div>
        ))}
        <div>
          <dt>快速查找页面和编号</dt>
          <dd>
            <kbd>Ctrl K</kbd>
          </dd>
        </div>
        <div>
          <dt>本页的帮助</dt>
          <dd>
            <kbd>F1</kbd>
          </dd>
        </div>
      </dl>
    </Dialog>
  )
}
