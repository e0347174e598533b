import { PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { Code } from '../../components/code/code.tsx'
import { can } from '../../session/session.ts'
import { reportLink } from '../inspection/links.ts'

interface InspectionNoProps {
  inspectionId: string
  inspectionNo: string
  /** Leaves the work on this page where it is. */
  inNewTab?: boolean
}

/** An inspection's number, leading to its report for whoever may open that. */
export function InspectionNo({ inspectionId, inspectionNo, inNewTab = false }: InspectionNoProps) {
  if (!can(PAGES.auctionInspections.path)) return <Code text={inspectionNo} what="质检编号" />
  return (
    <Link className="code" to={reportLink(inspectionId)} target={inNewTab ? '_blank' : undefined}>
      {inspectionNo}
    </Link>
  )
}
