import { type KeyboardEvent, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Icon } from '../../components/icon/icon.tsx'
import { isComposed } from '../../components/input-method.ts'
import { Listbox } from '../../components/listbox/listbox.tsx'
import { useCombobox } from '../../components/listbox/use-combobox.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import type { CodeBoxName } from '../../components/scan/code-boxes.ts'
import { beep, type ScanOutcome, type ScanTone, toneOf } from '../../components/scan/feedback.ts'
import scan from '../../components/scan/scan.module.css'
import { useScanner } from '../../components/scan/use-scanner.ts'
import type { Shortcut } from '../../components/shortcuts/shortcuts.ts'
import type { Entry } from './entry.ts'
import { ownEntries } from './own-entries.ts'
import styles from './palette.module.css'
import { PaletteNote } from './palette-note.tsx'
import { type Finding, foundEntries, useFind } from './use-find.ts'

const NAME: CodeBoxName = 'palette'

interface PaletteProps {
  code: string
  commands: readonly Shortcut[]
  onClose: () => void
}

/** Every code of the trade is at least this long, has a digit, and is made of these. */
const CODE = /^(?=.*\d)[\w-]{5,64}$/

/** Sounds whether a code was found, once for each code that was asked for; gives the box's colour. */
function useTold(asked: string, { found, error }: Finding): ScanTone | undefined {
  const isAnswered = asked !== '' && (found !== undefined || error !== null)
  const tone = (found?.hits.length ?? 0) > 0 ? 'ok' : 'refused'
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code sounds again, also when it comes to the same
  useEffect(() => {
    if (isAnswered) beep(tone)
  }, [isAnswered, tone, asked])
  return isAnswered ? tone : undefined
}

/** What stands in the box: looked up once it rests, a scanned code and one typed with Enter at once and aloud. */
function useLookUp(firstCode: string) {
  const [typed, setTyped] = useState(firstCode)
  const [asked, setAsked] = useState(firstCode)
  /** What was read and is no code; nothing once something else stands in the box. */
  const [unread, setUnread] = useState<ScanOutcome | null>(null)
  const words = typed.trim()
  const isCode = words !== '' && asked === words
  const finding = useFind(words, isCode)
  const tone = useTold(isCode ? asked : '', finding)
  const put = (text: string, isAsked: boolean) => {
    setUnread(null)
    setTyped(text)
    setAsked(isAsked ? text : '')
  }
  // A burst's keys that are taken out of the box again put back a code that was told before: it is not told once more.
  const type = (text: string) => put(text, false)
  useScanner({
    onScan: (code) => put(code, true),
    tell: (outcome) => {
      setUnread(outcome)
      beep(toneOf(outcome))
    },
  })
  return { typed, type, words, isCode, setAsked, finding, unread, tone: unread ? toneOf(unread) : tone }
}

/** One box for everything: pages, actions, models, orders, people and codes; arrows choose, Enter goes there. */
export function Palette({ code: firstCode, commands, onClose }: PaletteProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { typed, type, words, isCode, setAsked, finding, unread, tone } = useLookUp(firstCode)
  const go = (address: string) => {
    onClose()
    void navigate(address)
  }
  const entries = [
    ...ownEntries({ words, here: pathname + search, commands, go, onClose }),
    ...foundEntries(finding, go),
  ]
  const combobox = useCombobox<Entry>({
    options: entries,
    keyOf: (entry) => entry.key,
    words: typed,
    onPick: (entry) => entry.run(),
    onEnter: () => {
      // A code that was not answered yet is asked for, and told aloud.
      const isToAsk = CODE.test(words) && !isCode && (finding.isPending || entries.length === 0)
      if (isToAsk) setAsked(words)
      return isToAsk
    },
    followsPointer: true,
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!takeKey(event, combobox.active, type)) combobox.box.onKeyDown?.(event)
  }
  return (
    <Dialog title="快速查找" kind="palette" onClose={onClose}>
      <div className={styles.box}>
        <Icon name="search" size={18} />
        <input
          {...combobox.box}
          type="text"
          aria-label="查找页面或编号"
          placeholder="页面、操作、机型、买家、员工或编号，可用拼音"
          spellCheck={false}
          className={scan.codeBox}
          data-code-box={NAME}
          data-outcome={tone}
          value={typed}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            // a box of one line would join the codes of several lines
            const lines = event.clipboardData.getData('text').trim()
            if (!/[\r\n\t]/.test(lines)) return
            event.preventDefault()
            type(lines.replace(/[\r\n\t]+/g, ','))
          }}
          onChange={(event) => type(event.target.value)}
        />
      </div>
      <PaletteNote unread={unread} words={words} isCode={isCode} finding={finding} count={entries.length} />
      <Listbox
        of={combobox}
        label="结果"
        look="plain"
        className={styles.list}
        isBusy={finding.isPending}
        groupOf={({ section }) => section}
      >
        {({ icon, title, subtitle }) => (
          <>
            <Icon name={icon} />
            <b>{title}</b>
            <span className="muted">{subtitle}</span>
          </>
        )}
      </Listbox>
      <p className={styles.keys} aria-hidden="true">
        <kbd>↑↓</kbd>选择<kbd>Enter</kbd>打开<kbd>Ctrl Enter</kbd>新标签页打开<kbd>Tab</kbd>补全
      </p>
    </Dialog>
  )
}

/** Ctrl+Enter opens a new tab, and Tab puts the whole title into the box; true for a key that was one of these. */
function takeKey(event: KeyboardEvent, active: Entry | undefined, type: (text: string) => void): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event
  if (isComposed(event) || !active) return false
  const { value } = event.currentTarget as HTMLInputElement
  if (key === 'Enter' && (ctrlKey || metaKey) && active.link !== null) open(active.link, '_blank', 'noopener')
  else if (key === 'Tab' && !(shiftKey || altKey || ctrlKey) && value !== active.title) type(active.title)
  else return false
  event.preventDefault()
  event.stopPropagation()
  return true
}
