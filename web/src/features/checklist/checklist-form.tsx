import { type Ref, useImperativeHandle, useMemo, useRef } from 'react'
import { Button } from '../../components/button/button.tsx'
import { useShortcuts } from '../../components/shortcuts/shortcuts.ts'
import type { Answer, Problem, Template } from '../inspection/types.ts'
import { type ChecklistGroup, checklistItems, keyedItems, openItems } from './checklist.ts'
import styles from './checklist-form.module.css'
import { ChecklistGroupCard } from './checklist-group-card.tsx'
import editor from './item-editor.module.css'
import { ItemEditor } from './item-editor.tsx'
import { JumpBox } from './jump-box.tsx'
import { KeyChoices } from './key-choices.tsx'
import { useChecklistCursor } from './use-checklist-cursor.ts'

export interface ChecklistHandle {
  /** Goes to an item; one that is not shown is asked for first. */
  readonly goTo: (itemCode: string) => void
  /** Goes to the first item that somebody still has to answer; without one, to the checklist as a whole. */
  readonly goToOpen: () => void
}

/** What the sheet of `?` says of the checklist's keys; `useChecklistCursor` takes them. */
const HELP = [
  ['两个字母', '按拼音首字母定位到标有它的检测项'],
  ['1–9', '选择当前检测项的选项；电池无法读取按 -'],
  ['/ 名称', '按名称查找检测项'],
  ['Tab ↑ ↓', '逐项查看'],
  ['Esc', '退出字母定位，输入框恢复原值'],
].map(([key = '', label = '']) => ({ key, label, run: () => {} }))

interface ChecklistFormProps {
  groups: readonly ChecklistGroup[]
  /** Everything that applies to the model: what can be searched. */
  full: Template
  problems: readonly Problem[]
  onAnswer: (itemCode: string, answer: Answer | null) => void
  /** 都正常, for one group or for all. */
  onNormal: (groupCode?: string) => void
  /** Shows the further items of a group. */
  onOpen: (groupCode: string) => void
  ref?: Ref<ChecklistHandle>
}

/**
 * The inspection checklist, exception first. The current item is the one that has the focus: Tab and the arrows move it,
 * its two letters go there, `/` finds it by name, and digits choose its options.
 */
export function ChecklistForm({ groups, full, problems, onAnswer, onNormal, onOpen, ref }: ChecklistFormProps) {
  const root = useRef<HTMLElement>(null)
  const keyed = useMemo(() => keyedItems(full), [full])
  const cursor = useChecklistCursor({ root, groups, keyed, onAnswer, onOpen })
  useShortcuts(HELP)
  const { current, goTo } = cursor
  const problemOf = useMemo(() => new Map(problems.map((problem) => [problem.itemCode, problem.message])), [problems])
  useImperativeHandle(ref, () => ({ goTo, goToOpen: () => cursor.goToOpen() }))
  return (
    <section ref={root} className={styles.checklist} aria-label="检测项" tabIndex={-1} onKeyDown={cursor.onKeyDown}>
      <div className={styles.editor}>
        <div className={styles.tools}>
          <Button small icon="search" onClick={cursor.jump} aria-keyshortcuts="/">
            查找
          </Button>
          <Button small icon="check" onClick={() => onNormal()}>
            都正常（一键）
          </Button>
        </div>
        {cursor.pressed ? (
          <KeyChoices keyed={keyed} pressed={cursor.pressed} onPick={goTo} onLeave={cursor.leaveKeys} />
        ) : cursor.isJumping ? (
          <JumpBox template={full} onPick={(item) => goTo(item.code)} onClose={cursor.endJump} />
        ) : current ? (
          <ItemEditor
            key={current.item.code}
            entry={current}
            problem={problemOf.get(current.item.code)}
            onAnswer={(given, lead) => cursor.answer(current, given, lead)}
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
          onFocus={cursor.onFocus}
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
      <p className="muted">按检测项前的两个字母（拼音首字母）定位，再按数字选择；按 / 查找，Tab 或 ↑↓ 逐项查看。</p>
    </div>
  )
}
