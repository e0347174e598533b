import { Button } from '../button/button.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { openOverlay } from '../overlay/overlay-host.tsx'
import styles from './form.module.css'

interface ConflictDialogProps {
  message: string
  mine: Readonly<Record<string, unknown>>
  latest: Readonly<Record<string, unknown>>
  labels: Readonly<Record<string, string | undefined>>
  describe?: Describe | undefined
  onClose: (chosen: 'mine' | 'latest' | null) => void
}

/** How the value of a field reads beside the other side's; undefined leaves it as it is. For ids and lists. */
export type Describe = (field: string, value: unknown, other: unknown) => string | undefined

const shown = (value: unknown): string =>
  value === undefined || value === null || value === ''
    ? '（空）'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** The fields in which the two differ; one that only one side knows is not a difference a person can judge. */
export function differing(mine: ConflictDialogProps['mine'], latest: ConflictDialogProps['latest']): string[] {
  return Object.keys(latest).filter((key) => key in mine && JSON.stringify(mine[key]) !== JSON.stringify(latest[key]))
}

function ConflictDialog({ message, mine, latest, labels, describe, onClose }: ConflictDialogProps) {
  const fields = differing(mine, latest).filter((key) => labels[key])
  const read = (key: string, value: unknown, other: unknown) => describe?.(key, value, other) ?? shown(value)
  return (
    <Dialog
      title="内容已被同事修改"
      onClose={() => onClose(null)}
      widthPx={640}
      footer={
        <>
          <Button onClick={() => onClose('latest')}>采用最新内容</Button>
          <Button tone="primary" onClick={() => onClose('mine')}>
            保留我的修改再提交
          </Button>
        </>
      }
    >
      <p>{message}</p>
      <table className={styles.conflict}>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">我的修改</th>
            <th scope="col">最新内容</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((key) => (
            <tr key={key}>
              <th scope="row">{labels[key]}</th>
              <td>{read(key, mine[key], latest[key])}</td>
              <td>{read(key, latest[key], mine[key])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

/**
 * Shows both versions of a conflicting edit and asks which one goes on.
 * @param message the server's sentence, which says who changed it and when
 * @returns the values to put into the form (always with the latest fields the form does not show, such as `version`), and whether to submit them at once; null to leave the form as it is
 */
export async function askAboutConflict(
  message: string,
  mine: Readonly<Record<string, unknown>>,
  latest: Readonly<Record<string, unknown>>,
  labels: Readonly<Record<string, string | undefined>>,
  describe?: Describe,
): Promise<{ values: Record<string, unknown>; isToSubmit: boolean } | null> {
  const choice = await openOverlay<'mine' | 'latest' | null>((close) => (
    <ConflictDialog message={message} mine={mine} latest={latest} labels={labels} describe={describe} onClose={close} />
  ))
  if (choice === 'latest') return { values: { ...latest }, isToSubmit: false }
  if (choice !== 'mine') return null
  const unseen = Object.entries(latest).filter(([key]) => !labels[key])
  return { values: Object.fromEntries(unseen), isToSubmit: true }
}
