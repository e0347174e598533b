import { errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { cx } from '../../components/class-names.ts'
import type { ScanOutcome } from '../../components/scan/feedback.ts'
import styles from './palette.module.css'
import { type Finding, KINDS } from './use-find.ts'

interface PaletteNoteProps {
  /** What was read and is no code. */
  readonly unread: ScanOutcome | null
  readonly words: string
  /** Whether the words are a code that was scanned, or typed with Enter. */
  readonly isCode: boolean
  readonly finding: Finding
  /** How many lines there are to choose from. */
  readonly count: number
}

const listText = (names: readonly string[]): string => names.join('、')

/** That nothing was found, with everything that was tried. */
function nothingText({ words, finding }: PaletteNoteProps): string {
  const { found } = finding
  const kinds = (found?.searched ?? []).map((kind) => KINDS[kind].title)
  const tried = `已查找${listText(['页面', '操作', ...kinds])}`
  if (found && found.kind !== 'unknown') return `没有找到${found.kindLabel}“${words}”，请核对后重试。${tried}。`
  return `没有找到“${words}”。${tried}；可以换个写法，或输入完整的编号。`
}

/** What several codes came to; empty where one thing was looked for. */
function severalText({ hits, notFound, leftOutCount }: NonNullable<Finding['found']>): string {
  const foundCount = hits.filter(({ code }) => code !== undefined).length
  const lookedFor = foundCount + notFound.length
  if (lookedFor === 0) return ''
  const missing = notFound.length > 0 ? `；没有找到：${listText(notFound)}` : ''
  const leftOut = leftOutCount > 0 ? `。一次最多查 ${lookedFor} 个，其余 ${leftOutCount} 个没有查` : ''
  return `${lookedFor} 个编号，找到 ${foundCount} 个${missing}${leftOut}`
}

function textOf(props: PaletteNoteProps): string {
  const { unread, isCode, finding, count } = props
  if (unread) return unread.message
  if (finding.isPending) return count > 0 ? `共 ${count} 项，正在查找…` : '正在查找…'
  if (finding.error) return ''
  const { found } = finding
  const several = found ? severalText(found) : ''
  if (several !== '') return several
  if (count === 0) return nothingText(props)
  return isCode && found && found.kind !== 'unknown' ? `识别为${found.kindLabel}，共 ${count} 项` : `共 ${count} 项`
}

/** What came of what stands in the box; a screen reader hears it. */
export function PaletteNote(props: PaletteNoteProps) {
  const { finding, unread } = props
  return (
    <>
      <p className={cx(styles.note, unread?.ok === false ? styles.refused : 'muted')} role="status">
        {textOf(props)}
      </p>
      {finding.error ? (
        <p className={styles.failed} role="alert">
          {errorText(finding.error)}，页面和操作仍可使用
          <Button small onClick={finding.retry}>
            重试
          </Button>
        </p>
      ) : null}
    </>
  )
}
