import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '../../components/button/button.tsx'
import { Section } from '../../components/detail/detail.tsx'
import { GradeBadge } from '../../components/grade/grade-badge.tsx'
import { openItems, withNormal } from '../checklist/checklist.ts'
import { ChecklistForm, type ChecklistHandle } from '../checklist/checklist-form.tsx'
import type { Grade, Verified } from '../inspection/types.ts'
import type { ShopOption } from '../shop/types.ts'
import columns from '../station/columns.module.css'
import { GradeField, ShopField } from '../station/finish-card.tsx'
import { GradePanel } from '../station/grade-panel.tsx'
import { type Missing, MissingList } from '../station/missing-list.tsx'
import type { ScannedWords } from '../station/model-choices.ts'
import { ModelPicker } from '../station/model-picker.tsx'
import { SkuPicker, skuTextOf } from '../station/sku-picker.tsx'
import type { ChecklistFacts } from '../station/use-checklist-facts.ts'
import type { BatchCommon } from './batch-state.ts'
import styles from './common-part.module.css'
import { RemarkField } from './remark-field.tsx'
import type { Batch } from './use-batch.ts'

/** The grade of a batch: that of its answers, or the person's lower one; null while there is none. */
export const batchGrade = ({ finalGrade }: BatchCommon, { check }: ChecklistFacts): Grade | null =>
  finalGrade === '' ? (check?.explanation.grade ?? null) : finalGrade

/** What keeps the common part from being done, in the order in which it is asked. */
export function commonMissing(
  { common }: { common: BatchCommon },
  facts: ChecklistFacts,
  goTo: (itemCode: string) => void,
): Missing[] {
  const must = (key: string, text: string, go = () => {}): Missing => ({ key, text, level: 'must', go })
  if (facts.step === 'model') return [must('model', '机型')]
  if (facts.step === 'sku') return [must('sku', '规格')]
  const { check, isCheckStale, groups } = facts
  if (!check || isCheckStale || groups.length === 0) return [must('grade', '成色计算中')]
  const open = openItems(groups).map(({ item }) => must(item.code, item.name, () => goTo(item.code)))
  const blocks = check.problems.filter(({ level }) => level === 'block')
  const faults = blocks.map(({ itemCode, message }) => must(message, message, () => goTo(itemCode ?? '')))
  const isBarred = check.explanation.grade === 'X' || check.channelRefusal !== null
  const barred = isBarred ? [must('grade', check.channelRefusal ?? '不可上架的手机不能成批录入')] : []
  const lacksReason = common.finalGrade !== '' && common.overrideReason.trim().length < 2
  return [...open, ...faults, ...barred, ...(lacksReason ? [must('reason', '下调原因（2到200个字）')] : [])]
}

export interface CommonPartHandle {
  /** Goes to the first thing that is missing, and gives what it is; null when nothing is. */
  readonly goToMissing: () => string | null
}

interface CommonPartProps {
  batch: Batch
  facts: ChecklistFacts
  shops: readonly ShopOption[]
  suggestedIds: readonly string[]
  suggestions: Verified['suggestions']
  /** What was scanned and means several models, of which one is to be chosen. */
  scannedWords: ScannedWords | null
  onDone: () => void
  ref?: Ref<CommonPartHandle>
}

/** What is asked once for all phones of a batch: model, SKU, checklist, grade, shop. */
export function CommonPart(props: CommonPartProps) {
  const { batch, facts, shops, suggestedIds, suggestions, scannedWords, onDone, ref } = props
  const { channel, state, dispatch } = batch
  const { common } = state
  const checklist = useRef<ChecklistHandle>(null)
  const missing = commonMissing(state, facts, (code) => checklist.current?.goTo(code))
  useImperativeHandle(ref, () => ({
    goToMissing: () => {
      const [first] = missing
      first?.go()
      return first?.text ?? null
    },
  }))
  return (
    <div className={columns.body}>
      <div className={columns.main}>
        <Question {...{ batch, facts, suggestedIds, suggestions, scannedWords }} checklist={checklist} />
      </div>
      <aside className={columns.side} aria-label="批次成色">
        <div className={columns.facts}>
          <Section title="批次成色">
            <GradePanel channel={channel} facts={facts} />
          </Section>
          <Section title="还差什么">
            <MissingList missing={missing} />
          </Section>
        </div>
        <Section title="批次信息">
          <ShopField
            value={common.shopAccountId}
            shops={shops}
            onChange={(shopAccountId) => dispatch({ type: 'commonChanged', fields: { shopAccountId } })}
          />
          <GradeField
            graded={common}
            systemGrade={facts.check?.explanation.grade ?? null}
            onChange={(fields) => dispatch({ type: 'commonChanged', fields })}
          />
          <RemarkField
            value={common.remark}
            onChange={(remark) => dispatch({ type: 'commonChanged', fields: { remark } })}
          />
          <Button
            tone="primary"
            className={styles.done}
            disabled={missing.length > 0}
            aria-keyshortcuts="Control+Enter"
            onClick={onDone}
          >
            完成，录入手机 <kbd>Ctrl ↵</kbd>
          </Button>
        </Section>
      </aside>
    </div>
  )
}

