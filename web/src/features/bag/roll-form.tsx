import { checkBagCode } from '@huanji/domain/codes/classify'
import { type FormEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { Button } from '../../components/button/button.tsx'
import { cx } from '../../components/class-names.ts'
import field from '../../components/field/field.module.css'
import { FieldFrame } from '../../components/field/field-frame.tsx'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { CodeField } from '../../components/scan/code-field/code-field.tsx'
import type { CodeFieldElement } from '../../components/scan/code-field/code-field-element.ts'
import type { ScanOutcome } from '../../components/scan/feedback.ts'
import { focusBox, useCodeBox } from '../../components/scan/use-code-box.ts'
import { tellAloud, useScanner } from '../../components/scan/use-scanner.ts'
import { wrongKind } from '../../components/scan/wrong-kind.ts'
import { countBetween, type Roll, readRoll } from './roll.ts'
import styles from './roll-form.module.css'

/** What most rolls hold. */
const USUAL_COUNT = '100'

/** What is typed into the second box as a count; anything longer is the code of the last bag. */
const isCount = (typed: string): boolean => /^\d{0,4}$/.test(typed.trim())

interface RollFormProps {
  title: string
  ok: string
  tone: 'primary' | 'danger'
  startCode: string
  isBusy: boolean
  /** Why the server refused the last roll. */
  refusal: string
  /** The roll that the person is asked about at this moment, or null. */
  confirming: () => Roll | null
  /** Why a bag cannot be the first one of the roll; empty for one that can. */
  faultOfFirst: (bagCode: string) => Promise<string>
  /** `isCompared`: the roll's last bag was scanned, so that it was held against what is in hand. */
  onRoll: (roll: Roll, isCompared: boolean) => void
  onCancel: () => void
}

interface Fields {
  readonly first: string
  readonly setFirst: (text: string) => void
  readonly count: string
  readonly setCount: (text: string) => void
}

function useFields(startCode: string): Fields {
  const [first, setFirst] = useState(startCode)
  const [count, setCount] = useState(USUAL_COUNT)
  return { first, setFirst, count, setCount }
}

/**
 * The two boxes of a roll, by the contract of docs/scanning.md: a scan fills a box and moves on, it never submits. Beside
 * the boxes it goes to the box whose turn it is, or is held against the roll that the person is being asked about.
 */
function useRollBoxes(fields: Fields, submit: RefObject<HTMLElement | null>, props: RollFormProps) {
  const { confirming, faultOfFirst } = props
  // Scans may come faster than React renders: the first code is kept here, and whether the server knows better.
  const firstCode = useRef(fields.first)
  const isFirstRefused = useRef(false)
  const scannedLast = useRef('')
  const first = useCodeBox({
    name: 'roll-first',
    // The next scan may come before the server has answered: the focus has moved on by then.
    next: () => {},
    onCode: (code, way) => {
      const wrong = wrongKind('roll-first', code)
      if (wrong !== '') return { ok: false, message: wrong }
      const checked = checkBagCode(code)
      firstCode.current = checked.ok ? checked.bagCode : code
      isFirstRefused.current = false
      fields.setFirst(firstCode.current)
      last.tell(null)
      if (!checked.ok) return { ok: false, message: checked.message }
      if (way !== 'left') focusBox(last.box.ref.current)
      return faultOfFirst(checked.bagCode).then((fault) => {
        if (firstCode.current === checked.bagCode) isFirstRefused.current = fault !== ''
        return { ok: fault === '', message: fault }
      })
    },
  })
  const last = useCodeBox({
    name: 'roll-last',
    next: () => focusBox(submit.current),
    onCode: (code, way) => {
      const wrong = wrongKind('roll-last', code)
      if (wrong !== '') return { ok: false, message: wrong }
      const [from, to] = [checkBagCode(firstCode.current), checkBagCode(code)]
      if (!from.ok) return { ok: false, message: '请先扫描起始封袋码' }
      const count = to.ok ? countBetween(from.bagCode, to.bagCode) : null
      if (count === null) return { ok: false, message: `扫到 ${code}，与起始封袋码不是同一卷，请核对` }
      fields.setCount(String(count))
      if (way === 'scanned' && to.ok) scannedLast.current = to.bagCode
      return { ok: true, message: '' }
    },
  })
  useScanner({
    onScan: (code) => {
      const asked = confirming()
      if (asked) tellAloud(comparison(asked, code))
      else (checkBagCode(firstCode.current).ok && !isFirstRefused.current ? last : first).scan(code)
    },
    tell: (outcome) => (confirming() ? tellAloud(outcome) : first.tell(outcome)),
  })
  const typeFirst = (text: string) => {
    firstCode.current = text
    isFirstRefused.current = false
  }
  return { first, last, typeFirst, wasScanned: (code: string) => scannedLast.current === code }
}

/** How a bag that is scanned while the person is asked compares with the roll's last one. */
function comparison({ lastCode }: Roll, code: string): ScanOutcome {
  const checked = checkBagCode(code)
  const isSame = checked.ok && checked.bagCode === lastCode
  if (isSame) return { ok: true, message: `与最后一个袋子的码一致：${lastCode}` }
  return { ok: false, message: `扫到 ${code}，与最后一个袋子的码 ${lastCode} 不一致` }
}

/** The dialog in which a roll is named: by its first code and the count, or by scanning its first and its last bag. */
export function RollForm(props: RollFormProps) {
  const { title, ok, tone, startCode, isBusy, refusal, onRoll, onCancel } = props
  const id = useId()
  const submitButton = useRef<HTMLButtonElement>(null)
  const fields = useFields(startCode)
  const [isTried, setTried] = useState(false)
  useLeaveGuard(() => fields.first !== startCode || fields.count !== USUAL_COUNT)
  const boxes = useRollBoxes(fields, submitButton, props)
  const roll = readRoll(fields.first, fields.count)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    // what is wrong with a bag in hand is not asked about as if it could be done
    const wrong = [boxes.first, boxes.last].find(({ outcome }) => outcome?.ok === false)
    if (wrong !== undefined) focusBox(wrong.box.ref.current)
    else if (!('fault' in roll)) onRoll(roll, boxes.wasScanned(roll.lastCode))
  }
  return (
    <Dialog
      title={title}
      onClose={onCancel}
      closable={!isBusy}
      footer={
        <>
          <Button disabled={isBusy} onClick={onCancel}>
            取消
          </Button>
          <Button ref={submitButton} tone={tone} type="submit" form={`${id}-form`} busy={isBusy}>
            {ok}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} onSubmit={submit} noValidate>
        <RollBoxes id={id} fields={fields} roll={roll} isTried={isTried} boxes={boxes} />
        <LastCode roll={roll} />
        {refusal ? (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}

interface RollBoxesProps {
  id: string
  fields: Fields
  roll: ReturnType<typeof readRoll>
  isTried: boolean
  boxes: ReturnType<typeof useRollBoxes>
}

function RollBoxes({ id, fields, roll, isTried, boxes }: RollBoxesProps) {
  const faultOf = (name: 'first' | 'count', { outcome }: (typeof boxes)['first']) => {
    if (outcome?.ok === false) return outcome.message
    return 'fault' in roll && roll.field === name && (isTried || fields[name] !== '') ? roll.fault : ''
  }
  const faults = { first: faultOf('first', boxes.first), count: faultOf('count', boxes.last) }
  const shared = (name: 'first' | 'count', { box, tell }: (typeof boxes)['first'], set: (text: string) => void) => ({
    ...box,
    id: `${id}-${name}`,
    className: cx(field.input, box.className),
    value: fields[name],
    'aria-invalid': faults[name] !== '',
    'aria-describedby': `${id}-${name}-note`,
    onChange: (event: { target: { value: string } }) => {
      tell(null)
      set(event.target.value)
    },
  })
  const { box: last } = boxes.last
  return (
    <>
      <FieldFrame
        id={`${id}-first`}
        label="起始封袋码"
        required
        hint="扫描或输入一卷中的第一个编码"
        error={faults.first}
      >
        <CodeField
          {...shared('first', boxes.first, (text) => {
            boxes.typeFirst(text)
            fields.setFirst(text)
          })}
          data-takes-focus=""
          maxLength={40}
        />
      </FieldFrame>
      <FieldFrame
        id={`${id}-count`}
        label="数量"
        required
        hint="从起始码起连续的个数；扫描最后一个封袋可自动计算"
        error={faults.count}
      >
        <CodeField
          {...shared('count', boxes.last, fields.setCount)}
          maxLength={40}
          // A count is no code: its Enter sends the form off, and leaving it checks nothing.
          onBlur={(event) => {
            if (!isCount(event.target.value)) last.onBlur(event)
          }}
          onKeyDown={(event: KeyboardEvent<CodeFieldElement>) => {
            if (!isCount(event.currentTarget.value)) last.onKeyDown(event)
          }}
        />
      </FieldFrame>
    </>
  )
}

/** The last code of the roll, to be compared with the bags in hand before anything is done. */
function LastCode({ roll }: { roll: ReturnType<typeof readRoll> }) {
  return (
    <p className={styles.last} role="status">
      {'fault' in roll ? (
        <span className="muted">填好后这里显示最后一个袋子的码，请与实物核对</span>
      ) : (
        <>
          最后一个袋子的码 <b className="code">{roll.lastCode}</b>
          <span className="muted">请与实物的最后一个核对</span>
        </>
      )}
    </p>
  )
}
