import { checkBagCode, classifyCode } from '@huanji/domain/codes/classify'
import { checkImei, checkSerialNumber } from '@huanji/domain/codes/imei'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { imeiBehindLetters, isPartOf } from '../../components/scan/code-text.ts'
import { FRAGMENT_MESSAGE, type ScanOutcome } from '../../components/scan/feedback.ts'
import type { ScanBoxHandle } from '../../components/scan/scan-box.tsx'
import { elapsedMs } from '../../platform/clock.ts'
import { can } from '../../session/session.ts'
import { judgeBag } from '../bag/bag-check.ts'
import type { Verified } from '../inspection/types.ts'
import type { ScannedWords } from '../station/model-choices.ts'
import { answerByNumber } from '../station/scanned-model.ts'
import { type BatchUnit, codeOf, type NewUnit, ownCodes, placesOf, type Verdict } from './batch-state.ts'
import { unitOf } from './read-unit.ts'
import { ROWS_MAX } from './table-rows.ts'
import type { Batch } from './use-batch.ts'
import type { BatchCheck } from './use-batch-check.ts'

/** How long a scan waits for the server's word before it counts as taken; a refusal that comes later is told then, and anything else shown. */
const PATIENCE_MS = 700
/** A serial number looks like a bag's code: read once more within this time it is one. */
const SAME_AGAIN_MS = 15_000

export const fullMessage = (count: number): string => `一批最多 ${ROWS_MAX} 台，请先提交现有的 ${count} 台`

const outcomeOf = (rowNo: number, { ok, message }: Verdict): ScanOutcome => ({
  ok,
  message: ok ? `第${rowNo}行，${message || '可以'}` : `第${rowNo}行：${message}`,
})

interface ScanInput {
  readonly batch: Batch
  readonly check: BatchCheck
  readonly box: RefObject<ScanBoxHandle | null>
}

/** Why a code is none that belongs here. Digits of about an IMEI's length are one that was misread. */
function faultOf(code: string): string {
  const checked = checkImei(code)
  const isLikeImei = /^\d{14,17}$/.test(normaliseCode(code))
  return isLikeImei && !checked.ok ? checked.message : '无法识别该编码，请扫描IMEI或封袋码'
}

/** What the models of phones with a scanned IMEI's TAC were, while the model is asked for. */
interface Hints {
  readonly ids: readonly string[]
  readonly suggestions: Verified['suggestions']
}

/** Adds a phone at once and tells what the server says of it. */
function useAdding({ batch, check, box }: ScanInput) {
  const { dispatch, now } = batch
  return async (unit: NewUnit): Promise<ScanOutcome> => {
    if (now().units.length >= ROWS_MAX) return { ok: false, message: fullMessage(now().units.length) }
    dispatch({ type: 'added', units: [unit] })
    const { lastKey, units, isFolded } = now()
    const rowNo = units.length
    if (!isFolded) return { ok: true, message: `已加入第${rowNo}行，完成批次信息后核对` }
    const asked = check.verdictOf(lastKey)
    const soon = new Promise<'late'>((resolve) => setTimeout(resolve, PATIENCE_MS, 'late'))
    const verdict = await Promise.race([asked, soon])
    const waiting = `已加入第${rowNo}行，等待核对`
    if (verdict === 'late') {
      void asked.then((late) => {
        if (late?.ok) box.current?.replace(waiting, outcomeOf(rowNo, late))
        else if (late) box.current?.tell(outcomeOf(rowNo, late))
      })
    }
    return verdict === 'late' || verdict === null ? { ok: true, message: waiting } : outcomeOf(rowNo, verdict)
  }
}

/** A code that may be a bag's: the last phone's bag, a serial number when it is read twice, or nothing of ours. */
function useBags({ batch }: ScanInput, add: (unit: NewUnit) => Promise<ScanOutcome>) {
  const client = useQueryClient()
  const doubted = useRef({ code: '', atMs: Number.NEGATIVE_INFINITY })
  return async (current: BatchUnit | undefined, bagCode: string): Promise<ScanOutcome> => {
    const isAgain = doubted.current.code === bagCode && elapsedMs() - doubted.current.atMs < SAME_AGAIN_MS
    if (isAgain) return add(unitOf({ kind: 'sn', sn: bagCode }))
    const { outcome, check } = await judgeBag(client, bagCode, null, '已填入封袋码')
    if (check?.availability === 'unknown') {
      if (/^\d{14,17}$/.test(bagCode)) return { ok: false, message: faultOf(bagCode) }
      const mayBeSerial = /[A-Z]/.test(bagCode) && checkSerialNumber(bagCode).ok
      if (mayBeSerial) doubted.current = { code: bagCode, atMs: elapsedMs() }
      return { ok: false, message: outcome.message + (mayBeSerial ? '；如为序列号，请再扫一次' : '') }
    }
    if (!outcome.ok) return outcome
    if (!current) return { ok: false, message: '请先扫描手机，再扫封袋码' }
    batch.dispatch({ type: 'bagTaken', key: current.key, bagCode })
    return { ok: true, message: `${codeOf(current)} ${outcome.message}` }
  }
}

/** What every scan does while a batch is at work: adds a phone, gives the last one its bag, or names the model. */
export function useBatchScan(input: ScanInput) {
  const { batch } = input
  const { channel, dispatch, now } = batch
  const [hints, setHints] = useState<Hints>({ ids: [], suggestions: [] })
  const [scannedWords, setScannedWords] = useState<ScannedWords | null>(null)
  const add = useAdding(input)
  const takeBag = useBags(input, add)

  const hintAt = async (imei: string): Promise<void> => {
    if (!can(api.detRecord.verifyBarCode.path)) return
    const { suggestedModelIds, suggestions } = await api.detRecord.verifyBarCode(
      { code: imei, channel },
      { handles: 'all' },
    )
    setHints({ ids: suggestedModelIds, suggestions })
  }
  const nameModel = (code: string): Promise<ScanOutcome | null> =>
    answerByNumber(code, {
      onShared: () => setScannedWords({ text: code }),
      onNamed: (model, sku) => {
        dispatch({ type: 'modelPicked', ...model })
        dispatch({ type: 'skuPicked', sku })
      },
    })
  const onScan = async (scanned: string): Promise<ScanOutcome> => {
    setScannedWords(null)
    const raw = imeiBehindLetters(scanned) ?? scanned
    const { units, currentKey, common } = now()
    const rowNo = placesOf(units).get(normaliseCode(raw))
    if (rowNo !== undefined) return { ok: false, message: `第${rowNo}行已有` }
    const current = units.find(({ key }) => key === currentKey)
    if (current && isPartOf(raw, ownCodes(current))) return { ok: false, message: FRAGMENT_MESSAGE }
    const { kind, value, candidates } = classifyCode(raw)
    if (kind === 'imei') {
      if (common.modelId === null) await hintAt(value).catch(() => {})
      return add(unitOf({ kind: 'imei', imei: value }))
    }
    if (kind === 'meid') return add(unitOf({ kind: 'meid', meid: value }))
    const named = common.modelId === null ? await nameModel(raw) : null
    if (named) return named
    const bag = checkBagCode(raw)
    if (bag.ok && candidates.includes('bagCode')) return takeBag(current, bag.bagCode)
    return { ok: false, message: faultOf(raw) }
  }
  return { onScan, hints, scannedWords }
}
