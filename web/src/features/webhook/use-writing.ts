import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { errorText, isRefusal } from '../../api/refusal.ts'
import { toast } from '../../components/toast/toast.ts'

/** Carries out a write of a receiver, and asks for receivers and deliveries again. A refusal has been shown by then. */
export function useWriting() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (error) => {
      if (!isRefusal(error)) toast('error', errorText(error))
    },
    onSettled: () => refresh(queries, api.webhook.list, api.webhook.deliveries),
  })
}
