import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** The phones that a code leads to; whoever asks shows a refusal. */
export const phoneQuery = (code: string) =>
  queryOptions({
    queryKey: [api.phoneRecord.life.path, { code }] as const,
    queryFn: ({ signal }) => api.phoneRecord.life({ code }, { signal, handles: 'all' }),
    retry: false,
  })
