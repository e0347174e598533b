import type { Channel } from '@huanji/domain/channel'
import { jumpQuestion } from '@huanji/domain/jump'
import { type Fen, isFen } from '@huanji/domain/money'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { errorText } from '../../api/refusal.ts'
import { confirm } from '../../components/confirm/confirm.tsx'
import { UNREADABLE_AMOUNT } from '../../components/field/money-input.tsx'
import { readDraft, writeDraft } from '../../components/form/draft.ts'
import { toast } from '../../components/toast/toast.ts'
import { can } from '../../session/session.ts'

/** What was typed as the cost of the phone at the station; it survives a reload like the phone itself. */
interface TypedCost {
  /** The code of the phone that it was typed for; empty once that was submitted. */
  readonly code: string
  readonly fen: Fen | null
  /** False while the box holds a text that is no amount. */
  readonly isReadable: boolean
  /** The next phone of the same lot cost the same. */
  readonly isKept: boolean
}

const NONE: TypedCost = { code: '', fen: null, isReadable: true, isKept: false }

const draftName = (channel: Channel): string => `${channel}-inspection-cost`

function isTypedCost(value: unknown): value is TypedCost {
  if (typeof value !== 'object' || value === null) return false
  const { code, fen, isReadable, isKept } = value as Partial<Record<keyof TypedCost, unknown>>
  const areFlags = typeof isReadable === 'boolean' && typeof isKept === 'boolean'
  return typeof code === 'string' && (fen === null || isFen(fen)) && areFlags
}

/** What stands in the box for a phone: what was typed for it, or what is kept from the one before. */
export function typedCostOf(channel: Channel, code: string): TypedCost {
  const known = readDraft(draftName(channel), isTypedCost) ?? NONE
  return known.code === code || known.isKept ? { ...known, code } : { ...NONE, code }
}

/** Keeps what was typed in this browser. */
export const keepTypedCost = (channel: Channel, cost: TypedCost): void => writeDraft(draftName(channel), cost)

/**
 * Asks about a typed cost that is far from what the phone is known to have cost.
 * @returns true when nothing is wrong with it, or the person stands by it
 */
export async function confirmTypedCost(channel: Channel, code: string, knownFen: Fen | null): Promise<boolean> {
  const { fen } = typedCostOf(channel, code)
  const question = fen === null || !can('field:costPrice') ? null : jumpQuestion('成本价', knownFen, fen)
  if (question === null) return true
  return confirm({ title: '成本价请再确认', body: question, ok: '成本价没错，保存', cancel: '回去改', tone: 'danger' })
}

const tellUnsaved = (why: string) => toast('error', `成本价没有保存（${why}），请在一机一档中补填`)

/** Sends what was typed for a phone that was submitted, and makes room for the next. The inspection stands without it. */
export async function sendTypedCost(channel: Channel, phone: { readonly unitId: string; readonly code: string }) {
  if (!can('field:costPrice')) return
  const typed = typedCostOf(channel, phone.code)
  keepTypedCost(channel, { ...(typed.isKept ? typed : NONE), code: '', isReadable: true })
  if (!typed.isReadable) tellUnsaved(UNREADABLE_AMOUNT)
  if (typed.fen === null) return
  const rows = [{ unitId: phone.unitId, costPriceFen: typed.fen }]
  try {
    await api.listingHandling.setCost({ rows }, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
  } catch (error) {
    tellUnsaved(errorText(error))
  }
}
