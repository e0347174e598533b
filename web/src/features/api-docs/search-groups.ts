import type { GroupInfo } from '@huanji/contract/reference/reference'

/** The groups with the calls that a text names, by title, path or the title of their group. */
export function searchGroups(groups: readonly GroupInfo[], text: string, isOpenOnly: boolean): GroupInfo[] {
  const wanted = text.trim().toLowerCase()
  const isNamed = (...names: readonly string[]) => names.some((name) => name.toLowerCase().includes(wanted))
  return groups.flatMap(({ group, title, calls }) => {
    const found = calls.filter(
      (call) => (!isOpenOnly || call.closedBecause === null) && isNamed(title, call.title, call.path),
    )
    return found.length === 0 ? [] : [{ group, title, calls: found }]
  })
}
