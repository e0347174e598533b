import type { Fen } from '@huanji/domain/money'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { Code } from '../../components/code/code.tsx'
import { Section } from '../../components/detail/detail.tsx'
import { MoneyInput } from '../../components/field/money-input.tsx'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { BY_TOAST, useWrite } from '../../components/form/use-write.ts'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { Time } from '../../components/time/time.tsx'
import { toast } from '../../components/toast/toast.ts'
import { can } from '../../session/session.ts'
import { confirmCosts } from '../listing/confirm-costs.tsx'
import { STANDING_LABELS, STANDING_TONES } from './phone-labels.ts'
import styles from './phone-sections.module.css'
import type { PhoneUnit } from './types.ts'

/** What stands in the box while it differs from what is stored. */
interface TypedCost {
  readonly fen: Fen | null
  /** False for a text that is no amount: it is not kept. */
  readonly isReadable: boolean
}

/** What one unit cost, for whoever may know: typed here, and kept with 保存 or Enter. What others store does not replace what is typed. */
function CostField({ unit }: { unit: PhoneUnit }) {
  const queries = useQueryClient()
  const { send, isSending } = useWrite(BY_TOAST)
  const [typed, setTyped] = useState<TypedCost | null>(null)
  const isChanged = typed !== null && (!typed.isReadable || typed.fen !== unit.costPriceFen)
  useLeaveGuard(() => isChanged && !isSending)
  const save = async () => {
    if (!isChanged || !typed.isReadable || isSending) return
    const cost = { beforeFen: unit.costPriceFen, afterFen: typed.fen, offered: null }
    if (!(await confirmCosts([{ label: unit.barCode, ...cost }]))) return
    const rows = [{ unitId: unit.unitId, costPriceFen: typed.fen }]
    if (!(await send({ rows }, (options) => api.listingHandling.setCost({ rows }, options)))) return
    toast('success', '已保存成本价')
    await refresh(queries, api.phoneRecord.life, api.goods.detail, api.goods.list)
    setTyped(null)
  }
  return (
    <form
      className={styles.cost}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <span className="muted">成本价</span>
      <MoneyInput
        fen={typed === null ? unit.costPriceFen : typed.fen}
        // a box that is disabled loses the focus
        readOnly={isSending}
        aria-label={`成本价 ${unit.barCode}`}
        placeholder="未填写"
        onChange={(fen, isReadable) => setTyped(isReadable && fen === unit.costPriceFen ? null : { fen, isReadable })}
      />
      <Button small type="submit" busy={isSending} disabled={!isChanged}>
        保存
      </Button>
    </form>
  )
}

/** Each time that the phone came into stock, oldest first, under its bar code of then. */
export function UnitsSection({ units }: { units: readonly PhoneUnit[] }) {
  return (
    <Section title={units.length > 1 ? `入库（${units.length} 次）` : '入库'}>
      <ol className={styles.list}>
        {units.map((unit) => (
          <li key={unit.unitId}>
            <p className={styles.line}>
              <Code text={unit.barCode} what="条码" />
              <StateTag tone={STANDING_TONES[unit.standing]}>{STANDING_LABELS[unit.standing]}</StateTag>
            </p>
            <p className="muted">
              <Time at={unit.createdAt} />
            </p>
            {can('field:costPrice') ? <CostField unit={unit} /> : null}
          </li>
        ))}
      </ol>
    </Section>
  )
}
