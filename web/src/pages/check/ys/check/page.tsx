import { InspectionStation } from '../../../../features/inspection/bench/check-bench.tsx'

/** 鱼市质检: one phone after the other, by scanner and keyboard alone. */
export default function Page() {
  return <InspectionStation channel="auction" />
}
