import type { InputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { BILL_DIRECTION_LABELS } from '@huanji/contract/features/bill/labels'
import { DIFFERENCE_LABELS } from '@huanji/contract/features/reconciliation/labels'
import { optionsOf } from '@huanji/contract/labels'
import { useId } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import { Facts } from '../../components/detail/detail.tsx'
import { MoneyField, SelectField, TextField } from '../../components/form/fields.tsx'
import { ContractFormView, SubmitButton } from '../../components/form/form-view.tsx'
import { useContractForm } from '../../components/form/use-contract-form.ts'
import { Money } from '../../components/money/money.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import type { FindingRow } from './bill-labels.ts'
import styles from './finding-dialog.module.css'
import { FINDING_WAYS, type FindingWay, wayName } from './finding-ways.ts'
import { GapMoney } from './gap-money.tsx'

interface FindingDialogProps {
  way: FindingWay
  finding: FindingRow
  onClose: (settled?: FindingRow) => void
}

type Values = InputOf<Calls['billCheck']['adjust']>

const schemaOf = (way: FindingWay) => () =>
  import('@huanji/contract/features/reconciliation/calls').then(({ billCheck }) => billCheck[way].input)

/** What the form begins with: a booking that would just explain the difference. */
function defaultsOf(way: FindingWay, { findingId, version, differenceFen }: FindingRow): Partial<Values> {
  const asked = { findingId, version, reason: '' }
  if (way !== 'adjust') return asked
  return { ...asked, direction: differenceFen < 0 ? 'in' : 'out', amountFen: Math.abs(differenceFen) }
}

/** Asks for the reason of a way to settle a finding, and for the amount where one is booked. */
export function FindingDialog({ way, finding, onClose }: FindingDialogProps) {
  const formId = useId()
  const { hint } = FINDING_WAYS[way]
  const name = wayName(way)
  const form = useContractForm<Values, { finding: FindingRow }>({
    schema: schemaOf(way),
    defaults: defaultsOf(way, finding),
    submit: (values, options) => api.billCheck[way](values, options),
    onDone: (answer) => onClose(answer.finding),
    labels: { reason: '原因' },
  })
  return (
    <Dialog
      title={name}
      onClose={() => onClose()}
      closable={!form.isSubmitting}
      widthPx={560}
      footer={
        <>
          <Button disabled={form.isSubmitting} onClick={() => onClose()}>
            取消
          </Button>
          <SubmitButton form={form} formId={formId}>
            {name}
          </SubmitButton>
        </>
      }
    >
      <Facts
        items={[
          { label: '差异', value: DIFFERENCE_LABELS[finding.kind] },
          { label: '订单/结算单', value: <span className="code">{finding.subject}</span> },
          { label: '闲鱼的数', value: <Money fen={finding.theirsFen} /> },
          { label: '我们的数', value: <Money fen={finding.oursFen} /> },
          { label: '差多少', value: <GapMoney fen={finding.surplusFen} /> },
          { label: '说明', value: finding.detail, wide: true },
        ]}
      />
      <p className={styles.hint}>{hint}</p>
      <ContractFormView form={form} id={formId}>
        {way === 'adjust' ? (
          <>
            <SelectField
              form={form}
              name="direction"
              label="收支"
              required
              options={optionsOf(BILL_DIRECTION_LABELS)}
            />
            <MoneyField form={form} name="amountFen" label="金额" required />
          </>
        ) : null}
        <TextField form={form} name="reason" label="原因" required lines={3} maxLength={200} takesFocus />
      </ContractFormView>
    </Dialog>
  )
}
