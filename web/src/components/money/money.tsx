import { type Fen, formatFen } from '@huanji/domain/money'

/** An amount as a person reads it, `¥1,234.00`; a dash where there is none or it may not be seen. */
export function Money({ fen, strong }: { fen: Fen | null; strong?: boolean }) {
  if (fen === null) return <span className="muted">—</span>
  return strong ? <b className="num">{formatFen(fen)}</b> : <span className="num">{formatFen(fen)}</span>
}
