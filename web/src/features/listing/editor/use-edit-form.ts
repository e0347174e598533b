import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { linkTo } from '@huanji/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api, type CallOptions } from '../../../api/client.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { refresh } from '../../../api/queries.ts'
import { ApiRefusal } from '../../../api/refusal.ts'
import { useContractForm } from '../../../components/form/use-contract-form.ts'
import { toast } from '../../../components/toast/toast.ts'
import { confirmPrices, type PriceQuestion } from '../confirm-prices.tsx'
import type { PriceSpan, SheetLine } from '../sheet/lines.ts'
import type { ListingDetail } from '../types.ts'
import { describeEdit, type EditValues, editInput, editLines, editProblems, editValues } from './edit-input.ts'

type Edited = OutputOf<Calls['goods']['edit']>

const LABELS = { title: '标题', content: '描述', photoIds: '照片', prices: '售价' } as const

interface Editing {
  readonly listing: ListingDetail
  readonly spans: ReadonlyMap<string, PriceSpan>
  /** What the listing was when the work began, or when a colleague's changes were last looked at. */
  readonly start: EditValues
}

/** What is asked before prices go out. */
export const questionsOf = (lines: readonly SheetLine[]): PriceQuestion[] =>
  lines.flatMap(({ key, name, verdict: { question } }) => (question === null ? [] : [{ key, label: name, question }]))

/** Sends the changes; a doubt of the server's that this side did not have is asked about, and sent again with the yes. */
async function sendEdit({ listing, spans, start }: Editing, values: EditValues, options: CallOptions): Promise<Edited> {
  const isConfirmed = questionsOf(editLines(listing, values, start, spans)).length > 0
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

/** The rules of the editor (`edit-input.ts`) as the form asks them: what is sent is made from the values, and differs from them. */
async function rulesOf(values: () => Pick<Editing, 'start' | 'listing'>) {
  const { any } = await import('zod')
  return any().superRefine((typed: EditValues, context) => {
    for (const [field, message] of Object.entries(editProblems(typed, values().start, values().listing))) {
      if (message !== '') context.addIssue({ code: 'custom', path: [field], message })
    }
  })
}

/** The form of the editor: its draft, its conflicts with colleagues, and where it leads afterwards. */
export function useEditForm(listing: ListingDetail, spans: ReadonlyMap<string, PriceSpan>) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [start, setStart] = useState(() => editValues(listing))
  // a form that is sent once more after a conflict compares with what it was shown there
  const latest = useRef({ listing, spans, start })
  latest.current = { listing, spans, start: latest.current.start }
  const form = useContractForm<EditValues, Edited>({
    schema: () => rulesOf(() => latest.current),
    defaults: start as never,
    draftKey: `listing-${listing.listingId}`,
    submit: (values, options) => sendEdit(latest.current, values, options),
    loadLatest: async () => {
      const now = editValues(await api.goods.detail({ listingId: listing.listingId }))
      latest.current.start = now
      setStart(now)
      return now
    },
    labels: LABELS,
    describe: describeEdit(listing),
    onDone: ({ changed }) => {
      toast('success', changed ? '已保存，闲鱼确认后生效' : '内容没有变化')
      void refresh(queries, api.goods.detail, api.goods.list)
      void navigate(linkTo('listing', { listingId: listing.listingId }), { replace: true })
    },
  })
  return { ...form, start }
}
