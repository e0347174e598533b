import { checkBagCode } from '@huanji/domain/codes/classify'
import { unknownBagMessage } from '@huanji/domain/codes/imei'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { ApiRefusal, keptText } from '../../api/refusal.ts'
import type { ScanOutcome } from '../../components/scan/feedback.ts'
import { can } from '../../session/session.ts'
import type { BagCheck } from '../inspection/types.ts'

/** A pause in typing after which a code that is long enough is looked up. */
const TYPING_PAUSE_MS = 300

/** Whoever may neither submit an inspection nor seal a unit cannot ask; the submit then judges the bag. */
const mayCheck = (): boolean => can(api.detRecord.addDetectRecord.path) || can(api.bagRoll.bind.path)

/** What the server knows of a bag; its refusals are shown beside the bag, not as a toast. */
const bagCheckQuery = (bagCode: string) =>
  queryOptions({
    queryKey: [api.bagRoll.check.path, { bagCode }] as const,
    queryFn: ({ signal }) => api.bagRoll.check({ bagCode }, { signal, handles: 'all' }),
  })

/** Why a bag cannot be bound, in words; empty for one that can. */
export function bagFault(check: BagCheck, ownInspectionId: string | null): string {
  if (check.availability === 'free') return ''
  if (check.availability === 'unknown') return unknownBagMessage(check.bagCode)
  if (check.availability === 'voided') return '该封袋码已作废，请换一个封袋'
  const isOwn = check.inspectionId !== null && check.inspectionId === ownInspectionId
  return isOwn ? '' : `封袋码已用于 ${check.inspectionNo}，请换一个封袋`
}

/** What the server knows of a bag, asked anew; null when nobody could be asked, and whoever sends it off hears then. */
export async function lookUpBag(client: QueryClient, bagCode: string): Promise<BagCheck | null> {
  if (!mayCheck()) return null
  return client.fetchQuery({ ...bagCheckQuery(bagCode), staleTime: 0 }).catch(() => null)
}

/** A bag as it stands after it was looked up. */
export interface JudgedBag {
  readonly outcome: ScanOutcome
  /** Null when nobody could be asked. */
  readonly check: BagCheck | null
}

/**
 * Looks a scanned bag up, anew each time it is scanned. Without the right or the network the bag passes, and the server
 * judges it with the submit.
 * @param ownInspectionId the record at hand: a bag that is bound to it already is no fault
 * @param accepted what is said of a bag that can be bound
 */
export async function judgeBag(
  client: QueryClient,
  bagCode: string,
  ownInspectionId: string | null,
  accepted: string,
): Promise<JudgedBag> {
  if (!mayCheck()) return { outcome: { ok: true, message: accepted }, check: null }
  try {
    const check = await client.fetchQuery({ ...bagCheckQuery(bagCode), staleTime: 0 })
    const fault = bagFault(check, ownInspectionId)
    return { outcome: { ok: fault === '', message: fault || accepted }, check }
  } catch (error) {
    const isRefused = error instanceof ApiRefusal
    const message = isRefused ? error.message : `${accepted}，${keptText(error, '提交时再核对')}`
    return { outcome: { ok: !isRefused, message }, check: null }
  }
}

/** What stands in a box for a bag's code. */
export interface TypedBag {
  /** Why it cannot be bound: its form, or what the server knows of it. Empty while that is not known. */
  readonly fault: string
  readonly check: BagCheck | null
}

/** Judges what stands in a box: its form at once, the bag itself after a pause in typing, or at once when it was scanned. */
export function useTypedBag(typed: string, ownInspectionId: string | null): TypedBag {
  const checked = typed.trim() === '' ? null : checkBagCode(typed)
  const bagCode = checked?.ok ? checked.bagCode : ''
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(bagCode), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [bagCode])
  const enabled = bagCode !== '' && bagCode === rested && mayCheck()
  const check = useQuery({ ...bagCheckQuery(bagCode), enabled }).data
  if (checked && !checked.ok) return { fault: checked.message, check: null }
  if (bagCode === '' || !check) return { fault: '', check: null }
  return { fault: bagFault(check, ownInspectionId), check }
}
