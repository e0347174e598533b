import { InspectionStation } from '../../../../features/station/inspection-station.tsx'

/** 鱼市质检: one phone after the other, by scanner and keyboard alone. */
export default function Page() {
  return <InspectionStation channel="auction" />
}
