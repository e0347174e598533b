import type { InputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

/** A circle or an arrow over a photograph; its points are shares of width and height (contract, `photoMarks`). */
export type PhotoMark = InputOf<Calls['photoEdit']['mark']>['marks'][number]

/** How many marks a photograph can have. */
export const MARKS_MAX = 20

/** What a mark is called. */
export const MARK_NAMES: Readonly<Record<PhotoMark['shape'], string>> = { circle: '圆圈', arrow: '箭头' }

/** A drag that went less far than this share of the picture in both directions was a press. */
const LEAST = 0.015

/** Half the size of a circle and the length of an arrow that were not dragged. */
const DEFAULT_HALF = 0.12

/** How far the lines of an arrow's head go, as a share of the picture's height, and at which angle to its shaft. */
const HEAD_LENGTH = 0.05
const HEAD_ANGLE = 0.5

const within = (value: number): number => Math.min(1, Math.max(0, value))

/** Numbers of a path do not need more places than a picture has pixels. */
const text = (value: number): string => String(Math.round(value * 1e4) / 1e4)

/**
 * The path of an arrow in a drawing of 1 × 1 that is stretched over a picture.
 * @param ratio the picture's width by its height, so that the head is not stretched with it
 */
export function arrowPath({ x1, y1, x2, y2 }: PhotoMark, ratio: number): string {
  const [dx, dy] = [(x2 - x1) * ratio, y2 - y1]
  const length = Math.min(HEAD_LENGTH, Math.hypot(dx, dy) / 2)
  const direction = Math.atan2(dy, dx)
  const side = (turn: number) => {
    const angle = direction + Math.PI - turn
    return `${text(x2 + (Math.cos(angle) * length) / ratio)} ${text(y2 + Math.sin(angle) * length)}`
  }
  const tip = `${text(x2)} ${text(y2)}`
  return `M${text(x1)} ${text(y1)}L${tip}M${side(HEAD_ANGLE)}L${tip}L${side(-HEAD_ANGLE)}`
}

/** A mark of a shape in the middle, for whoever does not drag. */
export function defaultMark(shape: PhotoMark['shape']): PhotoMark {
  const [low, high] = [0.5 - DEFAULT_HALF, 0.5 + DEFAULT_HALF]
  return shape === 'circle'
    ? { shape, x1: low, y1: low, x2: high, y2: high }
    : { shape, x1: low, y1: high, x2: 0.5, y2: 0.5 }
}

/** The mark of a drag from one point to another, within the picture; null for a mere press. */
export function draggedMark(
  shape: PhotoMark['shape'],
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): PhotoMark | null {
  const mark = { shape, x1: within(from.x), y1: within(from.y), x2: within(to.x), y2: within(to.y) }
  return Math.abs(mark.x2 - mark.x1) < LEAST && Math.abs(mark.y2 - mark.y1) < LEAST ? null : mark
}

/** The mark at another place, as far as the picture goes. */
export function movedMark(mark: PhotoMark, dx: number, dy: number): PhotoMark {
  const { x1, y1, x2, y2 } = mark
  const byX = Math.min(1 - Math.max(x1, x2), Math.max(-Math.min(x1, x2), dx))
  const byY = Math.min(1 - Math.max(y1, y2), Math.max(-Math.min(y1, y2), dy))
  return { ...mark, x1: x1 + byX, y1: y1 + byY, x2: x2 + byX, y2: y2 + byY }
}

/**
 * The mark in another size: a circle grows from its middle, an arrow's tip moves. It stays large enough to be seen.
 */
export function resizedMark(mark: PhotoMark, dx: number, dy: number): PhotoMark {
  if (mark.shape === 'arrow') {
    return draggedMark('arrow', { x: mark.x1, y: mark.y1 }, { x: mark.x2 + dx, y: mark.y2 + dy }) ?? mark
  }
  const middle = { x: (mark.x1 + mark.x2) / 2, y: (mark.y1 + mark.y2) / 2 }
  const halfX = Math.max(LEAST, Math.abs(mark.x2 - mark.x1) / 2 + dx)
  const halfY = Math.max(LEAST, Math.abs(mark.y2 - mark.y1) / 2 + dy)
  return {
    shape: 'circle',
    x1: within(middle.x - halfX),
    y1: within(middle.y - halfY),
    x2: within(middle.x + halfX),
    y2: within(middle.y + halfY),
  }
}
