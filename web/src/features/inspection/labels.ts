import { CHANNEL_LABELS } from '@huanji/contract/labels'
import type { Channel } from '@huanji/domain/channel'
import { BAG_STATES } from '@huanji/domain/states/bag'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { stateLabel } from '@huanji/domain/states/transition'
import type { StateTone } from '../../components/state-tag/state-tag.tsx'
import type { BagRecord, GradeExplanation, InspectionState } from './types.ts'

/** The colour that a state is shown in; its word carries the meaning. */
export const STATE_TONES: Readonly<Record<InspectionState, StateTone>> = {
  draft: 'neutral',
  awaiting_photos: 'warning',
  awaiting_seal: 'warning',
  listable: 'success',
  listed: 'primary',
  sold: 'info',
  voided: 'neutral',
}

/** What a state is called. */
export const inspectionLabel = (state: string): string => stateLabel(INSPECTION_STATES, state) ?? state

/** The states of inspections in the order in which they follow, for tabs and filters. */
export const INSPECTION_OPTIONS = INSPECTION_STATES.states.map(({ code, label }) => ({ value: code, label }))

/** Who asked for other pictures of a phone, and why. */
export const retakeText = ({ askedBy, reason }: { readonly askedBy: string; readonly reason: string }): string =>
  `${askedBy}请重拍${reason === '' ? '' : `：${reason}`}`

/** What to do next with a record in a state; empty where nothing is left to do. */
export const NEXT_STEP: Readonly<Record<InspectionState, string>> = {
  draft: '继续质检并提交',
  awaiting_photos: '补拍照片后自动转为待封袋',
  awaiting_seal: '装入封袋并扫描封袋码',
  listable: '可以上架',
  listed: '',
  sold: '',
  voided: '',
}

export const BAG_TONES: Readonly<Record<BagRecord['state'], StateTone>> = {
  unused: 'neutral',
  held: 'warning',
  bound: 'success',
  shipped: 'info',
  opened: 'warning',
  voided: 'danger',
}

/** What is said of a bag whose phone is still to be photographed. */
export const BAG_HELD = '待拍照，拍完后封袋'

/** True for a bag that is kept for a phone and not closed yet (docs/domain.md §3.4). */
export const isBagHeld = ({ bagCode, state }: { readonly bagCode: string | null; readonly state: InspectionState }) =>
  bagCode !== null && bagCode !== '' && state === 'awaiting_photos'

export const BAG_OPTIONS = BAG_STATES.states.map(({ code, label }) => ({ value: code, label }))

export const CODE_KINDS = { imei: 'IMEI', meid: 'MEID', sn: '序列号' } as const

/** What a condition is called where a channel sells it, or that the channel does not. */
export function saleLabel({ auctionLabel, curatedLabel }: GradeExplanation, channel: Channel): string {
  if (auctionLabel === null && curatedLabel === null) return '两个渠道均不可上架'
  return { auction: auctionLabel, curated: curatedLabel }[channel] ?? `${CHANNEL_LABELS[channel]}渠道不可上架`
}

/** Tells a state that travelled as plain text. */
export const isInspectionState = (state: string): state is InspectionState =>
  INSPECTION_OPTIONS.some((option) => option.value === state)
