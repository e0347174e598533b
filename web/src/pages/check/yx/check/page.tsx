import { OwnStation } from '../../../../features/station/own-station.tsx'

/** 严选单台质检: one phone after the other for the curated channel, with every item that applies to its model. */
export default function Page() {
  return <OwnStation channel="curated" />
}
