import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { Button } from '../../../components/button/button.tsx'
import { DetailPending, LOADING } from '../../../components/detail/detail-pending.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../../components/sub-line/sub-line.tsx'
import { ScrollTable } from '../../../components/table/table.tsx'
import { UnitCodeCells } from '../../goods/unit-cells.tsx'
import type { Candidate } from '../types.ts'
import styles from './pick-order.module.css'

/** So many that cannot be sent are shown: enough to see why the one in one's hand is none of the others. */
const OTHERS_SHOWN = 20

interface CandidatesProps {
  orderId: string
  disabled: boolean
  /** Phones chosen already stand above. */
  pickedIds: ReadonlySet<string>
  choose: (candidate: Candidate) => void
}

function CandidateRow({
  candidate,
  disabled,
  choose,
}: { candidate: Candidate } & Pick<CandidatesProps, 'disabled' | 'choose'>) {
  const { problem, isBetter, isInStock } = candidate
  return (
    <tr>
      <td>
        {candidate.modelName}
        <SubLine>
          {candidate.skuText} <GradeBadge grade={candidate.grade} small />
        </SubLine>
      </td>
      <UnitCodeCells unit={candidate} />
      <td>
        {problem === '' ? (
          <>
            {isBetter ? <StateTag tone="warning">成色更高</StateTag> : null}
            {isInStock ? <StateTag tone="success">本商品库存</StateTag> : null}
          </>
        ) : (
          <span className={styles.problem}>{problem}</span>
        )}
      </td>
      <td className={styles.does}>
        {problem === '' ? (
          <Button small disabled={disabled} onClick={() => choose(candidate)}>
            选择
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

/** The phones that the order can be sent with, and those that cannot, each with the reason. */
export function CandidatesTable({ orderId, disabled, pickedIds, choose }: CandidatesProps) {
  const query = useQuery({ ...queryOf(api.curatedPicking.candidates, { orderId }), staleTime: 0 })
  return (
    <DetailPending query={query} waiting={LOADING}>
      {({ units }) => {
        const left = units.filter(({ unitId }) => !pickedIds.has(unitId))
        const free = left.filter(({ problem }) => problem === '')
        const others = left.filter(({ problem }) => problem !== '')
        const shown = [...free, ...others.slice(0, OTHERS_SHOWN)]
        return (
          <section aria-label="可选手机">
            <h3 className={styles.head}>
              可选 {free.length} 台
              {others.length > 0 ? <span className="muted">，另有 {others.length} 台不能选</span> : null}
            </h3>
            {free.length === 0 ? (
              <p className="muted">没有可选的手机。请补足同规格、成色不低于要求的手机，或关闭订单。</p>
            ) : null}
            {shown.length > 0 ? (
              <ScrollTable label="可选手机表格">
                <thead>
                  <tr>
                    <th scope="col">机型规格</th>
                    <th scope="col">IMEI / 条码</th>
                    <th scope="col">封袋码 / 质检单号</th>
                    <th scope="col">能否选择</th>
                    <th scope="col">
                      <span className="sr-only">操作</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {shown.map((candidate) => (
                    <CandidateRow key={candidate.unitId} candidate={candidate} disabled={disabled} choose={choose} />
                  ))}
                </tbody>
              </ScrollTable>
            ) : null}
          </section>
        )
      }}
    </DetailPending>
  )
}
