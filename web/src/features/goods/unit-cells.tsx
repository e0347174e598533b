import { Code } from '../../components/code/code.tsx'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { BarCode } from '../links/bar-code.tsx'
import { InspectionNo } from '../links/inspection-no.tsx'

interface SoldUnit {
  readonly imei: string
  readonly barCode: string
  readonly bagCode: string | null
  readonly inspectionId: string
  readonly inspectionNo: string
}

/** Two cells of a table of units: IMEI over bar code, and bag code over inspection number. */
export function UnitCodeCells({ unit }: { unit: SoldUnit }) {
  return (
    <>
      <td>
        <Code text={unit.imei} what="IMEI" />
        <SubLine>
          <BarCode barCode={unit.barCode} />
        </SubLine>
      </td>
      <td>
        <Code text={unit.bagCode} what="封袋码" />
        <SubLine>
          <InspectionNo inspectionId={unit.inspectionId} inspectionNo={unit.inspectionNo} />
        </SubLine>
      </td>
    </>
  )
}
