import type { Channel } from '@huanji/domain/channel'
import { useEffect } from 'react'
import { dropDraft, readDraft, writeDraft } from '../../components/form/draft.ts'
import type { OpenPhone } from './station-state.ts'

/** Each channel has a station of its own, with a phone of its own at it. */
const draftName = (channel: Channel): string => `${channel}-inspection`

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A draft of an earlier release may have another shape; then it is no draft. */
function isOpenPhone(value: unknown): value is OpenPhone {
  if (!isRecord(value) || !isRecord(value.code) || !isRecord(value.sku) || !isRecord(value.answers)) return false
  const { record, revision, savedRevision, history, suggestions, bagCode } = value
  const isKnown = record === null || (isRecord(record) && typeof record.photoTaskId === 'string')
  return (
    isKnown &&
    typeof revision === 'number' &&
    typeof savedRevision === 'number' &&
    Array.isArray(history) &&
    Array.isArray(suggestions) &&
    typeof bagCode === 'string'
  )
}

/** The phone that lay at the station when the page went, or null. */
export const readStationDraft = (channel: Channel): OpenPhone | null => readDraft(draftName(channel), isOpenPhone)

/** Forgets the phone at the station, once it is submitted or put away. */
export const dropStationDraft = (channel: Channel): void => dropDraft(draftName(channel))

/** Keeps the phone at once, for what must not be lost with a page that goes before it is painted. */
export const keepStationDraft = (channel: Channel, phone: OpenPhone): void => writeDraft(draftName(channel), phone)

/** Keeps the open phone in this browser with every change: it survives a crash, a lost session and a lost network. */
export function useStationDraft(channel: Channel, phone: OpenPhone | null): void {
  useEffect(() => {
    if (phone) keepStationDraft(channel, phone)
  }, [channel, phone])
}
