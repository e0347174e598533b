import { useId } from 'react'
import styles from './grant-page-row.module.css'
import {
  canToggleAction,
  canTogglePage,
  type GrantAction,
  type GrantPage,
  type Grants,
  type GrantTree,
  pageMark,
  toggleAction,
  togglePage,
} from './grant-tree.ts'
import { TriCheckbox } from './tri-checkbox.tsx'

const NOT_HELD = '您没有此权限'
const SHARED = '有虚线的，勾一处几页都有'

/** What every part of the tree needs to know and can do. */
export interface GrantEditing {
  readonly tree: GrantTree
  readonly grants: Grants
  /** What the editor may give. */
  readonly reach: Grants
  readonly isReadOnly: boolean
  /** Actions that stand on several pages. */
  readonly shared: Grants
  readonly change: (grants: Grants) => void
}

interface GrantPageRowProps {
  /** The page with those of its actions that are shown now. */
  shown: GrantPage
  editing: GrantEditing
}

/** One page of the tree with what can be done on it. */
export function GrantPageRow({ shown, editing }: GrantPageRowProps) {
  const id = useId()
  const { tree, grants, reach, isReadOnly, change } = editing
  // A search shows some of the actions; ticking the page means all of them.
  const page = tree.groups.flatMap(({ pages }) => pages).find(({ path }) => path === shown.path) ?? shown
  const canToggle = canTogglePage(tree, page, grants, reach)
  const count = page.actions.filter(({ id }) => grants.has(id)).length
  return (
    // biome-ignore lint/a11y/useSemanticElements: the page's own box names the row, which a legend cannot hold
    <div role="group" aria-label={page.title} className={styles.page}>
      <label className={styles.name} htmlFor={id}>
        <TriCheckbox
          id={id}
          mark={pageMark(page, grants)}
          aria-label={page.title}
          disabled={isReadOnly || !canToggle}
          onChange={() => change(togglePage(tree, grants, page, reach))}
        />
        <span>{page.title}</span>
        <span className="muted num">
          {count}/{page.actions.length}
        </span>
        {canToggle || isReadOnly ? null : <span className={styles.note}>{NOT_HELD}</span>}
      </label>
      <div className={styles.actions}>
        {shown.actions.map((action) => (
          <ActionBox key={action.id} page={page} action={action} isPageHeld={canToggle} editing={editing} />
        ))}
      </div>
    </div>
  )
}

interface ActionBoxProps {
  page: GrantPage
  action: GrantAction
  /** False where the whole page says already that it is not held. */
  isPageHeld: boolean
  editing: GrantEditing
}

function ActionBox({ page, action, isPageHeld, editing }: ActionBoxProps) {
  const { tree, grants, reach, isReadOnly, shared, change } = editing
  const canToggle = canToggleAction(tree, page, action.id, grants, reach)
  return (
    <label title={canToggle ? undefined : NOT_HELD}>
      <input
        type="checkbox"
        aria-label={canToggle || isReadOnly ? action.title : `${action.title}（${NOT_HELD}）`}
        checked={grants.has(action.id)}
        disabled={isReadOnly || !canToggle}
        onChange={() => change(toggleAction(tree, grants, page, action.id, reach))}
      />
      {shared.has(action.id) ? (
        <span className={styles.shared} title={SHARED}>
          {action.title}
        </span>
      ) : (
        <span>{action.title}</span>
      )}
      {canToggle || isReadOnly || !isPageHeld ? null : <span className={styles.note}>{NOT_HELD}</span>}
    </label>
  )
}
