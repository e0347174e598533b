import { CHANNEL_PAGES, PAGES } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/refusal.ts'
import { cx } from '../../components/class-names.ts'
import { confirm } from '../../components/confirm/confirm.tsx'
import { leaving, useLeaveGuard } from '../../components/form/leave-guard.ts'
import { ScanBox, type ScanBoxHandle } from '../../components/scan/scan-box.tsx'
import { toast } from '../../components/toast/toast.ts'
import { inspectionLabel, isInspectionState } from '../inspection/labels.ts'
import { detailQuery, refreshInspections, templateQuery } from '../inspection/queries.ts'
import { useQueuedPhotos } from '../photo/use-photo-queue.ts'
import { usePhotoTask, useSavedPhotos } from '../photo/use-photo-task.ts'
import styles from './inspection-station.module.css'
import { PhoneStrip } from './phone-strip.tsx'
import { ReadyCard } from './ready-card.tsx'
import { ResultCard } from './result-card.tsx'
import { dropStationDraft, useStationDraft } from './station-draft.ts'
import { type OpenPhone, resultOfDetail } from './station-state.ts'
import { useAuctionInstead } from './use-auction-instead.ts'
import { reusedAnswers, useConflict } from './use-conflict.ts'
import { usePhoneFacts } from './use-phone-facts.ts'
import { type RecordSaver, type SaveStatus, useRecordSaver } from './use-record-saver.ts'
import { useRestore } from './use-restore.ts'
import { type Barred, useScan } from './use-scan.ts'
import { type Station, useStation } from './use-station.ts'
import { useSubmit } from './use-submit.ts'
import { useSubmitKey } from './use-submit-key.ts'
import { rememberShop } from './use-usual-shop.ts'
import { type Reopened, WorkingPhone, type WorkingPhoneHandle } from './working-phone.tsx'

/** What the scan box says beside the phone at hand, where it has room for this alone. */
const BESIDE_PHONE = '扫封袋码或下一台'

const isUnsaved = (phone: OpenPhone | null): boolean =>
  phone !== null && (phone.record === null ? phone.modelId !== null : phone.revision > phone.savedRevision)

/** Answers of an earlier record of the same phone become the start of this one. */
function useReuse(station: Station): (inspectionId: string) => Promise<void> {
  const client = useQueryClient()
  return async (inspectionId) => {
    try {
      const detail = await client.fetchQuery(detailQuery(inspectionId))
      const template = await client.fetchQuery(templateQuery(station.channel, detail.modelId, true))
      station.dispatch({ type: 'reused', detail, answers: reusedAnswers(detail, template) })
      toast('success', '已复用报告，请重新确认需主动选择的项目')
    } catch (error) {
      toast('error', errorText(error))
    }
  }
}

/** Takes the phone off the station once it is saved; what cannot be saved is given up only when the person says so. */
function usePutDown(station: Station, saver: RecordSaver): () => Promise<boolean> {
  return async () => {
    const isSafe = await saver.flush()
    const agreed =
      isSafe ||
      (await confirm(
        leaving({
          title: '先不检这台？',
          body: '最近的修改还没有保存到服务器，不检了就没有了。',
          stay: '继续检',
          go: '不检了',
        }),
      ))
    if (!agreed) return false
    dropStationDraft(station.channel)
    station.dispatch({ type: 'closed' })
    return true
  }
}

/** Told once a draft is saved that the network had kept back: what was refused for want of it holds no more. */
function useNetworkBack(kind: SaveStatus['kind'], onBack: () => void): void {
  const wasLost = useRef(false)
  useEffect(() => {
    if (kind === 'saved' && wasLost.current) onBack()
    if (kind !== 'saving') wasLost.current = kind === 'offline'
  })
}

/** Everything that the station does with the phone on it, put together. */
function useCheck(channel: Channel, isModelReopened: boolean) {
  const station = useStation(channel)
  const { phone } = station.state
  const box = useRef<ScanBoxHandle>(null)
  const working = useRef<WorkingPhoneHandle>(null)
  const isHeld = useRef(false)
  const [barred, setBarred] = useState<Barred | null>(null)
  const facts = usePhoneFacts(station)
  const onConflict = useConflict(station, facts.full)
  const saver = useRecordSaver({ station, isReady: facts.step === 'items', isHeld: () => isHeld.current, onConflict })
  useNetworkBack(saver.status.kind, () => box.current?.clearRefusal())
  const putDown = usePutDown(station, saver)
  const { onScan, openRecord, scannedWords } = useScan({ station, isModelReopened, onBarred: setBarred, putDown })
  const finish = useSubmit({
    station,
    saver,
    onConflict,
    onRefused: (field, message) => {
      box.current?.tell({ ok: false, message })
      if (field) working.current?.goToField(field)
    },
    onDone: (result) => {
      if (phone?.shopAccountId) rememberShop(channel, phone.shopAccountId)
      dropStationDraft(channel)
      box.current?.tell({ ok: true, message: `${result.inspectionNo} 已提交，请扫描下一台` })
      box.current?.focus()
    },
  })
  const submit = () => {
    if (!station.now().phone) return
    const missing = working.current?.goToMissing() ?? null
    if (missing !== null) return box.current?.tell({ ok: false, message: `还不能提交，请先完成：${missing}` })
    isHeld.current = true
    void finish.submit().finally(() => {
      isHeld.current = false
      saver.resume()
    })
  }
  useStationDraft(channel, phone)
  useRestore(station, { openRecord, scan: (code) => box.current?.scan(code) })
  useLeaveGuard(() => isUnsaved(station.now().phone))
  useSubmitKey(submit)
  const auctionInstead = useAuctionInstead(station, saver, finish.isSubmitting)
  const scans = { onScan, scannedWords, barred, putDown }
  return { station, phone, box, working, facts, saver, scans, finish, submit, auctionInstead }
}

