import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { confirm } from '../../components/confirm/confirm.tsx'
import { useWrite } from '../../components/form/use-write.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import type { BagCheck } from '../inspection/types.ts'
import { lookUpBag } from './bag-check.ts'
import type { Roll } from './roll.ts'
import { RollForm } from './roll-form.tsx'

/** Something that is done to a whole roll, in words. */
interface RollAct {
  readonly title: string
  /** What is done, as a verb. */
  readonly verb: string
  readonly tone: 'primary' | 'danger'
  /** What the person must know before agreeing. */
  readonly warning: string
  /** What must be known of the first bag, and what is said where it is not so. */
  readonly first: { readonly availability: BagCheck['availability']; readonly fault: string }
  readonly call: typeof api.bagRoll.registerRoll | typeof api.bagRoll.voidRoll
}

const REGISTER: RollAct = {
  title: '登记一卷封袋',
  verb: '登记',
  tone: 'primary',
  warning: '请与实物的最后一个封袋核对，也可以扫描它来核对。登记后不能修改，未使用的可以作废。',
  first: { availability: 'unknown', fault: '这个封袋码登记过了，请核对是不是这一卷' },
  call: api.bagRoll.registerRoll,
}

const VOID: RollAct = {
  title: '这卷不用了',
  verb: '作废',
  tone: 'danger',
  warning: '作废后这些封袋码不能恢复，也不能再次登记。',
  first: { availability: 'free', fault: '这个封袋没有登记、用过了或已经作废，不能从它起作废。请扫还没用的第一个' },
  call: api.bagRoll.voidRoll,
}

/** Everything that shows what bags there are. */
const refreshBags = (client: QueryClient): Promise<void> =>
  refresh(client, api.sealBag.records, api.bagRoll.check, api.bagRoll.stock)

/** Shows both ends of the roll before anything is done: a count that is too large is seen by its last code only. */
function agreeTo(act: RollAct, { firstCode, lastCode, count }: Roll): Promise<boolean> {
  return confirm({
    title: `${act.verb}${count}个封袋码？`,
    body: (
      <>
        <p>
          从 <b className="code">{firstCode}</b> 到最后一个袋子 <b className="code">{lastCode}</b>
        </p>
        <p className="muted">{act.warning}</p>
      </>
    ),
    ok: `确认${act.verb}`,
    tone: act.tone,
  })
}

/** Asks, sends, and says what came of it. */
function useRollAct(act: RollAct, onDone: () => void) {
  const client = useQueryClient()
  const { send, isSending: isBusy, fault, setFault } = useWrite()
  const confirming = useRef<Roll | null>(null)
  const carryOut = async ({ firstCode, count }: Roll) => {
    const input = { firstCode, count }
    // With the same key a retry after a lost answer does not meet the roll it registered as an overlap.
    const done = await send(input, (options) => act.call(input, options))
    if (!done) return
    toast('success', `已${act.verb}${done.count}个封袋码：${done.firstCode} 至 ${done.lastCode}`)
    await refreshBags(client)
    onDone()
  }
  const run = async (roll: Roll, isCompared: boolean) => {
    if (isBusy || confirming.current) return
    setFault(null)
    confirming.current = roll
    // what was scanned at both ends needs no second look, unless it ends for ever
    const isAgreed = (isCompared && act.tone !== 'danger') || (await agreeTo(act, roll))
    confirming.current = null
    if (isAgreed) await carryOut(roll)
  }
  return { isBusy, refusal: fault?.message ?? '', run, confirming: () => confirming.current }
}

interface RollDialogProps {
  act: RollAct
  /** A code that was scanned elsewhere, to begin with. */
  firstCode: string
  onClose: (done?: boolean) => void
}

function RollDialog({ act, firstCode, onClose }: RollDialogProps) {
  const { isBusy, refusal, run, confirming } = useRollAct(act, () => onClose(true))
  const client = useQueryClient()
  const faultOfFirst = async (bagCode: string) => {
    const check = await lookUpBag(client, bagCode)
    return check === null || check.availability === act.first.availability ? '' : act.first.fault
  }
  return (
    <RollForm
      title={act.title}
      ok={act.verb}
      tone={act.tone}
      startCode={firstCode}
      isBusy={isBusy}
      refusal={refusal}
      confirming={confirming}
      faultOfFirst={faultOfFirst}
      onRoll={(roll, isCompared) => void run(roll, isCompared)}
      onCancel={() => onClose()}
    />
  )
}

const openRollDialog = async (act: RollAct, firstCode: string): Promise<boolean> =>
  (await openOverlay<boolean>((close) => <RollDialog act={act} firstCode={firstCode} onClose={close} />)) === true

/**
 * Registers a roll of bags. Gives true when one was registered.
 * @param firstCode stands in the first box to begin with
 */
export const registerRoll = (firstCode = ''): Promise<boolean> => openRollDialog(REGISTER, firstCode)

/** Voids a roll, or a part of one, of which nothing is used. Gives true when it is void. */
export const voidRoll = (): Promise<boolean> => openRollDialog(VOID, '')
