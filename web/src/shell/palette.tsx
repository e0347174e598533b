import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../api/client.ts'
import { errorText } from '../api/refusal.ts'
import { isPermitted, ROUTES } from '../app/routes.ts'
import { cx } from '../components/class-names.ts'
import { Icon, type IconName } from '../components/icon/icon.tsx'
import { Listbox } from '../components/listbox/listbox.tsx'
import { useCombobox } from '../components/listbox/use-combobox.ts'
import { Dialog } from '../components/overlay/dialog.tsx'
import type { CodeBoxName } from '../components/scan/code-boxes.ts'
import { beep, type ScanOutcome, type ScanTone, toneOf } from '../components/scan/feedback.ts'
import scan from '../components/scan/scan.module.css'
import { useScanner } from '../components/scan/use-scanner.ts'
import type { Shortcut } from '../components/shortcuts/shortcuts.ts'
import { permissions } from '../session/session.ts'
import styles from './palette.module.css'

interface Entry {
  readonly key: string
  readonly icon: IconName
  readonly title: string
  readonly subtitle: string
  readonly run: () => void
}

const NAME: CodeBoxName = 'palette'

interface PaletteProps {
  code: string
  commands: readonly Shortcut[]
  onClose: () => void
}

/** Every code of the trade is at least this long and made of these; anything else is a word to find a page by. */
const CODE = /^[\w-]{5,64}$/

/** Places behind a code: IMEI, 条码, 封袋码, 质检编号, 订单号 or 运单号; the server tells them apart. */
function useHits(code: string) {
  return useQuery({
    queryKey: [api.extSearch.code.path, code],
    queryFn: ({ signal }) => api.extSearch.code({ code }, { signal, handles: 'all' }),
    enabled: CODE.test(code),
  })
}

/** Sounds whether a code was found, once for each code that was looked up; gives the box's colour. */
function useTold(asked: string, { data, error }: ReturnType<typeof useHits>): ScanTone | undefined {
  const isAnswered = asked !== '' && (data !== undefined || error !== null)
  const tone = (data?.hits.length ?? 0) > 0 ? 'ok' : 'refused'
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code sounds again, also when it comes to the same
  useEffect(() => {
    if (isAnswered) beep(tone)
  }, [isAnswered, tone, asked])
  return isAnswered ? tone : undefined
}

function usePages(words: string, go: (address: string) => void): Entry[] {
  return ROUTES.filter((page) => page.highlights === undefined && isPermitted(page, permissions()))
    .filter((page) => page.title.includes(words) || page.path.includes(words))
    .map((page) => ({ key: page.path, icon: 'list', title: page.title, subtitle: '页面', run: () => go(page.path) }))
}

function entriesOfHits(found: ReturnType<typeof useHits>['data'], go: (address: string) => void): Entry[] {
  return (found?.hits ?? []).map((hit) => ({
    key: hit.link,
    icon: 'scan',
    title: hit.title,
    subtitle: hit.subtitle,
    run: () => go(hit.link),
  }))
}

function entriesOfCommands(commands: readonly Shortcut[], words: string, onClose: () => void): Entry[] {
  return commands
    .filter((command) => command.label.includes(words))
    .map((command) => ({
      key: `key ${command.key}`,
      icon: 'right',
      title: command.label,
      subtitle: `操作 ${command.key}`,
      run: () => {
        onClose()
        // The palette must be gone before the page's own dialog can take the focus.
        setTimeout(command.run, 0)
      },
    }))
}

/** What stands in the box, and the code that was looked up last: typed text with Enter, a scanned code at once. */
function useLookUp(firstCode: string) {
  const [typed, setTyped] = useState(firstCode)
  // Half-typed codes are no questions for a server.
  const [asked, setAsked] = useState(firstCode)
  const hits = useHits(asked)
  const tone = useTold(asked, hits)
  /** What was read and is no code; nothing once something else stands in the box. */
  const [unread, setUnread] = useState<ScanOutcome | null>(null)
  const type = (text: string) => {
    setUnread(null)
    setTyped(text)
  }
  useScanner({
    onScan: (code) => {
      type(code)
      setAsked(code)
    },
    tell: (outcome) => {
      setUnread(outcome)
      beep(toneOf(outcome))
    },
  })
  const isAsked = asked === typed.trim()
  return { typed, type, asked, setAsked, hits, unread, tone: unread ? toneOf(unread) : isAsked ? tone : undefined }
}

/** One box for pages, codes and what can be done on the page; arrows choose, Enter goes there. */
export function Palette({ code: firstCode, commands, onClose }: PaletteProps) {
  const navigate = useNavigate()
  const { typed, type, asked, setAsked, hits, unread, tone } = useLookUp(firstCode)
  const words = typed.trim()
  const go = (address: string) => {
    onClose()
    void navigate(address)
  }
  const entries: Entry[] = [
    ...(asked === words ? entriesOfHits(hits.data, go) : []),
    ...usePages(words, go),
    ...entriesOfCommands(commands, words, onClose),
  ]
  const isToAsk = CODE.test(words) && asked !== words
  const combobox = useCombobox({
    options: entries,
    keyOf: (entry) => entry.key,
    words: typed,
    onPick: (entry) => entry.run(),
    onEnter: () => {
      if (isToAsk) setAsked(words)
      return isToAsk
    },
    followsPointer: true,
  })
  return (
    <Dialog title="快速查找" kind="palette" onClose={onClose}>
      <div className={styles.box}>
        <Icon name="search" size={18} />
        <input
          {...combobox.box}
          type="text"
          aria-label="查找页面或编号"
          placeholder="页面名称、IMEI、条码、封袋码、质检编号、订单号、运单号"
          spellCheck={false}
          className={scan.codeBox}
          data-code-box={NAME}
          data-outcome={tone}
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      </div>
      <PaletteNote unread={unread} code={asked === words ? asked : ''} canAsk={isToAsk} hits={hits} />
      <Listbox of={combobox} label="结果" look="plain" className={styles.list}>
        {({ icon, title, subtitle }) => (
          <>
            <Icon name={icon} />
            <b>{title}</b>
            <span className="muted">{subtitle}</span>
          </>
        )}
      </Listbox>
    </Dialog>
  )
}

interface PaletteNoteProps {
  unread: ScanOutcome | null
  /** The code that was looked up, empty when none was. */
  code: string
  canAsk: boolean
  hits: ReturnType<typeof useHits>
}

function PaletteNote({ unread, code, canAsk, hits }: PaletteNoteProps) {
  let note = ''
  if (unread) note = unread.message
  else if (canAsk) note = '按回车查找这个编号'
  else if (code && hits.isFetching) note = '正在查找…'
  else if (code && hits.error) note = errorText(hits.error)
  else if (code && hits.data?.hits.length === 0) note = `没有找到${hits.data.kindLabel}“${code}”，请核对后重试`
  else if (code && hits.data) note = `识别为${hits.data.kindLabel}`
  return (
    <p className={cx(styles.note, 'muted')} role="status">
      {note}
    </p>
  )
}
