import { useId, useRef } from 'react'
import type { Action } from '../actions/action.ts'
import { buttonClass } from '../button/button-class.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './row-actions.module.css'

const IN_LINE = 2
/** So many characters stand beside each other in the column. */
const ROOM = 8

interface RowActionsProps<Row> {
  actions: readonly Action<Row>[]
  start: (action: Action<Row>) => void
}

function ActionLink<Row>({ action, start }: { action: Action<Row>; start: (action: Action<Row>) => void }) {
  return (
    <button
      type="button"
      className={buttonClass({ tone: action.tone === 'danger' ? 'dangerLink' : 'link' })}
      onClick={() => start(action)}
    >
      {action.name}
    </button>
  )
}

/** A row's actions: the first two as words, further ones behind 更多; three that are short enough stand there all. */
export function RowActions<Row>({ actions, start }: RowActionsProps<Row>) {
  const length = actions.reduce((sum, { name }) => sum + name.length, 0)
  const allFit = actions.length <= IN_LINE || (actions.length === IN_LINE + 1 && length <= ROOM)
  const shown = allFit ? actions : actions.slice(0, IN_LINE)
  const others = actions.slice(shown.length)
  return (
    <span className={styles.line}>
      {shown.map((action) => (
        <ActionLink key={action.key} action={action} start={start} />
      ))}
      {others.length > 0 ? <MoreActions actions={others} start={start} /> : null}
    </span>
  )
}

function MoreActions<Row>({ actions, start }: RowActionsProps<Row>) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const place = () => {
    const at = button.current?.getBoundingClientRect()
    if (!at || !menu.current) return
    // A popover stands in the top layer, outside the table's layout: it is placed under its button.
    menu.current.style.top = `${at.bottom + 2}px`
    menu.current.style.right = `${document.documentElement.clientWidth - at.right}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={buttonClass({ tone: 'link' })}
        popoverTarget={id}
        aria-label="更多操作"
        onClick={place}
      >
        <Icon name="more" />
      </button>
      <div ref={menu} id={id} popover="auto" className={styles.menu}>
        {actions.map((action) => (
          <ActionLink
            key={action.key}
            action={action}
            start={(chosen) => {
              menu.current?.hidePopover()
              start(chosen)
            }}
          />
        ))}
      </div>
    </>
  )
}
