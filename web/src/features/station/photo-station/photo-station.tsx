import { CHANNEL_PAGES, PAGES } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../../api/client.ts'
import { errorText } from '../../../api/refusal.ts'
import { Button } from '../../../components/button/button.tsx'
import { Code } from '../../../components/code/code.tsx'
import { Facts, Section } from '../../../components/detail/detail.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { ScanBox, type ScanBoxHandle } from '../../../components/scan/scan-box.tsx'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { toast } from '../../../components/toast/toast.ts'
import type { DefectToShoot } from '../../checklist/checklist.ts'
import { inspectionLabel, isInspectionState, STATE_TONES } from '../../inspection/labels.ts'
import { detailQuery, refreshInspections } from '../../inspection/queries.ts'
import type { InspectionDetail } from '../../inspection/types.ts'
import { PhotoPanel, type PhotoPanelHandle } from '../../photo/photo-panel.tsx'
import { defectPhotosQuery } from '../../photo/queries.ts'
import { usePhotoTask, useSavedPhotos } from '../../photo/use-photo-task.ts'
import { mainCode } from '../station-state.ts'
import { PhotoList, RetakeList } from './photo-list.tsx'
import styles from './photo-station.module.css'

/** Photographs are taken and replaced until the phone is on sale. */
const PHOTOGRAPHED: readonly string[] = ['draft', 'awaiting_photos', 'awaiting_seal', 'listable']

const stationOf = (channel: Channel): string => PAGES[CHANNEL_PAGES[channel].station].title

/** Opens the record of a phone, by what was scanned or by its id, and says what came of it. */
function useOpening(channel: Channel, show: (record: InspectionDetail) => void) {
  const client = useQueryClient()
  const open = async (inspectionId: string): Promise<ScanOutcome> => {
    const record = await client.fetchQuery({ ...detailQuery(inspectionId), staleTime: 0 })
    if (record.channel !== channel) return { ok: false, message: `这台在${stationOf(record.channel)}，请到那一页拍` }
    if (!PHOTOGRAPHED.includes(record.state))
      return { ok: false, message: `这台${inspectionLabel(record.state)}，照片不能再换` }
    show(record)
    return { ok: true, message: record.state === 'awaiting_photos' ? '已打开，请拍照' : '已打开，可以换照片' }
  }
  const scan = async (code: string): Promise<ScanOutcome> => {
    const { openInspectionId, history } = await api.detRecord.verifyBarCode({ code, channel }, { handles: 'all' })
    const inspectionId = openInspectionId ?? history[0]?.inspectionId
    if (inspectionId === undefined) return { ok: false, message: '这台还没质检，请先交给质检员' }
    return open(inspectionId)
  }
  return { open, scan }
}

/** Follows an address that names a record or a code, once. */
function useAddress(open: (inspectionId: string) => Promise<ScanOutcome>, scan: (code: string) => void): void {
  const [params, setParams] = useSearchParams()
  const [wanted, code] = [params.get('inspectionId'), params.get('code')]
  // biome-ignore lint/correctness/useExhaustiveDependencies: done once for each address that names something
  useEffect(() => {
    if (wanted === null && code === null) return
    setParams({}, { replace: true })
    if (wanted === null) return scan(code ?? '')
    void open(wanted).then(
      ({ ok, message }) => (ok ? undefined : toast('error', message)),
      (error) => toast('error', errorText(error)),
    )
  }, [wanted, code])
}

/**
 * The station of whoever photographs and does not inspect: scan a phone or take one from 待拍摄, take its photographs, and
 * the last one sends it on.
 */
export function PhotoStation({ channel }: { channel: Channel }) {
  const client = useQueryClient()
  const box = useRef<ScanBoxHandle>(null)
  const [record, setRecord] = useState<InspectionDetail | null>(null)
  const { open, scan } = useOpening(channel, setRecord)
  const shown = useRef(record)
  shown.current = record
  useAddress(open, (code) => box.current?.scan(code))
  const onMoved = useCallback(
    (photoTaskId: string, state: string) => {
      const { current } = shown
      void refreshInspections(client)
      if (current?.photoTaskId !== photoTaskId || current.state === state || !isInspectionState(state)) return
      setRecord(null)
      const message = `${current.modelName}的照片齐了，已转为${inspectionLabel(state)}，请扫下一台`
      box.current?.tell({ ok: true, message })
      box.current?.focus()
    },
    [client],
  )
  useSavedPhotos(onMoved)
  return (
    <section className={styles.station} aria-label={stationOf(channel)}>
      <h1 className="sr-only">{stationOf(channel)}</h1>
      <ScanBox
        ref={box}
        name="station"
        label={record ? '拍好了，扫下一台' : '扫要拍照的手机：IMEI、条码或序列号'}
        onScan={scan}
        takesFocus={record === null}
      />
      {record ? (
        <PhoneToShoot key={record.inspectionId} record={record} onClose={() => setRecord(null)} />
      ) : (
        <Section title="待拍摄">
          <RetakeList channel={channel} />
          <PhotoList channel={channel} />
        </Section>
      )}
    </section>
  )
}

/** The phone whose photographs are taken: what it is, every photograph, and what is still missing. */
function PhoneToShoot({ record, onClose }: { record: InspectionDetail; onClose: () => void }) {
  const panel = useRef<PhotoPanelHandle>(null)
  const task = usePhotoTask(record.photoTaskId, [])
  const required = useQuery(defectPhotosQuery(record.photoTaskId)).data?.required ?? []
  const defects = required.map(
    ({ itemCode, itemName, optionCode, optionName }): DefectToShoot => ({
      itemCode,
      itemName,
      optionCode,
      text: optionName,
    }),
  )
  const { isKnown } = task
  useEffect(() => {
    if (isKnown) panel.current?.goToFirst()
  }, [isKnown])
  return (
    <>
      <Section
        title={`${record.modelName} ${record.skuText}`}
        extra={
          <Button small icon="close" onClick={onClose}>
            先不拍这台
          </Button>
        }
      >
        <Facts
          items={[
            {
              label: '状态',
              value: <StateTag tone={STATE_TONES[record.state]}>{inspectionLabel(record.state)}</StateTag>,
            },
            { label: '成色', value: record.grade === null ? '—' : <GradeBadge grade={record.grade} /> },
            { label: '条码', value: <Code text={record.barCode} what="条码" /> },
            { label: 'IMEI', value: <Code text={mainCode(record.code)} what="IMEI" /> },
          ]}
        />
      </Section>
      <PhotoPanel ref={panel} task={task} defects={defects} isEnabled />
    </>
  )
}
