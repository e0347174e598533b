import { Icon } from '../../../components/icon/icon.tsx'

/** One thing that is still missing, and the way to it. */
export interface Missing {
  readonly key: string
  readonly text: string
  /** `must` keeps the phone from being submitted; `later` may follow after it. */
  readonly level: 'must' | 'later'
  readonly go: () => void
}

/** What is still missing before the phone is done; each line leads there. */
export function Checklist({ missing }: { missing: readonly Missing[] }) {
  if (missing.length === 0) {
    return (
      <p className="checklist-done">
        <Icon name="check" /> 已齐全，可以提交
      </p>
    )
  }
  return (
    <ul className="checklist">
      {missing.map((entry) => (
        <li key={entry.key}>
          <button type="button" className={`checklist-${entry.level}`} onClick={entry.go}>
            <span>{entry.text}</span>
            <span className="muted">{entry.level === 'must' ? '提交前必填' : '可稍后补'}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