/** The photographs of the open phone. A finished record moves on by its last photograph, and then leaves the station. */
function useStationPhotos({ station, facts }: Pick<ReturnType<typeof useCheck>, 'station' | 'facts'>) {
  const client = useQueryClient()
  const { channel, dispatch, now } = station
  const onMoved = useCallback(
    (photoTaskId: string, state: string) => {
      const { phone } = now()
      if (isInspectionState(state)) dispatch({ type: 'photosMoved', photoTaskId, state })
      const record = phone?.record
      if (!phone || record?.photoTaskId !== photoTaskId || record.state !== 'awaiting_photos' || state === record.state)
        return
      const lost = isUnsaved(phone) ? '；未保存的修改没有保留' : ''
      void client.fetchQuery({ ...detailQuery(record.inspectionId), staleTime: 0 }).then((detail) => {
        dropStationDraft(channel)
        dispatch({ type: 'submitted', result: resultOfDetail(detail) })
        toast(lost ? 'error' : 'success', `照片已齐，该手机转为${inspectionLabel(state)}${lost}`)
        return refreshInspections(client)
      })
    },
    [client, channel, dispatch, now],
  )
  useSavedPhotos(onMoved)
  const task = usePhotoTask(station.state.phone?.record?.photoTaskId ?? null, facts.quick?.shots ?? [])
  const queued = useQueuedPhotos()
  const { result } = station.state
  return { task, onMoved, resultQueued: queued.filter((photo) => photo.photoTaskId === result?.photoTaskId).length }
}

/** A click on the page's background takes the focus from the scan box; while nothing is open it is given back. */
const isBesideEverything = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('button, a, input, code-field, select, label') === null

interface StationProps {
  channel: Channel
  /** Stands over the scan box while no phone is open, such as the switch between one phone and many. */
  lead?: ReactNode
}

/**
 * The inspection station of a channel: scan, model, SKU, checklist, photographs, bag, submit, and the next phone. Another
 * channel is another station: nothing of the one before goes over.
 */
export function InspectionStation(props: StationProps) {
  return <ChannelStation key={props.channel} {...props} />
}

function ChannelStation({ channel, lead }: StationProps) {
  const [reopened, setReopened] = useState<Reopened>(null)
  const check = useCheck(channel, reopened === 'model')
  const { station, phone, box, facts, saver, scans, finish } = check
  const { task, onMoved, resultQueued } = useStationPhotos(check)
  const reuse = useReuse(station)
  const onClick = (event: MouseEvent) => {
    if (!phone && isBesideEverything(event.target)) box.current?.focus()
  }
  const { result } = station.state
  const { title } = PAGES[CHANNEL_PAGES[channel].station]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside everything only gives the focus back to the scan box
    <section className={styles.station} aria-label={title} onClick={onClick}>
      <h1 className="sr-only">{title}</h1>
      {phone ? null : lead}
      <section className={cx(phone !== null && styles.line)} aria-label="扫码与当前手机">
        <ScanBox
          ref={box}
          name="station"
          label={phone ? BESIDE_PHONE : '扫描 IMEI、条码或序列号'}
          {...(phone ? { placeholder: BESIDE_PHONE } : {})}
          takesFocus={phone === null}
          onScan={async (code) => {
            finish.clearRefusal()
            const outcome = await scans.onScan(code)
            if (!outcome.isHeld) setReopened(null)
            return outcome
          }}
        />
        {phone ? (
          <PhoneStrip
            phone={phone}
            grade={facts.check?.explanation.grade ?? null}
            status={saver.status}
            onChangeModel={() => setReopened('model')}
            onChangeSku={() => setReopened('sku')}
            onClose={() => void scans.putDown().then((isGone) => isGone && box.current?.focus())}
          />
        ) : null}
      </section>
      {phone ? (
        <WorkingPhone
          ref={check.working}
          station={station}
          phone={phone}
          facts={facts}
          task={task}
          reopened={reopened}
          scannedWords={scans.scannedWords}
          onReopen={setReopened}
          onReuse={(id) => void reuse(id)}
          onPhotosMoved={onMoved}
          refusal={finish.refusal}
          auctionInstead={check.auctionInstead}
          isGradeRefused={finish.isGradeRefused}
          isSubmitting={finish.isSubmitting}
          onSubmit={check.submit}
        />
      ) : (
        <>
          {result ? <ResultCard result={result} waitingPhotos={resultQueued} /> : null}
          <ReadyCard channel={channel} barred={scans.barred} />
        </>
      )}
    </section>
  )
}
