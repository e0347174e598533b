import { PAGES } from '@huanji/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../../api/client.ts'
import type { SendWithKey } from '../../api/idempotency-key.ts'
import { BY_TOAST, useWrite } from '../../components/form/use-write.ts'
import { can } from '../../session/session.ts'
import { refreshInspections } from '../inspection/queries.ts'
import { checkLink } from '../links/inspection-links.ts'
import { dropStationDraft } from './station-draft.ts'
import { saveInputOf } from './station-state.ts'
import type { RecordSaver } from './use-record-saver.ts'
import type { Station } from './use-station.ts'

/** The way on of a phone that the curated channel does not take. */
export interface AuctionInstead {
  readonly isBusy: boolean
  readonly run: () => void
}

/**
 * 改为鱼市质检: the open record becomes one of the auction channel, with its answers and photographs and without its shop,
 * and its station goes on with it. Null at another station, and for people who do not inspect for auctions. It waits for
 * the answer to a submit: both would save the same version, and the later one would meet a colleague who is none.
 */
export function useAuctionInstead(station: Station, saver: RecordSaver, isSubmitting: boolean): AuctionInstead | null {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { during, isSending } = useWrite(BY_TOAST)
  const move = async (sendWithKey: SendWithKey) => {
    await saver.flush()
    const { phone } = station.now()
    // without a record nothing was graded, and there is nothing to move
    if (!phone?.record) return
    const input = saveInputOf('auction', { ...phone, shopAccountId: '' }, 'draft')
    const { inspectionId } = await sendWithKey(input, (options) => api.detRecord.addDetectRecord(input, options))
    dropStationDraft(station.channel)
    station.dispatch({ type: 'closed' })
    await refreshInspections(client)
    void navigate(checkLink({ channel: 'auction', inspectionId }))
  }
  const run = () => {
    if (!isSending) void during(move)
  }
  if (station.channel === 'auction' || !can(PAGES.auctionInspection.path)) return null
  return { isBusy: isSending || isSubmitting, run }
}
