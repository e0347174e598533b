import type { Channel } from '@huanji/domain/channel'
import { type ReactNode, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { latePart } from '../../components/late/late-part.ts'
import { can } from '../../session/session.ts'
import { InspectionStation } from './inspection-station.tsx'

const PhotoStation = latePart(async () => (await import('./photo-station/photo-station.tsx')).PhotoStation)

interface OwnStationProps {
  channel: Channel
  /** Stands over the scan box of whoever inspects, while no phone is open. */
  lead?: ReactNode
}

/** A channel's station as the person works at it: whoever photographs and does not inspect has the photographs alone. */
export function OwnStation(props: OwnStationProps) {
  if (can(api.detRecord.addDetectRecord.path)) return <InspectionStation {...props} />
  return (
    <Suspense fallback={null}>
      <PhotoStation key={props.channel} channel={props.channel} />
    </Suspense>
  )
}
