import { arrowPath, type PhotoMark } from './marks.ts'
import styles from './marks-layer.module.css'

/** A phone's camera held upright; used where a picture's own measures are not known. */
const USUAL_RATIO = 3 / 4

interface MarksLayerProps {
  marks: readonly PhotoMark[]
  /** The picture's width by its height: the heads of arrows follow it. */
  ratio?: number | undefined
}

/**
 * The circles and arrows of a photograph, drawn over it. It fills its nearest positioned ancestor, which must be as large
 * as the picture itself:
 *
 *     <span className={frame}> // position: relative, as wide and high as the picture
 *       <img … />
 *       <MarksLayer marks={photo.marks} ratio={photo.width / photo.height} />
 *     </span>
 */
export function MarksLayer({ marks, ratio }: MarksLayerProps) {
  if (marks.length === 0) return null
  return (
    <svg
      className={styles.layer}
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${marks.length}处圈注`}
    >
      {marks.map((mark) => (
        <MarkShape key={Object.values(mark).join()} mark={mark} ratio={ratio} />
      ))}
    </svg>
  )
}

/** One mark within an SVG of 1 × 1: red, with a white edge, so that it is seen on every ground. */
export function MarkShape({ mark, ratio }: { mark: PhotoMark; ratio?: number | undefined }) {
  return (
    <>
      <MarkLine mark={mark} ratio={ratio} className={styles.edge} />
      <MarkLine mark={mark} ratio={ratio} className={styles.stroke} />
    </>
  )
}

interface MarkLineProps {
  mark: PhotoMark
  ratio?: number | undefined
  className: string | undefined
}

/** The bare line of a mark within an SVG of 1 × 1. */
export function MarkLine({ mark, ratio = USUAL_RATIO, className }: MarkLineProps) {
  if (mark.shape === 'arrow') return <path className={className} d={arrowPath(mark, ratio)} />
  const { x1, y1, x2, y2 } = mark
  return (
    <ellipse
      className={className}
      cx={(x1 + x2) / 2}
      cy={(y1 + y2) / 2}
      rx={Math.abs(x2 - x1) / 2}
      ry={Math.abs(y2 - y1) / 2}
    />
  )
}
