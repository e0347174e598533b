import { formatShanghai } from '@huanji/domain/time'

/** A moment in Asia/Shanghai, `2026-11-20 18:30`; a dash where there is none. */
export function Time({ at, withSeconds = false }: { at: string | null; withSeconds?: boolean }) {
  if (at === null) return <span className="muted">—</span>
  return (
    <time className="num" dateTime={at}>
      {formatShanghai(at, withSeconds)}
    </time>
  )
}
