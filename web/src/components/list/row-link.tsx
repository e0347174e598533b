import { type MouseEvent, type ReactNode, useMemo } from 'react'
import { Link, type NavigateFunction, type NavigateOptions, type To, useNavigate } from 'react-router'
import { openedFrom } from './opened-from.ts'

/** Goes on from a list: the page that is gone to knows the list, and leads to the rows before and after (`Neighbours`). */
export function useNavigateFrom(listKey: string): NavigateFunction {
  const navigate = useNavigate()
  return useMemo(() => {
    const go = (to: To | number, options?: NavigateOptions) => {
      if (typeof to === 'number') return navigate(to)
      return navigate(to, { state: openedFrom(listKey, location.search, location.pathname), ...options })
    }
    return go as NavigateFunction
  }, [navigate, listKey])
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

interface RowLinkProps {
  listKey: string
  href: string
  className?: string
  children: ReactNode
}

/** The link to a row's own page. */
export function RowLink({ listKey, href, ...rest }: RowLinkProps) {
  const navigate = useNavigateFrom(listKey)
  return (
    <Link
      {...rest}
      to={href}
      onClick={(event) => {
        // The list's query is that of the moment of the click; the row was rendered before.
        if (!isPlainClick(event)) return
        event.preventDefault()
        void navigate(href)
      }}
    />
  )
}
