import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { refreshNotices } from './notice-queries.ts'

/** Marks notices as read, on all of the person's devices. That it failed is told to nobody: they are unread then. */
export function useReading() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (noticeIds: string[]) =>
      api.notice.read({ noticeIds }, { idempotencyKey: newIdempotencyKey(), handles: 'all' }),
    onSettled: () => refreshNotices(queries),
  })
}
