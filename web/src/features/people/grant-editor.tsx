import { type Ref, useId, useMemo, useState } from 'react'
import { cx } from '../../components/class-names.ts'
import { EmptyState } from '../../components/empty/empty-state.tsx'
import field from '../../components/field/field.module.css'
import styles from './grant-editor.module.css'
import { type GrantEditing, GrantPageRow } from './grant-page-row.tsx'
import { type GrantGroup, type Grants, type GrantTree, groupMark, searchTree, toggleGroup } from './grant-tree.ts'
import { TriCheckbox } from './tri-checkbox.tsx'

interface GrantEditorProps {
  editing: Omit<GrantEditing, 'shared'>
  /** Of the whole tree, which takes the focus when something is wrong with it. */
  ref: Ref<HTMLDivElement>
  error: string
  /** What stands over the tree while nothing is wrong. */
  note?: string
}

const NOTE = '勾一项，要用到的会一起勾上；取消一项，离不开它的也一起取消。有虚线的，勾一处几页都有'

function sharedActions({ groups }: GrantTree): Grants {
  const ids = groups.flatMap(({ pages }) => pages.flatMap(({ actions }) => actions.map(({ id }) => id)))
  const seen = new Set<string>()
  return new Set(ids.filter((id) => seen.has(id) || !seen.add(id)))
}

/** The permission tree: groups, their pages, and what can be done on each, with a box to find one. */
export function GrantEditor({ editing, ref, error, note = NOTE }: GrantEditorProps) {
  const noteId = useId()
  const [wanted, setWanted] = useState('')
  const shared = useMemo(() => sharedActions(editing.tree), [editing.tree])
  const groups = searchTree(editing.tree, wanted)
  const isSearching = wanted.trim() !== ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside other content
    <div ref={ref} tabIndex={-1} role="group" aria-label="权限" aria-describedby={noteId} className={styles.grants}>
      <input
        className={cx(field.input, styles.search)}
        type="search"
        aria-label="查找权限"
        placeholder="查找页面或操作，例如：发货"
        autoComplete="off"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <p id={noteId} className={cx(field.note, styles.note, error !== '' && field.error)} aria-live="polite">
        {error || note}
      </p>
      {groups.map((group) => (
        <GroupCard key={group.path} group={group} isSearching={isSearching} editing={{ ...editing, shared }} />
      ))}
      {groups.length === 0 ? (
        <EmptyState
          title="没有找到"
          hint="换个说法试试，例如“退款”“导出”。"
          action={{ name: '显示全部', run: () => setWanted('') }}
        />
      ) : null}
    </div>
  )
}

function GroupCard({
  group,
  isSearching,
  editing,
}: {
  group: GrantGroup
  isSearching: boolean
  editing: GrantEditing
}) {
  const { tree, grants, reach, isReadOnly, change } = editing
  const id = useId()
  const canFill = group.pages.some((page) => reach.has(page.path))
  return (
    <section className={styles.group} aria-label={group.title}>
      <header>
        <h3>{group.title}</h3>
        {/* While searching, a group shows only part of itself, and what is not seen must not be ticked. */}
        {isSearching ? null : (
          <label htmlFor={id}>
            <TriCheckbox
              id={id}
              mark={groupMark(group, grants)}
              aria-label={`全选${group.title}`}
              disabled={isReadOnly || !canFill}
              onChange={() => change(toggleGroup(tree, grants, group, reach))}
            />
            全选
          </label>
        )}
      </header>
      {group.pages.map((page) => (
        <GrantPageRow key={page.path} shown={page} editing={editing} />
      ))}
    </section>
  )
}
