import type { OutputOf } from '@huanji/contract/call'
import type { notice } from '@huanji/contract/features/notice/calls'
import { minuteOf } from '@huanji/domain/notices/kinds'
import type { ShownNotice } from './store.ts'

type NoticeRow = OutputOf<typeof notice.list>['notices'][number]

/** Notices of one group as the one that they are shown as; the newest comes first. */
export function presentGroup(group: readonly ShownNotice[]): NoticeRow {
  const [first] = group
  if (first === undefined) throw new Error('a group has a notice')
  const { groupKey: _, isRead: __, ...row } = first
  return { ...row, count: group.length, isRead: group.every(({ isRead }) => isRead) }
}

/** A page of groups, and before which moment the next one begins; null at the end. */
export interface NoticePage {
  readonly notices: NoticeRow[]
  readonly next: string | null
}

/**
 * Puts notices, newest first, together by their groups. A group lies within a minute and a page ends with one, so that none
 * is divided between two pages. @param isWhole whether these are all that there are
 */
export function pageOf(rows: readonly ShownNotice[], size: number, isWhole: boolean): NoticePage {
  const minutes = [...Map.groupBy(rows, ({ at }) => minuteOf(at))]
  const notices: NoticeRow[] = []
  for (const [index, [minute, ofMinute]] of minutes.entries()) {
    // of the last minute some may be missing
    const isCut = !isWhole && index === minutes.length - 1 && index > 0
    if (isCut || notices.length >= size) return { notices, next: minutes[index - 1]?.[0] ?? null }
    notices.push(...[...Map.groupBy(ofMinute, ({ groupKey }) => groupKey).values()].map(presentGroup))
    if (!isWhole && index === minutes.length - 1) return { notices, next: minute }
  }
  return { notices, next: null }
}
