import { Link, useLocation } from 'react-router'
import { Code } from '../../components/code/code.tsx'
import { openedFrom } from '../../components/list/opened-from.ts'
import { mayReadReports, reportLink } from './inspection-links.ts'

interface InspectionNoProps {
  inspectionId: string
  inspectionNo: string
  /** Leaves the work on this page where it is. */
  inNewTab?: boolean
}

/** An inspection's number, leading to its report for whoever may open that. */
export function InspectionNo({ inspectionId, inspectionNo, inNewTab = false }: InspectionNoProps) {
  const { pathname, search } = useLocation()
  if (!mayReadReports()) return <Code text={inspectionNo} what="质检单号" />
  return (
    <Link
      className="code"
      to={reportLink(inspectionId)}
      target={inNewTab ? '_blank' : undefined}
      state={openedFrom('', search, pathname)}
    >
      {inspectionNo}
    </Link>
  )
}
