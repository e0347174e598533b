import { type Ref, useImperativeHandle, useMemo, useRef } from 'react'
import { Button } from '../../../components/button/button.tsx'
import type { Answer, Problem, Template } from '../../inspection/types.ts'
import { type ChecklistGroup, checklistItems, openItems } from './checklist.ts'
import styles from './checklist-form.module.css'
import { ChecklistGroupCard } from './checklist-group-card.tsx'
import editor from './item-editor.module.css'
import { ItemEditor } from './item-editor.tsx'
import { JumpBox } from './jump-box.tsx'
import { useChecklistCursor } from './use-checklist-cursor.ts'

export interface ChecklistHandle {
  /** Goes to an item; one that is not shown is asked for first. */
  readonly goTo: (itemCode: string) => void
  /** Goes to the first item that somebody still has to answer; without one, to the checklist as a whole. */
  readonly goToOpen: () => void
}

interface ChecklistFormProps {
  groups: readonly ChecklistGroup[]
  /** Everything that applies to the model: what can be searched. */
  full: Template
  problems: readonly Problem[]
  onAnswer: (itemCode: string, answer: Answer | null) => void
  /** 一键正常, for one group or for all. */
  onNormal: (groupCode?: string) => void
  /** Shows the further items of a group. */
  onOpen: (groupCode: string) => void
  ref?: Ref<ChecklistHandle>
}

/**
 * The inspection checklist, exception first. The current item is the one that has the focus: Tab and the arrows move it,
 * its letter goes there at once, `/` finds it by name, and digits choose its options.
 */
export function ChecklistForm({ groups, full, problems, onAnswer, onNormal, onOpen, ref }: ChecklistFormProps) {
  const root = useRef<HTMLElement>(null)
  const cursor = useChecklistCursor({ root, groups, onAnswer, onOpen })
  const { current, goTo } = cursor
  const problemOf = useMemo(() => new Map(problems.map((problem) => [problem.itemCode, problem.message])), [problems])
  useImperativeHandle(ref, () => ({ goTo, goToOpen: () => cursor.goToOpen() }))
  return (
    <section ref={root} className={styles.checklist} aria-label="检测项" tabIndex={-1} onKeyDown={cursor.onKeyDown}>
      <div className={styles.editor}>
        <div className={styles.tools}>
          <Button small icon="search" onClick={() => cursor.setJumping(true)} aria-keyshortcuts="/">
            查找
          </Button>
          <Button small icon="check" onClick={() => onNormal()}>
            全部一键正常
          </Button>
        </div>
        {cursor.isJumping ? (
          <JumpBox template={full} onPick={(item) => goTo(item.code)} onClose={() => cursor.setJumping(false)} />
        ) : current ? (
          <ItemEditor
            key={current.item.code}
            entry={current}
            problem={problemOf.get(current.item.code)}
            onAnswer={(given, isFinal) => cursor.answer(current, given, isFinal)}
            onStep={cursor.step}
          />
        ) : (
          <ChecklistSummary groups={groups} />
        )}
      </div>
      {groups.map((group) => (
        <ChecklistGroupCard
          key={group.code}
          group={group}
          currentCode={current?.item.code ?? null}
          problemOf={problemOf}
          onFocus={cursor.setCurrentCode}
          onNormal={() => onNormal(group.code)}
          onOpen={() => onOpen(group.code)}
        />
      ))}
    </section>
  )
}

function ChecklistSummary({ groups }: { groups: readonly ChecklistGroup[] }) {
  const exceptionCount = groups.reduce((sum, group) => sum + group.exceptionCount, 0)
  const openCount = openItems(groups).length
  const found = exceptionCount > 0 ? `${exceptionCount}项异常` : '未发现异常'
  return (
    <div>
      <p className={editor.name}>
        <b>{openCount > 0 ? `还有${openCount}项待选` : `共${checklistItems(groups).length}项，${found}`}</b>
      </p>
      <p className="muted">按检测项前的字母定位，再按数字选择；按 / 查找，Tab 或 ↑↓ 逐项查看。</p>
    </div>
  )
}
