import { useState } from 'react'
import { api } from '../../api/client.ts'
import { ApiRefusal, errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { FailureNote } from '../trade/note.tsx'
import { SubLine } from '../trade/sub-line.tsx'
import { confirmPrices } from './confirm-prices.tsx'
import { PriceBoxes } from './price-boxes.tsx'
import styles from './price-drawer.module.css'
import {
  isUnchanged,
  judgePriceRow,
  listingName,
  newPriceRow,
  type PriceOperation,
  type PriceRow,
  priceObstacle,
  refusedRows,
  toOperate,
} from './price-rows.ts'
import { SessionSelect } from './session-select.tsx'
import type { ListingRow, Session } from './types.ts'

const TITLES: Readonly<Record<PriceOperation, string>> = { relist: '重新上架', change_price: '改价' }

interface PriceDrawerProps {
  operation: PriceOperation
  listings: readonly ListingRow[]
  /** Gets true once every row was accepted, and nothing when the person gave up. */
  onClose: (isDone?: true) => void
}

/** Sends the rows, keeps the refused ones. */
function useOperation({ operation, listings, onClose }: PriceDrawerProps, session: Session | null) {
  const [rows, setRows] = useState<readonly PriceRow[]>(() => listings.map(newPriceRow))
  const [isSending, setSending] = useState(false)
  const [wasTried, setTried] = useState(false)
  const sendWithKey = useIdempotencyKey()
  const obstacle = priceObstacle(operation, rows, session)
  useLeaveGuard(() => session !== null || rows.some((row) => !isUnchanged(row)))

  const send = async () => {
    const input = toOperate(operation, rows, session)
    const { results } = await sendWithKey(input, (options) => api.goods.operate(input, options))
    const left = refusedRows(rows, results)
    const done = input.rows.length - left.length
    if (done > 0) toast('success', `已提交${TITLES[operation]} ${done} 件，闲鱼确认后生效`)
    if (left.length === 0) onClose(true)
    else setRows(left)
  }
  const submit = async () => {
    setTried(true)
    if (obstacle !== '' || isSending) return
    const questions = rows.flatMap((row) => {
      const { question } = judgePriceRow(row)
      return question === null ? [] : [{ key: row.listing.listingId, label: listingName(row.listing), question }]
    })
    if (!(await confirmPrices(questions))) return
    setSending(true)
    try {
      await send()
    } catch (error) {
      toast('error', error instanceof ApiRefusal ? errorText(error) : '网络中断，内容已保留，请再次提交')
    } finally {
      setSending(false)
    }
  }
  return { rows, setRows, submit, isSending, wasTried, obstacle }
}

interface PriceRowCardProps {
  row: PriceRow
  showsErrors: boolean
  disabled: boolean
  change: (row: PriceRow) => void
}

function PriceRowCard({ row, showsErrors, disabled, change }: PriceRowCardProps) {
  return (
    <li aria-label={listingName(row.listing)}>
      <p>
        <b>{row.listing.title}</b>
        <SubLine code>{row.listing.imei || row.listing.barCode}</SubLine>
      </p>
      <PriceBoxes
        label={listingName(row.listing)}
        prices={row.prices}
        verdict={judgePriceRow(row)}
        showsErrors={showsErrors}
        disabled={disabled}
        onChange={(prices) => change({ ...row, prices, failure: '', serverQuestion: null })}
      />
      <FailureNote text={row.failure} />
    </li>
  )
}

/** 改价 and 重新上架 for one listing or several: prices row by row, refused rows stay with their reasons. */
export function PriceDrawer(props: PriceDrawerProps) {
  const [session, setSession] = useState<Session | null>(null)
  const { rows, setRows, submit, isSending, wasTried, obstacle } = useOperation(props, session)
  const title = TITLES[props.operation]
  return (
    <Dialog
      title={`${title}（${rows.length}件）`}
      kind="drawer"
      widthPx={680}
      closable={!isSending}
      onClose={() => props.onClose()}
      footer={
        <>
          <span className={styles.obstacle} role="status">
            {wasTried ? obstacle : ''}
          </span>
          <Button disabled={isSending} onClick={() => props.onClose()}>
            取消
          </Button>
          <Button tone="primary" busy={isSending} onClick={() => void submit()}>
            {title}
          </Button>
        </>
      }
    >
      {props.operation === 'relist' ? (
        <SessionSelect
          session={session}
          onChange={setSession}
          error={session === null && wasTried ? '请选择场次' : ''}
          disabled={isSending}
        />
      ) : (
        <p className="muted">改价会先撤回本场报名，再按新价格重新报名；报名截止后不能改价。</p>
      )}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <PriceRowCard
            key={row.listing.listingId}
            row={row}
            showsErrors={wasTried}
            disabled={isSending}
            change={(next) => setRows(rows.map((one) => (one === row ? next : one)))}
          />
        ))}
      </ul>
    </Dialog>
  )
}
