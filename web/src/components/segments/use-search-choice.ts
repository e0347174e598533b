import { useNavigate, useSearchParams } from 'react-router'

interface Options {
  readonly replace?: boolean
  readonly preventScrollReset?: boolean
}

/**
 * The query of the address, and a change of it that says when the page shows it: `useSearchParams` of the router keeps
 * the promise to itself.
 */
export function useSearchChoice(): [URLSearchParams, (next: URLSearchParams, options?: Options) => Promise<void>] {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return [search, async (next, options) => await navigate({ search: next.toString() }, options)]
}
