import { checkBagCode } from '@huanji/domain/codes/classify'
import { BAG_CODE_MESSAGE } from '@huanji/domain/codes/messages'
import { type FormEvent, useId, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { errorText } from '../../../api/refusal.ts'
import { Button } from '../../../components/button/button.tsx'
import { FieldFrame } from '../../../components/field/field-frame.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { openOverlay } from '../../../components/overlay/overlay-host.tsx'
import { toast } from '../../../components/toast/toast.tsx'
import { newIntentKey } from '../../../platform/ids.ts'
import { lastCodeOf, ROLL_MAX } from './roll.ts'
import './bag.css'

interface Roll {
  readonly firstCode: string
  readonly lastCode: string
  readonly count: number
}

/** The roll that was typed, or what is wrong with it. */
export function readRoll(
  first: string,
  countText: string,
): Roll | { readonly field: 'first' | 'count'; readonly fault: string } {
  const checked = checkBagCode(first)
  if (!checked.ok) return { field: 'first', fault: BAG_CODE_MESSAGE }
  const count = /^\d{1,4}$/.test(countText.trim()) ? Number(countText) : 0
  if (count < 1 || count > ROLL_MAX) return { field: 'count', fault: `请填写1到${ROLL_MAX}的整数` }
  const lastCode = lastCodeOf(checked.bagCode, count)
  if (lastCode === null) return { field: 'first', fault: '编码结尾的数字位数不够这么多个，请核对起始码和数量' }
  return { firstCode: checked.bagCode, lastCode, count }
}

function useRegister(onClose: (done?: boolean) => void) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const intent = useRef({ roll: '', key: '' })
  const register = async ({ firstCode, count }: Roll) => {
    const roll = `${firstCode} ${count}`
    // The same roll again is the same intent: after a lost answer a retry must not meet itself as an overlap.
    if (intent.current.roll !== roll) intent.current = { roll, key: newIntentKey() }
    setBusy(true)
    setRefusal('')
    try {
      const done = await api.extSealBag.registerRoll(
        { firstCode, count },
        { intentKey: intent.current.key, handles: 'all' },
      )
      toast('success', `已登记${done.count}个封袋码：${done.firstCode} 至 ${done.lastCode}`)
      onClose(true)
    } catch (error) {
      setRefusal(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, refusal, register }
}

function RollDialog({ onClose }: { onClose: (done?: boolean) => void }) {
  const id = useId()
  const [first, setFirst] = useState('')
  const [count, setCount] = useState('100')
  const [isTried, setTried] = useState(false)
  const { isBusy, refusal, register } = useRegister(onClose)
  const roll = readRoll(first, count)
  const faultOf = (field: 'first' | 'count', typed: string) =>
    'fault' in roll && roll.field === field && (isTried || typed !== '') ? roll.fault : ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!('fault' in roll) && !isBusy) void register(roll)
  }
  const box = (name: 'first' | 'count', value: string, set: (text: string) => void) => ({
    id: `${id}-${name}`,
    className: 'input code',
    autoComplete: 'off',
    value,
    'aria-invalid': faultOf(name, value) !== '',
    'aria-describedby': `${id}-${name}-note`,
    onChange: (event: { target: { value: string } }) => set(event.target.value),
  })
  return (
    <Dialog
      title="登记封袋号段"
      onClose={() => onClose()}
      closable={!isBusy}
      footer={
        <>
          <Button disabled={isBusy} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone="primary" type="submit" form={`${id}-form`} busy={isBusy}>
            登记
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} onSubmit={submit} noValidate>
        <FieldFrame
          id={`${id}-first`}
          label="起始封袋码"
          required
          hint="扫描或输入一卷中的第一个编码"
          error={faultOf('first', first)}
        >
          <input {...box('first', first, setFirst)} maxLength={40} />
        </FieldFrame>
        <FieldFrame
          id={`${id}-count`}
          label="数量"
          required
          hint="从起始码起连续的个数"
          error={faultOf('count', count)}
        >
          <input {...box('count', count, setCount)} inputMode="numeric" maxLength={4} />
        </FieldFrame>
        <LastCode roll={roll} />
        {refusal ? (
          <p className="bag-refusal" role="alert">
            {refusal}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}

/** The last code of the roll, to be compared with the bags in hand before anything is registered. */
function LastCode({ roll }: { roll: ReturnType<typeof readRoll> }) {
  return (
    <p className="bag-last" role="status">
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

/** Registers a roll of bags. Gives true when one was registered. */
export async function registerRoll(): Promise<boolean> {
  return (await openOverlay<boolean>((close) => <RollDialog onClose={close} />)) === true
}
