import type { Channel } from '@huanji/domain/channel'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { cx } from '../../components/class-names.ts'
import { DetailPending } from '../../components/detail/detail-pending.tsx'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { isTextBox } from '../../components/scan/fields.ts'
import { ScanBox, type ScanBoxHandle } from '../../components/scan/scan-box.tsx'
import { shopsQuery } from '../shop/shops-query.ts'
import { useChecklistFacts } from '../station/use-checklist-facts.ts'
import { useSubmitKey } from '../station/use-submit-key.ts'
import { rememberShop, usualShopOf } from '../station/use-usual-shop.ts'
import { sendable } from './batch-input.ts'
import { isIdle } from './batch-state.ts'
import styles from './batch-station.module.css'
import { batchGrade, CommonLine, CommonPart, type CommonPartHandle } from './common-part.tsx'
import { batchHeadQuery } from './queries.ts'
import type { BatchHead } from './types.ts'
import { UnitPart } from './unit-part.tsx'
import type { UnitTableHandle } from './unit-table.tsx'
import { type Batch, useBatch } from './use-batch.ts'
import { useBatchCheck } from './use-batch-check.ts'
import { useBatchScan } from './use-batch-scan.ts'
import { useBatchSubmit } from './use-batch-submit.ts'

const NO_SHOPS: never[] = []

/** The shop of the last phone, or the only one there is, for a new batch. */
function useBatchShop({ channel, state, dispatch }: Batch) {
  const shops = useQuery(shopsQuery(channel)).data?.options ?? NO_SHOPS
  const isNew = state.batchId === null && state.common.shopAccountId === '' && state.common.modelId === null
  const wanted = isNew ? usualShopOf(channel, shops) : undefined
  useEffect(() => {
    if (wanted !== undefined) dispatch({ type: 'commonChanged', fields: { shopAccountId: wanted } })
  }, [wanted, dispatch])
  return shops
}

/** Everything that the station does with the batch at work, put together. */
function useBatchWork(channel: Channel, joinedId: string | null) {
  const batch = useBatch(channel, joinedId)
  const { state, dispatch, now } = batch
  const box = useRef<ScanBoxHandle>(null)
  const common = useRef<CommonPartHandle>(null)
  const { modelId, sku, answers } = state.common
  const subject = useMemo(() => ({ modelId, sku, answers, about: '' }), [modelId, sku, answers])
  const facts = useChecklistFacts(channel, subject, (defaults) => {
    if (now().batchId === null) dispatch({ type: 'defaultsFilled', defaults })
  })
  const shops = useBatchShop(batch)
  const check = useBatchCheck(batch, state.isFolded && state.common.modelId !== null)
  const scanning = useBatchScan({ batch, check, box })
  const tell = (ok: boolean, message: string) => box.current?.tell({ ok, message })
  const sending = useBatchSubmit({
    batch,
    onDone: ({ took, refused }) => {
      const { shopAccountId } = now().common
      if (shopAccountId !== '') rememberShop(channel, shopAccountId)
      if (took + refused > 0) tell(refused === 0, `已录入 ${took} 台${refused > 0 ? `，${refused} 台需处理` : ''}`)
      box.current?.focus()
    },
    onFailed: (message) => tell(false, message),
  })
  const fold = () => {
    const missing = common.current?.goToMissing() ?? null
    if (missing !== null) return tell(false, `还不能录入手机，请先完成：${missing}`)
    dispatch({ type: 'folded', isFolded: true })
  }
  const submit = () => {
    if (!now().isFolded) return fold()
    if (sending.progress) return
    if (sendable(now()).length === 0 && now().sent === null) return tell(false, '没有可提交的手机')
    sending.submit()
  }
  useSubmitKey(submit)
  useLeaveGuard(() => !isIdle(now()))
  return { batch, box, common, facts, shops, check, scanning, sending, fold, submit }
}

interface BatchStationProps {
  channel: Channel
  /** The stored batch that phones are added to; null for a new one. */
  joinedId: string | null
  /** Stands before the scan box, such as the switch between one phone and many. */
  lead?: ReactNode
}

/**
 * The batch station of a channel: what is the same for all phones is answered once, then the phones are scanned, pasted
 * or imported, each with what it has beside the others, and sent together.
 */
export function BatchStation({ channel, joinedId, lead }: BatchStationProps) {
  if (joinedId === null) return <Station key={channel} channel={channel} joinedId={null} lead={lead} />
  return <JoinedStation key={joinedId} channel={channel} joinedId={joinedId} lead={lead} />
}

/** Waits for the stored batch, whose common part counts. */
function JoinedStation({ channel, joinedId, lead }: BatchStationProps & { joinedId: string }) {
  const query = useQuery({ ...batchHeadQuery(joinedId), staleTime: 0 })
  return (
    <DetailPending query={query}>
      {({ batch }) => <Station channel={channel} joinedId={joinedId} head={batch} lead={lead} />}
    </DetailPending>
  )
}

/** Takes the stored batch over, once as the page opens and then as it changes; not any more when another one was begun. */
function useJoin({ dispatch, now, isRestored }: Batch, head: BatchHead | undefined): void {
  const isFirst = useRef(!isRestored)
  useEffect(() => {
    if (!head || !(isFirst.current || now().batchId === head.batchId)) return
    isFirst.current = false
    dispatch({ type: 'joined', head })
  }, [head, dispatch, now])
}

const TITLES: Readonly<Record<Channel, string>> = { auction: '鱼市多台质检', curated: '严选多台质检' }

function Station({ channel, joinedId, head, lead }: BatchStationProps & { head?: BatchHead }) {
  const { batch, box, common, facts, shops, check, scanning, sending, fold, submit } = useBatchWork(channel, joinedId)
  const { state, dispatch } = batch
  const table = useRef<UnitTableHandle>(null)
  useJoin(batch, head)
  const grade = batchGrade(state.common, facts)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !isTextBox(event.target)) return
    event.preventDefault()
    table.current?.focus()
  }
  return (
    <section className={styles.station} aria-label={TITLES[channel]}>
      <h1 className="sr-only">{TITLES[channel]}</h1>
      {lead}
      <section className={cx(styles.head, state.isFolded && styles.folded)} aria-label="扫码" onKeyDown={onKeyDown}>
        <ScanBox
          ref={box}
          name="batch"
          label={state.isFolded ? '扫描手机 IMEI，再扫它的封袋码' : '扫描第一台手机，或机型编号'}
          active={sending.progress === null}
          takesFocus={state.isFolded}
          onScan={scanning.onScan}
        />
        {state.isFolded ? (
          <CommonLine batch={batch} grade={grade} onChange={() => dispatch({ type: 'folded', isFolded: false })} />
        ) : null}
      </section>
      {state.isFolded ? (
        <UnitPart
          batch={batch}
          full={facts.full}
          grade={grade}
          box={box}
          table={table}
          progress={sending.progress}
          failure={sending.isLost ? '上次提交还没有收到结果，正在确认' : check.failure}
          onSubmit={submit}
        />
      ) : (
        <CommonPart
          ref={common}
          batch={batch}
          facts={facts}
          shops={shops}
          suggestedIds={scanning.hints.ids}
          suggestions={scanning.hints.suggestions}
          scannedWords={scanning.scannedWords}
          onDone={fold}
        />
      )}
    </section>
  )
}
