import { type Html, html } from '@huanji/domain/html'
import type { PhotoRow } from '../inspection/photo/store.ts'

type Mark = PhotoRow['marks'][number]

/** The head of an arrow takes this part of the picture's diagonal, and at most half of the arrow. */
const HEAD_SHARE = 1 / 28
const HEAD_ANGLE = Math.PI / 7

const at = (x: number, y: number): string => `${Math.round(x)} ${Math.round(y)}`

function outline(mark: Mark, width: number, height: number): string {
  const [x1, y1, x2, y2] = [mark.x1 * width, mark.y1 * height, mark.x2 * width, mark.y2 * height]
  if (mark.shape === 'circle') {
    const radii = at(Math.abs(x2 - x1) / 2, Math.abs(y2 - y1) / 2)
    const middle = (y1 + y2) / 2
    const [left, right] = [at(Math.min(x1, x2), middle), at(Math.max(x1, x2), middle)]
    return `M${left}A${radii} 0 1 1 ${right}A${radii} 0 1 1 ${left}`
  }
  const length = Math.min(Math.hypot(width, height) * HEAD_SHARE, Math.hypot(x2 - x1, y2 - y1) / 2)
  const back = Math.atan2(y1 - y2, x1 - x2)
  const side = (turn: number) => at(x2 + length * Math.cos(back + turn), y2 + length * Math.sin(back + turn))
  return `M${at(x1, y1)}L${at(x2, y2)}M${side(HEAD_ANGLE)}L${at(x2, y2)}L${side(-HEAD_ANGLE)}`
}

/**
 * The circles and arrows of a photograph as a drawing over it, or null without any. It has the photograph's proportions,
 * so that it lies right wherever both are fitted into the same box.
 */
export function marksOver({ marks, width, height }: Pick<PhotoRow, 'marks' | 'width' | 'height'>): Html | null {
  if (marks.length === 0) return null
  const path = marks.map((mark) => outline(mark, width, height)).join('')
  return html`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true"><path class="edge" d="${path}"/><path d="${path}"/></svg>`
}
