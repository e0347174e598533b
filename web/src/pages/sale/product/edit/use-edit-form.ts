import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls/index'
import { linkTo } from '@huanji/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api, type CallOptions } from '../../../../api/client.ts'
import { refresh } from '../../../../api/queries.ts'
import { ApiRefusal } from '../../../../api/refusal.ts'
import { useContractForm } from '../../../../components/form/use-contract-form.ts'
import { toast } from '../../../../components/toast/toast.tsx'
import { confirmPrices, type PriceQuestion } from '../../../../features/listing/confirm-prices.tsx'
import { describeEdit, type EditValues, editInput, editValues } from '../../../../features/listing/editor/edit-input.ts'
import type { ListingDetail } from '../../../../features/listing/types.ts'
import { newIdempotencyKey } from '../../../../platform/idempotency-key.ts'

type Edited = OutputOf<Calls['goods']['edit']>

const LABELS = { title: '标题', content: '描述', photoIds: '照片', prices: '售价' } as const

interface Editing {
  readonly listing: ListingDetail
  readonly start: EditValues
  /** What is asked before prices go out; asked at that moment. */
  readonly questions: () => readonly PriceQuestion[]
}

/** Sends the changes; a doubt of the server's that this side did not have is asked about, and sent again with the yes. */
async function sendEdit({ start, questions }: Editing, values: EditValues, options: CallOptions): Promise<Edited> {
  const isConfirmed = questions().length > 0
  try {
    return await api.goods.edit(editInput(values, start, isConfirmed), options)
  } catch (error) {
    const isQuestion = error instanceof ApiRefusal && error.bizErrCode === 'PRICE_NEEDS_CONFIRMATION'
    if (!isQuestion) throw error
    const { listingId } = values
    if (!(await confirmPrices([{ key: listingId, label: values.title, question: error.message }]))) throw error
    const again = { ...options, idempotencyKey: newIdempotencyKey() }
    return api.goods.edit(editInput(values, start, true), again)
  }
}

/** The form of the editor: its draft, its conflicts with colleagues, and where it leads afterwards. */
export function useEditForm(editing: Editing) {
  const { listing, start } = editing
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useContractForm<EditValues, Edited>({
    // Judged field by field as typed (`edit-input.ts`): what is sent is made from the values, and differs from them.
    schema: async () => (await import('zod')).any(),
    defaults: start as never,
    draftKey: `listing-${listing.listingId}`,
    submit: (values, options) => sendEdit(editing, values, options),
    loadLatest: async () => editValues(await api.goods.detail({ listingId: listing.listingId })),
    labels: LABELS,
    describe: describeEdit(listing),
    onDone: ({ changed }) => {
      toast('success', changed ? '已保存，闲鱼确认后生效' : '内容没有变化')
      void refresh(queries, api.goods.detail, api.goods.list)
      void navigate(linkTo('listing', { listingId: listing.listingId }), { replace: true })
    },
  })
}
