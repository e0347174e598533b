import { type MouseEvent, useEffect } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'

/** The paths of this window's history by the number of their entry, as far as they were gone through since it was loaded. */
let paths: string[] = []

const entryNumber = (): number => Number(window.history.state?.idx ?? 0)

/** How many entries lie between here and the one last left with this path; null when it does not lie behind. */
function stepsTo(path: string): number | null {
  const at = paths.slice(0, entryNumber()).lastIndexOf(path)
  return at < 0 ? null : at - entryNumber()
}

/**
 * What a link to a page does on a click, so that it leads back to that page as it was left: with its filter, its page
 * and where one stood in it. Where one did not come from there, the link is a link.
 */
export function useWayBack(): (event: MouseEvent, path: string) => void {
  const { pathname, key } = useLocation()
  const how = useNavigationType()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has its own key
  useEffect(() => {
    const at = entryNumber()
    // what lay ahead is gone once one goes elsewhere
    if (how === NavigationType.Push) paths = paths.slice(0, at)
    paths[at] = pathname
  }, [pathname, key, how])
  return (event, path) => {
    const steps = stepsTo(path)
    if (steps === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(steps)
  }
}
