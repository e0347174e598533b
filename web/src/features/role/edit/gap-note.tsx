import { gapsOf } from '@huanji/contract/grant-needs'
import { Button } from '../../../components/button/button.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { type Grants, type GrantTree, mended } from '../../people/grant-tree.ts'
import styles from './role-editor.module.css'

/** So many of what cannot be done are named; the button adds for all of them. */
const NAMED_AT_MOST = 4

interface GapNoteProps {
  tree: GrantTree
  /** What each grant is called. */
  titles: ReadonlyMap<string, string>
  grants: Grants
  /** What the editor may give. */
  reach: Grants
  isReadOnly: boolean
  change: (grants: Grants) => void
}

/** Says of a role that was made by hand what is ticked in it and cannot be done, with one button that adds what lacks. */
export function GapNote({ tree, titles, grants, reach, isReadOnly, change }: GapNoteProps) {
  const gaps = gapsOf(grants, tree.needs)
  if (gaps.length === 0) return null
  const nameOf = (grant: string) => `“${titles.get(grant) ?? grant}”`
  const lacking = [...new Set(gaps.flatMap(({ lacks }) => lacks))]
  const canMend = !isReadOnly && lacking.some((grant) => reach.has(grant))
  return (
    <div className={styles.gaps} role="note" aria-label="这个角色还用不了">
      <p>
        <Icon name="alert" /> 勾了下面这些，但少了别的，用的人做不了：
      </p>
      <ul>
        {gaps.slice(0, NAMED_AT_MOST).map(({ grant, lacks }) => (
          <li key={grant}>
            {nameOf(grant)}，少{lacks.map(nameOf).join('、')}
          </li>
        ))}
        {gaps.length > NAMED_AT_MOST ? <li>等{gaps.length}处</li> : null}
      </ul>
      {canMend ? (
        <Button small tone="primary" onClick={() => change(mended(tree, grants, reach))}>
          一起勾上
        </Button>
      ) : null}
    </div>
  )
}
