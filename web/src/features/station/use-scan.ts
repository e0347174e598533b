import { CHANNEL_PAGES, PAGES } from '@huanji/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { imeiBehindLetters, isPartOf } from '../../components/scan/code-text.ts'
import { FRAGMENT_MESSAGE, type ScanOutcome } from '../../components/scan/feedback.ts'
import { judgeBag } from '../bag/bag-check.ts'
import { detailQuery, modelTitleOf } from '../inspection/queries.ts'
import type { UnitCode, Verified } from '../inspection/types.ts'
import type { ScannedWords } from './model-choices.ts'
import { modelQuery } from './queries.ts'
import { askAboutScan } from './scan-dialog.tsx'
import { answerByNumber } from './scanned-model.ts'
import { codeOfVerified, type OpenPhone, openPhone, phoneOfDetail, readScan } from './station-state.ts'
import type { Station } from './use-station.ts'

/** A phone that cannot be inspected now, and the record that says why. */
export interface Barred {
  readonly message: string
  readonly inspectionId: string | null
}

interface ScanInput {
  readonly station: Station
  /** True while the model is asked for again, after it was answered. */
  readonly isModelReopened: boolean
  /** Told of a phone that is barred, and null when a scan went through. */
  readonly onBarred: (barred: Barred | null) => void
  /** Takes the phone off the station, once it is saved. False when it stays there after all. */
  readonly putDown: () => Promise<boolean>
}

/** Puts phones at the station: stored records, and units that the server found free. */
function useOpening({ channel, dispatch }: Station) {
  const client = useQueryClient()
  /** Goes on with a stored record; one of another channel is left to that channel's station. Says what came of it. */
  const openRecord = async (inspectionId: string, place?: OpenPhone['opensAt']): Promise<ScanOutcome> => {
    const detail = await client.fetchQuery({ ...detailQuery(inspectionId), staleTime: 0 })
    if (detail.channel !== channel) {
      const station = PAGES[CHANNEL_PAGES[detail.channel].station].title
      return { ok: false, message: `质检记录${detail.inspectionNo}属于${station}，请在“${station}”中继续` }
    }
    const phone = phoneOfDetail(detail)
    dispatch({ type: 'opened', phone: place ? { ...phone, opensAt: place } : phone })
    return { ok: true, message: '已接着打开' }
  }
  /** A label leads to a phone whose own code stands in its last record. */
  const ownCode = async (verified: Verified): Promise<UnitCode | null> => {
    const last = verified.history[0]
    const known = codeOfVerified(verified)
    if (known || !last) return known
    return (await client.fetchQuery(detailQuery(last.inspectionId))).code
  }
  const openFree = async (verified: Verified): Promise<ScanOutcome> => {
    const code = await ownCode(verified)
    if (!code) return { ok: false, message: '条码没有对应的IMEI，请扫描手机的IMEI' }
    const { history, suggestedModelIds, suggestions, message } = verified
    dispatch({ type: 'opened', phone: openPhone({ code, history, suggestedModelIds, suggestions }) })
    const [only, ...others] = suggestedModelIds
    if (only !== undefined && others.length === 0) {
      const model = await client.fetchQuery(modelQuery(only))
      dispatch({ type: 'modelPicked', modelId: model.modelId, title: modelTitleOf(model) })
    }
    return { ok: true, message }
  }
  return { openRecord, openFree }
}

/** A beginning or end of the open phone's own code is no bag, however much it looks like one. */
const isFragmentOf = ({ code, record }: OpenPhone, scanned: string): boolean =>
  isPartOf(scanned, [code.imei, code.imei2, code.meid, code.sn, record?.barCode ?? ''])

/** What every scan at the station does: opens a phone, takes a bag's code, names the model, or asks before leaving. */
export function useScan({ station, isModelReopened, onBarred, putDown }: ScanInput) {
  const { channel, dispatch, now } = station
  const client = useQueryClient()
  const { openRecord, openFree } = useOpening(station)
  const [scannedWords, setScannedWords] = useState<ScannedWords | null>(null)

  const verify = async (code: string): Promise<ScanOutcome> => {
    onBarred(null)
    const verified = await api.detRecord.verifyBarCode({ code, channel }, { handles: 'all' })
    const { result, message, openInspectionId } = verified
    if (result === 'free') return openFree(verified)
    if (result === 'inspecting' && openInspectionId) {
      const opened = await openRecord(openInspectionId)
      return opened.ok ? { ok: true, message: `${message}，${opened.message}` } : opened
    }
    onBarred({ message, inspectionId: verified.history[0]?.inspectionId ?? null })
    return { ok: false, message }
  }
  const nameModel = (code: string): Promise<ScanOutcome | null> =>
    answerByNumber(code, {
      onShared: () => setScannedWords({ text: code }),
      onNamed: (model, sku) => {
        dispatch({ type: 'modelPicked', ...model })
        dispatch({ type: 'skuPicked', sku })
      },
    })
  /** A scanned bag takes the place of whatever stands in the bag's box, and is judged there and then. */
  const takeBag = async ({ record }: OpenPhone, bagCode: string): Promise<ScanOutcome> => {
    dispatch({ type: 'changed', fields: { bagCode } })
    return (await judgeBag(client, bagCode, record?.inspectionId ?? null, '已填入封袋码')).outcome
  }
  const onScan = async (code: string): Promise<ScanOutcome> => {
    setScannedWords(null)
    const { phone } = now()
    if (!phone) return verify(imeiBehindLetters(code) ?? code)
    if (isFragmentOf(phone, code)) return { ok: false, message: FRAGMENT_MESSAGE }
    const scan = readScan(phone, code)
    if (scan.kind === 'same') return { ok: true, message: '就是当前手机' }
    if ((phone.modelId === null || isModelReopened) && !(scan.kind === 'otherUnit' && scan.isImei)) {
      const named = await nameModel(code)
      if (named) return named
    }
    if (scan.kind === 'bag') return takeBag(phone, scan.bagCode)
    const choice = await askAboutScan(phone, scan.code, scan.isImei)
    if (choice === undefined) return { ok: true, message: '继续当前手机' }
    if (choice === 'secondImei') {
      dispatch({ type: 'secondImei', imei2: scan.code })
      return { ok: true, message: '已记为副IMEI' }
    }
    if (!(await putDown())) return { ok: true, message: '继续当前手机' }
    return verify(scan.code)
  }
  return { onScan, openRecord, scannedWords }
}
