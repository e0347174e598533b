import { RECHECK_PHOTOS_MAX } from '@huanji/contract/constants'
import { RECHECK_OUTCOMES } from '@huanji/domain/refunds/recheck'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { confirm } from '../../../components/confirm/confirm.tsx'
import { DetailPending, LOADING } from '../../../components/detail/detail-pending.tsx'
import { FaultNote } from '../../../components/form/fault-note.tsx'
import { leaving, useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { Note } from '../../../components/note/note.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { tellAloud, useScanner } from '../../../components/scan/use-scanner.ts'
import { Segments } from '../../../components/segments/segments.tsx'
import { MainKeyHint } from '../../../components/shortcuts/main-key-hint.tsx'
import { useMainKey } from '../../../components/shortcuts/use-main-key.ts'
import { toast } from '../../../components/toast/toast.ts'
import { withAnswer, withNormal } from '../../checklist/checklist.ts'
import { ChecklistForm, type ChecklistHandle } from '../../checklist/checklist-form.tsx'
import type { Answers } from '../../inspection/types.ts'
import { refundDetailOf } from '../../links/refund-links.ts'
import {
  type ComparedItem,
  changedAnswers,
  compareAnswers,
  groupsOf,
  isDifferent,
  type Templates,
  useTemplates,
} from '../compare.ts'
import type { RefundDialogProps } from '../refund-actions.tsx'
import type { RecheckOutcomeCode, RefundDetail, RefundRow, RefundUnit } from '../types.ts'
import { NoteField } from './note-field.tsx'
import { PhotosField } from './photos-field.tsx'
import styles from './recheck-drawer.module.css'
import { useCaseForm } from './use-case-form.ts'
import { photosObstacle, useCasePhotos } from './use-case-photos.ts'

const NOTE_MAX = 500
const GIVE_UP = leaving({
  title: '复检还没保存，要走吗？',
  body: '改过的检测项和照片还没有保存，现在走就没有了。',
  go: '不保存，走',
  stay: '继续复检',
})

/** The phones that are back, those that nobody has looked at first. */
const unitsToCheck = ({ units }: RefundDetail): RefundUnit[] =>
  units
    .filter(({ received }) => received !== null)
    .toSorted((one, other) => Number(one.recheck !== null) - Number(other.recheck !== null))

/** What the outcome would be by what is known; the person may say otherwise. */
function suggested(unit: RefundUnit, differences: readonly ComparedItem[]): RecheckOutcomeCode[] {
  const found: RecheckOutcomeCode[] = []
  if (unit.received && !unit.received.isSamePhone) found.push('otherPhone')
  if (differences.some(({ isWorse }) => isWorse)) found.push('newDamage')
  return found.length === 0 && differences.length === 0 ? ['asSold'] : found
}

/** The first outcome excludes the others. */
function toggled(outcomes: readonly RecheckOutcomeCode[], code: RecheckOutcomeCode): RecheckOutcomeCode[] {
  if (outcomes.includes(code)) return outcomes.filter((one) => one !== code)
  return code === 'asSold' ? ['asSold'] : [...outcomes.filter((one) => one !== 'asSold'), code]
}

const isSameOutcomes = (
  one: readonly RecheckOutcomeCode[] | null,
  other: readonly RecheckOutcomeCode[] | null,
): boolean => one?.toSorted().join() === other?.toSorted().join()

interface OutcomesProps {
  outcomes: readonly RecheckOutcomeCode[]
  onToggle: (code: RecheckOutcomeCode) => void
  disabled: boolean
}

function Outcomes({ outcomes, onToggle, disabled }: OutcomesProps) {
  return (
    <fieldset className={styles.outcomes} disabled={disabled}>
      <legend>复检结论（可多选）</legend>
      {RECHECK_OUTCOMES.map(({ code, label }) => (
        <label key={code}>
          <input type="checkbox" checked={outcomes.includes(code)} onChange={() => onToggle(code)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function Differences({ differences }: { differences: readonly ComparedItem[] }) {
  if (differences.length === 0) return <p className="muted">检测项与售出时一致；只需修改不同的项。</p>
  return (
    <ul className={styles.differences} aria-label="与售出时不同的项">
      {differences.map(({ itemCode, itemName, sold, now, isWorse }) => (
        <li key={itemCode} className={isWorse ? styles.worse : undefined}>
          <span>{itemName}</span>
          <span>
            <span className="muted">{sold} → </span>
            <b>{now}</b>
          </span>
        </li>
      ))}
    </ul>
  )
}

interface WorkProps {
  refund: RefundDetail
  unit: RefundUnit
  templates: Templates
  /** Gets the question whether anything would be lost with this phone's form. */
  unsaved: RefObject<() => boolean>
  onSaved: (refund: RefundRow) => void
}

/** Looking one phone over again: the sold answers stand there, and only what differs is changed. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the form's fields stand in the order in which they are filled in
function RecheckWork({ refund: opened, unit, templates, unsaved, onSaved }: WorkProps) {
  const { refund, named, write, isSending, fault, reload } = useCaseForm(opened)
  const sold = unit.soldAnswers
  const before = {
    answers: { ...sold, ...unit.recheck?.answers },
    outcomes: unit.recheck?.outcomes ?? null,
    note: unit.recheck?.note ?? '',
  }
  const [answers, setAnswers] = useState<Answers>(before.answers)
  const [openedGroups, setOpenedGroups] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<readonly RecheckOutcomeCode[] | null>(before.outcomes)
  const [note, setNote] = useState(before.note)
  const [problem, setProblem] = useState('')
  const photos = useCasePhotos(refund.refundId, RECHECK_PHOTOS_MAX)
  const handle = useRef<ChecklistHandle>(null)
  const container = useRef<HTMLDivElement>(null)
  const groups = useMemo(() => groupsOf(templates, answers, openedGroups), [templates, answers, openedGroups])
  const differences = useMemo(
    () => compareAnswers(templates, sold, answers).filter(isDifferent),
    [templates, sold, answers],
  )
  const outcomes = chosen ?? suggested(unit, differences)
  const changed = changedAnswers(sold, answers)
  unsaved.current = () => {
    if (isSending) return false
    if (note !== before.note || !isSameOutcomes(chosen, before.outcomes)) return true
    if (photos.photos.length + photos.queued.length > 0) return true
    return Object.keys(changedAnswers(before.answers, answers)).length > 0
  }
  useLeaveGuard(unsaved.current, GIVE_UP)
  // a phone or bag is scanned where it is taken in
  useScanner({ onScan: () => tellAloud({ ok: false, message: '复检时不能扫码，请先完成复检' }) })
  const submit = async () => {
    const obstacle = photosObstacle(photos)
    if (isSending) return
    if (obstacle !== '') return setProblem(obstacle)
    if (outcomes.length === 0) return setProblem('请选择复检结论')
    if (outcomes.includes('asSold') && differences.some(({ isWorse }) => isWorse)) {
      return setProblem('有检测项比售出时差，结论不能是“与原报告一致”')
    }
    const said = { outcomes: [...outcomes], answers: changed, note: note.trim(), uploadIds: [...photos.uploadIds] }
    const wanted = { ...named, unitId: unit.unitId, ...said }
    const done = await write(wanted, (options) => api.refundHandling.recheck(wanted, options))
    if (done) onSaved(done.refund)
  }
  useMainKey(container, () => void submit())
  return (
    <div className={styles.work} ref={container}>
      <ChecklistForm
        ref={handle}
        groups={groups}
        full={templates.full}
        problems={[]}
        onAnswer={(code, answer) => setAnswers((old) => withAnswer(old, code, answer))}
        onNormal={(code) => setAnswers((old) => withNormal(groups, old, code))}
        onOpen={(code) => setOpenedGroups((old) => new Set([...old, code]))}
      />
      <div className={styles.side}>
        <Differences differences={differences} />
        <Outcomes
          outcomes={outcomes}
          onToggle={(code) => {
            setChosen(toggled(outcomes, code))
            setProblem('')
          }}
          disabled={isSending}
        />
        <PhotosField
          title="复检照片"
          hint="拍清整机与差异处"
          max={RECHECK_PHOTOS_MAX}
          photos={photos}
          disabled={isSending}
        />
        <NoteField label="复检说明" text={note} max={NOTE_MAX} disabled={isSending} onChange={setNote} />
        {problem === '' ? null : (
          <Note tone="warning">
            <span>{problem}</span>
          </Note>
        )}
        <FaultNote fault={fault} wayOn="查看最新" reload={reload} />
        <Button tone="primary" icon="check" busy={isSending} onClick={() => void submit()}>
          保存复检 <MainKeyHint />
        </Button>
      </div>
    </div>
  )
}

/** 退货复检: the checklist that each phone was sold on, filled with the answers it was sold with. */
export function RecheckDrawer({ refund: opened, onClose }: RefundDialogProps) {
  const [refund, setRefund] = useState(opened)
  const units = unitsToCheck(refund)
  const [unitId, setUnitId] = useState(units[0]?.unitId ?? '')
  const unit = units.find((one) => one.unitId === unitId)
  const query = useTemplates(refund.channel, refund.modelId)
  const unsaved = useRef(() => false)
  const choose = async (next: string) => {
    if (!unsaved.current() || (await confirm(GIVE_UP))) setUnitId(next)
  }
  const onSaved = async (row: RefundRow) => {
    const now = await refundDetailOf(row.channel)({ refundId: row.refundId }).catch(() => null)
    const next = now && unitsToCheck(now).find(({ recheck }) => recheck === null)
    if (!now || !next) return onClose({ refund: row, approval: null })
    setRefund(now)
    setUnitId(next.unitId)
    toast('success', '复检已保存，请检下一台')
  }
  return (
    <Dialog title={`退货复检 ${refund.refundNo}`} kind="drawer" widthPx={1120} onClose={() => onClose()}>
      {units.length > 1 ? (
        <div className={styles.units}>
          <Segments
            label="手机"
            name="recheck-unit"
            options={units.map((one) => ({
              value: one.unitId,
              label: `${one.imei || one.barCode}${one.received?.isSamePhone === false ? '（收到别的手机）' : ''}${one.recheck ? '（已复检）' : ''}`,
            }))}
            value={unitId}
            onChange={(next) => void choose(next)}
          />
        </div>
      ) : null}
      {unit ? (
        <div className={styles.head}>
          <b>{unit.modelName}</b>
          <span className="muted">{unit.skuText}</span>
          <span className="code">{unit.imei || unit.barCode}</span>
          <span className="muted">售出报告 {unit.inspectionNo}</span>
        </div>
      ) : null}
      {unit?.received?.isSamePhone === false ? (
        <Note tone="danger">
          <span>
            收到的是 <span className="code">{unit.received.code}</span>，不是售出的{' '}
            <span className="code">{unit.imei || unit.barCode}</span>。下面照售出的那台填着，请对着收到的这台改。
          </span>
        </Note>
      ) : null}
      {unit ? (
        <DetailPending query={query} waiting={LOADING}>
          {(templates) => (
            <RecheckWork
              key={unit.unitId}
              refund={refund}
              unit={unit}
              templates={templates}
              unsaved={unsaved}
              onSaved={(row) => void onSaved(row)}
            />
          )}
        </DetailPending>
      ) : null}
    </Dialog>
  )
}
