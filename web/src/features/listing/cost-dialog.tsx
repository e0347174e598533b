import type { Fen } from '@huanji/domain/money'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { MoneyInput, UNREADABLE_AMOUNT } from '../../components/field/money-input.tsx'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { ownFault, useWrite } from '../../components/form/use-write.ts'
import { FailureNote } from '../../components/note/note.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { ScrollTable } from '../../components/table/table.tsx'
import { toast } from '../../components/toast/toast.ts'
import { confirmCosts, type OfferedAt } from './confirm-costs.tsx'
import type { ListingDetail } from './types.ts'

type Unit = ListingDetail['units'][number]

/** What one call takes. */
const CALL_MAX = 50

interface CostDialogProps {
  units: readonly Unit[]
  /** What one of them goes for at the least; null where they differ, or the person may not see it. */
  offered: OfferedAt | null
  onClose: (isDone?: true) => void
}

/** The costs that a person typed, and sending those that changed. */
function useCosts({ units, offered, onClose }: CostDialogProps) {
  const queries = useQueryClient()
  const { during, isSending, fault, setFault } = useWrite()
  const [costs, setCosts] = useState<ReadonlyMap<string, Fen | null>>(
    () => new Map(units.map((unit) => [unit.unitId, unit.costPriceFen])),
  )
  /** The units whose box holds no amount. */
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set())
  const changed = units.filter((unit) => costs.get(unit.unitId) !== unit.costPriceFen)
  const isTyped = changed.length > 0 || unreadable.size > 0
  useLeaveGuard(() => isTyped)

  const save = async () => {
    if (unreadable.size > 0) return setFault(ownFault(UNREADABLE_AMOUNT))
    const typed = changed.map((unit) => ({
      label: unit.imei || unit.barCode,
      beforeFen: unit.costPriceFen,
      offered,
      afterFen: costs.get(unit.unitId) ?? null,
    }))
    if (!(await confirmCosts(typed))) return
    const saved = await during(async (sendWithKey) => {
      for (let at = 0; at < changed.length; at += CALL_MAX) {
        const rows = changed
          .slice(at, at + CALL_MAX)
          .map(({ unitId }) => ({ unitId, costPriceFen: costs.get(unitId) ?? null }))
        await sendWithKey({ rows }, (options) => api.listingHandling.setCost({ rows }, options))
      }
      return changed.length
    })
    if (saved === null) return
    toast('success', `已保存 ${saved} 台的成本价`)
    await refresh(queries, api.goods.detail, api.goods.list, api.goods.listable)
    onClose(true)
  }
  const set = (unitId: string, fen: Fen | null, isReadable: boolean) => {
    setCosts(new Map([...costs, [unitId, fen]]))
    const others = [...unreadable].filter((one) => one !== unitId)
    setUnreadable(new Set(isReadable ? others : [...others, unitId]))
    setFault(null)
  }
  return { costs, set, save, isSending, failure: fault?.message ?? '', isTyped }
}

/** 成本价: what the phones of a listing cost, for whoever may know; margins are counted from it. */
export function CostDialog(props: CostDialogProps) {
  const { costs, set, save, isSending, failure, isTyped } = useCosts(props)
  return (
    <Dialog
      title="成本价"
      widthPx={560}
      closable={!isSending}
      onClose={() => props.onClose()}
      footer={
        <>
          <Button disabled={isSending} onClick={() => props.onClose()}>
            取消
          </Button>
          <Button tone="primary" busy={isSending} disabled={!isTyped} onClick={() => void save()}>
            保存
          </Button>
        </>
      }
    >
      <FailureNote text={failure} />
      <ScrollTable label="成本价表格">
        <thead>
          <tr>
            <th scope="col">手机</th>
            <th scope="col">成本价</th>
          </tr>
        </thead>
        <tbody>
          {props.units.map((unit) => (
            <tr key={unit.unitId}>
              <td>
                {unit.modelName} {unit.skuText}
                <SubLine code>{unit.imei || unit.barCode}</SubLine>
              </td>
              <td>
                <MoneyInput
                  fen={costs.get(unit.unitId) ?? null}
                  disabled={isSending}
                  aria-label={`成本价 ${unit.imei || unit.barCode}`}
                  onChange={(fen, isReadable) => set(unit.unitId, fen, isReadable)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Dialog>
  )
}
