import { Suspense } from 'react'
import { api } from '../../api/client.ts'
import { latePart } from '../../components/late/late-part.ts'
import { useSearchChoice } from '../../components/segments/use-search-choice.ts'
import { can } from '../../session/session.ts'
import { OwnStation } from '../station/own-station.tsx'
import { ModeSwitch, type StationMode, useModeKey } from './mode-switch.tsx'

const BatchStation = latePart(async () => (await import('./batch-station.tsx')).BatchStation)

/** 鱼市质检: one phone after the other, or a lot of many with one set of answers, by scanner and keyboard alone. */
export function AuctionStationPage() {
  const [search, setSearch] = useSearchChoice()
  const mayBatch = can(api.batch.addMultiCommodity.path)
  const [wanted, batchId] = [search.get('mode'), search.get('batchId')]
  const mode: StationMode = mayBatch && wanted === 'batch' ? 'batch' : 'single'
  const change = async (next: StationMode) => {
    if (!mayBatch) return
    const kept = new URLSearchParams(search)
    if (next === 'batch') kept.set('mode', 'batch')
    else kept.delete('mode')
    await setSearch(kept, { replace: true })
  }
  useModeKey(mode, change)
  const lead = mayBatch ? <ModeSwitch mode={mode} onChange={change} /> : null
  if (mode === 'single') return <OwnStation channel="auction" lead={lead} />
  return (
    <Suspense fallback={lead}>
      <BatchStation channel="auction" joinedId={batchId} lead={lead} />
    </Suspense>
  )
}
