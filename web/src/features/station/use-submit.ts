import type { Channel } from '@huanji/domain/channel'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiRefusal, isRefusal, keptText } from '../../api/refusal.ts'
import { refreshInspections } from '../inspection/queries.ts'
import type { Saved } from '../inspection/types.ts'
import { skuTextOf } from './sku-picker.tsx'
import { mainCode, type OpenPhone, type StationResult } from './station-state.ts'
import { confirmTypedCost, sendTypedCost } from './typed-cost.ts'
import type { RecordSaver } from './use-record-saver.ts'
import type { Station } from './use-station.ts'

/** What stands on screen after a phone is done. */
function resultOf(channel: Channel, phone: OpenPhone, saved: Saved): StationResult {
  const missing = [
    ...saved.missingShots.map((shot) => shot.name),
    ...saved.missingDefectPhotos.map((defect) => `${defect.itemName}瑕疵`),
  ]
  return {
    channel,
    inspectionId: saved.inspectionId,
    inspectionNo: saved.inspectionNo,
    barCode: saved.barCode,
    imei: mainCode(phone.code),
    modelTitle: phone.modelTitle,
    skuText: skuTextOf(phone.sku),
    grade: phone.finalGrade || (saved.explanation?.grade ?? 'X'),
    explanation: saved.explanation,
    state: saved.state,
    bagCode: normaliseCode(phone.bagCode),
    photoTaskId: saved.photoTaskId,
    missingPhotos: missing,
  }
}

interface SubmitInput {
  readonly station: Station
  readonly saver: RecordSaver
  readonly onConflict: (message: string) => Promise<boolean>
  /** Leads to the field that a refusal names: `bagCode`, `answers.A09`, `shopAccountId`. */
  readonly onRefused: (field: string | null, message: string) => void
  readonly onDone: (result: StationResult) => void
}

/** Finishes the open phone: waits for a draft under way, submits from its version, and says what came of it. */
export function useSubmit({ station, saver, onConflict, onRefused, onDone }: SubmitInput) {
  const client = useQueryClient()
  const [isSubmitting, setSubmitting] = useState(false)
  const [refusal, setRefusal] = useState('')
  const [isGradeRefused, setGradeRefused] = useState(false)

  const isCostMeant = async (): Promise<boolean> => {
    const { phone } = station.now()
    return phone === null || confirmTypedCost(station.channel, mainCode(phone.code), phone.knownCostFen ?? null)
  }
  const send = async (): Promise<void> => {
    const submitted = await saver.submit()
    if (!submitted) return
    const result = resultOf(station.channel, submitted.phone, submitted.saved)
    void sendTypedCost(station.channel, { unitId: submitted.saved.unitId, code: mainCode(submitted.phone.code) })
    station.dispatch({ type: 'submitted', result })
    onDone(result)
    await refreshInspections(client)
  }
  const settleError = async (error: unknown): Promise<void> => {
    if (isRefusal(error, 'VERSION_CONFLICT') && (await onConflict(error.message))) {
      setRefusal('内容已更新，请核对后再次提交')
    } else if (error instanceof ApiRefusal) {
      setRefusal(error.message)
      setGradeRefused(isRefusal(error, 'GRADE_NOT_ALLOWED'))
      onRefused(error.field, error.message)
    } else {
      setRefusal(keptText(error, '内容已存在本机，请恢复后再次提交'))
      onRefused(null, keptText(error, '未能提交'))
    }
  }
  const clearRefusal = () => {
    setRefusal('')
    setGradeRefused(false)
  }
  const submit = async (): Promise<void> => {
    if (isSubmitting) return
    setSubmitting(true)
    clearRefusal()
    try {
      if (await isCostMeant()) await send()
    } catch (error) {
      await settleError(error)
    } finally {
      setSubmitting(false)
    }
  }
  return { submit, isSubmitting, refusal, isGradeRefused, clearRefusal }
}
