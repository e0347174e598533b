import { useSearchParams } from 'react-router'
import { BatchStation } from '../../../../features/batch/batch-station.tsx'

/** 严选多台质检: phones of one model, SKU and grade, with one set of answers. */
export default function Page() {
  const [search] = useSearchParams()
  return <BatchStation channel="curated" joinedId={search.get('batchId')} />
}
