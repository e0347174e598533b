import type { Channel } from '@huanji/domain/channel'
import { isWorse } from '@huanji/domain/grading/ladder'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../components/button/button.tsx'
import { GradeBadge } from '../../components/grade/grade-badge.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { withAnswer, withNormal } from '../checklist/checklist.ts'
import { ChecklistForm, type ChecklistHandle } from '../checklist/checklist-form.tsx'
import type { Answers, Grade } from '../inspection/types.ts'
import { useChecklistFacts } from '../station/use-checklist-facts.ts'
import { type BatchCommon, type BatchUnit, codeOf } from './batch-state.ts'
import { ownAnswers, ownWords, wholeAnswers } from './own-answers.ts'
import styles from './unit-drawer.module.css'

/** What came of the drawer: the phone's own answers, and whether it is to be inspected by itself. */
interface UnitResult {
  readonly answers: Answers
  readonly isSetAside: boolean
}

interface UnitDrawerProps {
  channel: Channel
  common: BatchCommon
  grade: Grade | null
  unit: BatchUnit
  rowNo: number
  onClose: (result: UnitResult) => void
}

/** The checklist of one phone with the batch's answers in it: what is changed here is this phone's alone. */
function UnitDrawer({ channel, common, grade: batchGrade, unit, rowNo, onClose }: UnitDrawerProps) {
  const [own, setOwn] = useState(unit.answers)
  const checklist = useRef<ChecklistHandle>(null)
  const whole = useMemo(() => wholeAnswers(common.answers, own), [common, own])
  const setWhole = (answers: Answers) => setOwn(ownAnswers(common.answers, answers))
  const subject = useMemo(
    () => ({ modelId: common.modelId, sku: common.sku, answers: whole, about: codeOf(unit) }),
    [common, whole, unit],
  )
  const facts = useChecklistFacts(channel, subject, () => {})
  const hasGroups = facts.groups.length > 0
  useEffect(() => {
    if (hasGroups) checklist.current?.goToOpen()
  }, [hasGroups])
  const done = (isSetAside = false) => onClose({ answers: own, isSetAside })
  const words = ownWords(facts.full, own)
  const grade = facts.check?.explanation.grade ?? null
  const isBelow = grade !== null && batchGrade !== null && (grade === 'X' || isWorse(grade, batchGrade))
  const restore = (code: string) => setOwn(({ [code]: _gone, ...others }) => others)
  return (
    <Dialog
      kind="drawer"
      widthPx={860}
      title={`第${rowNo}行 ${codeOf(unit)} 本机异常`}
      onClose={() => done()}
      footer={
        <>
          <div className={styles.standing}>
            <div className={styles.grade}>
              本机成色 <GradeBadge grade={grade} />
              <span className="muted">
                批次 <GradeBadge grade={batchGrade} small />
              </span>
            </div>
            <p className={isBelow ? styles.below : 'muted'} role="status" aria-label="本机成色说明">
              {isBelow ? <Icon name="alert" /> : null}
              {isBelow
                ? `本机成色低于批次，不能随批录入：${facts.check?.explanation.reason ?? ''}`
                : (facts.check?.explanation.reason ?? '')}
            </p>
          </div>
          {isBelow ? <Button onClick={() => done(true)}>移出后单独质检</Button> : null}
          <Button tone="primary" onClick={() => done()}>
            完成 <kbd>Esc</kbd>
          </Button>
        </>
      }
    >
      <ul className={styles.own} aria-label="与批次不同">
        {words.map(({ itemCode, text }) => (
          <li key={itemCode}>
            {text}
            <Button
              tone="quiet"
              small
              icon="close"
              aria-label={`恢复为批次答案：${text}`}
              onClick={() => restore(itemCode)}
            />
          </li>
        ))}
      </ul>
      {facts.full && hasGroups ? (
        <div className={styles.checklist}>
          <ChecklistForm
            ref={checklist}
            groups={facts.groups}
            full={facts.full}
            problems={facts.check?.problems ?? []}
            onAnswer={(itemCode, answer) => setWhole(withAnswer(whole, itemCode, answer))}
            onNormal={(groupCode) => setWhole(withNormal(facts.groups, whole, groupCode))}
            onOpen={facts.openGroup}
          />
        </div>
      ) : null}
    </Dialog>
  )
}

/** Opens the checklist of one phone; it is closed with what was changed, which nobody has to confirm. */
export const openUnit = (props: Omit<UnitDrawerProps, 'onClose'>): Promise<UnitResult | undefined> =>
  openOverlay<UnitResult>((close) => <UnitDrawer {...props} onClose={close} />)
