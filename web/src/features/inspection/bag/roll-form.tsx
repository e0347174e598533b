import { checkBagCode } from '@huanji/domain/codes/classify'
import { type FormEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { Button } from '../../../components/button/button.tsx'
import { cx } from '../../../components/class-names.ts'
import field from '../../../components/field/field.module.css'
import { FieldFrame } from '../../../components/field/field-frame.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { beep } from '../../../components/scan/feedback.ts'
import { useScanner } from '../../../components/scan/use-scanner.ts'
import { toast } from '../../../components/toast/toast.tsx'
import { countBetween, type Roll, readRoll } from './roll.ts'
import styles from './roll-form.module.css'

/** What most rolls hold. */
const USUAL_COUNT = '100'

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
  onRoll: (roll: Roll) => void
  onCancel: () => void
}

/** A scan fills a box and moves on; it never submits. Beside the boxes it is held against the roll that is being asked about. */
function useRollScans(
  boxes: Readonly<Record<'first' | 'count' | 'submit', RefObject<HTMLElement | null>>>,
  fields: Fields,
  confirming: () => Roll | null,
): void {
  const moveTo = (box: RefObject<HTMLElement | null>) => {
    box.current?.focus()
    if (box.current instanceof HTMLInputElement) box.current.select()
  }
  const compare = ({ lastCode }: Roll, code: string) => {
    const checked = checkBagCode(code)
    const isSame = checked.ok && checked.bagCode === lastCode
    beep(isSame)
    if (isSame) toast('success', `与末尾封袋码一致：${lastCode}`)
    else toast('error', `扫到 ${code}，与末尾封袋码 ${lastCode} 不一致`)
  }
  const takeFirst = (code: string) => {
    const { ok } = checkBagCode(code)
    fields.setFirst(code)
    fields.setLastFault('')
    beep(ok)
    moveTo(ok ? boxes.count : boxes.first)
  }
  const takeLast = (first: string, code: string) => {
    const last = checkBagCode(code)
    const count = last.ok ? countBetween(first, last.bagCode) : null
    beep(count !== null)
    if (count === null) return fields.setLastFault(`扫到 ${code}，与起始封袋码不是同一卷，请核对`)
    fields.setLastFault('')
    fields.setCount(String(count))
    moveTo(boxes.submit)
  }
  useScanner({
    onScan: (code) => {
      const asked = confirming()
      if (asked) return compare(asked, code)
      const first = checkBagCode(fields.first)
      if (first.ok && document.activeElement === boxes.count.current) takeLast(first.bagCode, code)
      else takeFirst(code)
    },
  })
}

interface Fields {
  readonly first: string
  readonly setFirst: (text: string) => void
  readonly count: string
  readonly setCount: (text: string) => void
  /** Why a code that was scanned as the last one cannot be that. */
  readonly lastFault: string
  readonly setLastFault: (text: string) => void
}

function useFields(startCode: string): Fields {
  const [first, setFirst] = useState(startCode)
  const [count, setCount] = useState(USUAL_COUNT)
  const [lastFault, setLastFault] = useState('')
  return { first, setFirst, count, setCount, lastFault, setLastFault }
}

/** The dialog in which a roll is named: by its first code and the count, or by scanning its first and its last bag. */
export function RollForm(props: RollFormProps) {
  const { title, ok, tone, startCode, isBusy, refusal, confirming, onRoll, onCancel } = props
  const id = useId()
  const boxes = {
    first: useRef<HTMLInputElement>(null),
    count: useRef<HTMLInputElement>(null),
    submit: useRef<HTMLButtonElement>(null),
  }
  const fields = useFields(startCode)
  const [isTried, setTried] = useState(false)
  useRollScans(boxes, fields, confirming)
  const roll = readRoll(fields.first, fields.count)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!('fault' in roll)) onRoll(roll)
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
          <Button ref={boxes.submit} tone={tone} type="submit" form={`${id}-form`} busy={isBusy}>
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
  boxes: Readonly<Record<'first' | 'count', RefObject<HTMLInputElement | null>>>
}

function RollBoxes({ id, fields, roll, isTried, boxes }: RollBoxesProps) {
  const { first, count, setFirst, setCount, lastFault } = fields
  const faultOf = (field: 'first' | 'count', typed: string) =>
    'fault' in roll && roll.field === field && (isTried || typed !== '') ? roll.fault : ''
  const box = (name: 'first' | 'count', value: string, set: (text: string) => void) => ({
    id: `${id}-${name}`,
    ref: boxes[name],
    className: cx(field.input, 'code'),
    autoComplete: 'off',
    value,
    'aria-invalid': faultOf(name, value) !== '',
    'aria-describedby': `${id}-${name}-note`,
    onChange: (event: { target: { value: string } }) => {
      fields.setLastFault('')
      set(event.target.value)
    },
  })
  // A scanner too slow to be told from a person ends with Enter too: here it leads to the count, not to the submit.
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    boxes.count.current?.focus()
    boxes.count.current?.select()
  }
  return (
    <>
      <FieldFrame
        id={`${id}-first`}
        label="起始封袋码"
        required
        hint="扫描或输入一卷中的第一个编码"
        error={faultOf('first', first)}
      >
        <input
          {...box('first', first, setFirst)}
          data-takes-focus=""
          maxLength={40}
          onFocus={(event) => event.target.select()}
          onKeyDown={onEnter}
        />
      </FieldFrame>
      <FieldFrame
        id={`${id}-count`}
        label="数量"
        required
        hint="从起始码起连续的个数；扫描最后一个封袋可自动计算"
        error={lastFault || faultOf('count', count)}
      >
        <input {...box('count', count, setCount)} inputMode="numeric" maxLength={4} />
      </FieldFrame>
    </>
  )
}

/** The last code of the roll, to be compared with the bags in hand before anything is done. */
function LastCode({ roll }: { roll: ReturnType<typeof readRoll> }) {
  return (
    <p className={styles.last} role="status">
      {'fault' in roll ? (
        <span className="muted">填好后这里显示末尾封袋码，请与实物核对</span>
      ) : (
        <>
          末尾封袋码 <b className="code">{roll.lastCode}</b>
          <span className="muted">请与实物的最后一个核对</span>
        </>
      )}
    </p>
  )
}