interface QuestionProps {
  batch: Batch
  facts: ChecklistFacts
  suggestedIds: readonly string[]
  suggestions: Verified['suggestions']
  scannedWords: ScannedWords | null
  checklist: React.RefObject<ChecklistHandle | null>
}

/** Model, then SKU, then the checklist; model and SKU can be opened again from the line over the checklist. */
function Question({ batch, facts, suggestedIds, suggestions, scannedWords, checklist }: QuestionProps) {
  const { channel, state, dispatch } = batch
  const { common } = state
  const [reopened, setReopened] = useState<'model' | 'sku' | null>(null)
  const isChecklist = facts.step === 'items' && reopened === null && facts.groups.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the walk over the open items begins when the checklist appears
  useEffect(() => {
    if (isChecklist) checklist.current?.goToOpen()
  }, [isChecklist])
  if (facts.step === 'model' || reopened === 'model') {
    return (
      <ModelPicker
        channel={channel}
        suggestedIds={suggestedIds}
        suggestions={suggestions}
        scannedWords={scannedWords}
        onPick={({ id, title, sku }) => {
          setReopened(null)
          dispatch({ type: 'modelPicked', modelId: id, title })
          if (Object.keys(sku).length > 0) dispatch({ type: 'skuPicked', sku })
        }}
      />
    )
  }
  if (!facts.properties || !facts.full) return <div className={columns.wait} aria-busy="true" />
  const learned = suggestions.find(({ modelId }) => modelId === common.modelId)
  if (!isChecklist) {
    return (
      <>
        <SkuPicker
          properties={facts.properties}
          sku={common.sku}
          usual={learned?.sku ? { sku: learned.sku, count: learned.skuCount } : null}
          onPick={(sku) => dispatch({ type: 'skuPicked', sku })}
        />
        {reopened === 'sku' && facts.step === 'items' ? (
          <Button tone="primary" onClick={() => setReopened(null)}>
            完成
          </Button>
        ) : null}
      </>
    )
  }
  return (
    <>
      <p className={styles.chosen}>
        <Button
          tone="link"
          icon="edit"
          aria-label={`修改机型 ${common.modelTitle}`}
          onClick={() => setReopened('model')}
        >
          {common.modelTitle}
        </Button>
        <Button
          tone="link"
          icon="edit"
          aria-label={`修改规格 ${skuTextOf(common.sku)}`}
          onClick={() => setReopened('sku')}
        >
          {skuTextOf(common.sku)}
        </Button>
      </p>
      <ChecklistForm
        ref={checklist}
        groups={facts.groups}
        full={facts.full}
        problems={facts.check?.problems ?? []}
        onAnswer={(itemCode, answer) => dispatch({ type: 'answered', itemCode, answer })}
        onNormal={(groupCode) =>
          dispatch({ type: 'answersReplaced', answers: withNormal(facts.groups, common.answers, groupCode) })
        }
        onOpen={facts.openGroup}
      />
    </>
  )
}

interface CommonLineProps {
  batch: Batch
  grade: Grade | null
  onChange: () => void
}

/** The common part in one line, once it is done. */
export function CommonLine({ batch, grade, onChange }: CommonLineProps) {
  const { common, batchId, batchNo, sent } = batch.state
  return (
    <section className={styles.line} aria-label="批次信息">
      <b>{common.modelTitle}</b>
      <span>{skuTextOf(common.sku)}</span>
      <GradeBadge grade={grade} />
      {batchId === null ? (
        <Button small icon="edit" disabled={sent !== null} onClick={onChange}>
          修改
        </Button>
      ) : (
        <>
          <span className="muted">
            追加到 <span className="code">{batchNo}</span>
          </span>
          <Button
            small
            disabled={sent !== null}
            title="机型、规格和质检结果保留，其余手机录入新的批次"
            onClick={() => batch.dispatch({ type: 'startedAnew', keepsCommon: true })}
          >
            另起一批
          </Button>
        </>
      )}
    </section>
  )
}
