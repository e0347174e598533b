import { useId } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import { TextField } from '../../components/form/fields.tsx'
import { ContractFormView, SubmitButton } from '../../components/form/form-view.tsx'
import { useContractForm } from '../../components/form/use-contract-form.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import type { ShopRow } from './types.ts'

interface RemarkDialogProps {
  shop: ShopRow
  /** Gets the shop once it was saved, and nothing when the person gave up. */
  onClose: (saved?: ShopRow) => void
}

interface RemarkInput {
  shopAccountId: string
  remark: string
  version: number
}

/** Writes down what people remember a shop by. */
export function RemarkDialog({ shop, onClose }: RemarkDialogProps) {
  const formId = useId()
  const { shopAccountId, version } = shop
  const form = useContractForm<RemarkInput, { shop: ShopRow }>({
    schema: () => import('@huanji/contract/features/shop/calls').then((calls) => calls.shop.remark.input),
    defaults: { shopAccountId, version, remark: shop.remark },
    submit: (values, options) => api.shop.remark(values, options),
    onDone: (answer) => onClose(answer.shop),
  })
  return (
    <Dialog
      title={`备注：${shop.shopName}`}
      onClose={() => onClose()}
      closable={!form.isSubmitting}
      widthPx={460}
      footer={
        <>
          <Button disabled={form.isSubmitting} onClick={() => onClose()}>
            取消
          </Button>
          <SubmitButton form={form} formId={formId}>
            保存
          </SubmitButton>
        </>
      }
    >
      <ContractFormView form={form} id={formId}>
        <TextField
          form={form}
          name="remark"
          label="备注"
          lines={3}
          maxLength={100}
          hint="最多100字，只在本系统显示"
          takesFocus
        />
      </ContractFormView>
    </Dialog>
  )
}
