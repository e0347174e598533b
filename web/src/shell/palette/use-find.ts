import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { codesIn } from '@huanji/domain/codes/sought'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import type { IconName } from '../../components/icon/icon.tsx'
import type { Entry, Go } from './entry.ts'
import { mayOpen } from './own-entries.ts'

type Found = OutputOf<Calls['codeSearch']['find']>
export type FoundKind = Found['searched'][number]

/** How a kind is called, and its sign. */
export const KINDS: Readonly<Record<FoundKind, { readonly title: string; readonly icon: IconName }>> = {
  model: { title: '机型', icon: 'tag' },
  inspection: { title: '质检', icon: 'inspect' },
  batch: { title: '批次', icon: 'columns' },
  listing: { title: '商品', icon: 'sale' },
  order: { title: '订单', icon: 'truck' },
  refund: { title: '售后', icon: 'refresh' },
  bag: { title: '封袋', icon: 'bag' },
  phone: { title: '一机一档', icon: 'scan' },
  employee: { title: '员工', icon: 'person' },
}

/** So long nothing is typed before the server is asked. */
const PAUSE_MS = 200
const WORDS_MAX = 64
/** What the call takes of several codes. */
const CODES_MAX = 20 * WORDS_MAX

/** One letter or digit is no question yet; one Chinese sign may be a buyer or a colleague. */
function isQuestion(words: string): boolean {
  if (words.length > WORDS_MAX) return words.length <= CODES_MAX && codesIn(words).length > 1
  return words.length > 1 || /\p{Script=Han}/u.test(words)
}

/** What the server finds for what stands in the box. */
export interface Finding {
  /** Nothing before it has answered these words: what was found for others is not shown. */
  readonly found: Found | undefined
  readonly error: Error | null
  readonly isPending: boolean
  readonly retry: () => void
}

/**
 * Asks the server for words, once nothing was typed for a moment.
 * @param isAtOnce asked without waiting, as for a scan
 */
export function useFind(words: string, isAtOnce: boolean): Finding {
  const [rested, setRested] = useState(words)
  useEffect(() => {
    const waiting = setTimeout(() => setRested(words), PAUSE_MS)
    return () => clearTimeout(waiting)
  }, [words])
  const wanted = isQuestion(words)
  const isAsked = wanted && (isAtOnce || rested === words)
  const { data, error, refetch } = useQuery({
    queryKey: [api.codeSearch.find.path, words],
    queryFn: ({ signal }) => api.codeSearch.find({ words }, { signal, handles: 'all' }),
    enabled: isAsked,
  })
  const found = isAsked ? data : undefined
  const failed = isAsked ? error : null
  return { found, error: failed, isPending: wanted && !found && !failed, retry: () => void refetch() }
}

/** What was found, in its sections; places that the person's menu does not have are left out. */
export function foundEntries({ found }: Finding, go: Go): Entry[] {
  return (found?.hits ?? [])
    .filter(({ link }) => mayOpen(link))
    .map(({ kind, title, subtitle, link, code }) => ({
      // two codes may lead to one place
      key: code === undefined ? link : `${code} ${link}`,
      section: code === undefined ? KINDS[kind].title : '逐个编号',
      icon: KINDS[kind].icon,
      title: code ?? title,
      subtitle: code === undefined ? subtitle : `${title} · ${subtitle}`,
      link,
      run: () => go(link),
    }))
}
