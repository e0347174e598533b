import type { ReactNode } from 'react'
import type { PhotoSubject } from '../photo-subject.ts'
import styles from './outline.module.css'

const lens = (x: number, y: number, radius: number) => <circle cx={x} cy={y} r={radius} />
const phone = (inside: ReactNode = null) => (
  <>
    <rect x="21" y="12" width="48" height="96" rx="9" />
    {inside}
  </>
)
const screen = <rect x="24" y="15" width="42" height="90" rx="6" />
const rows = <path d="M30 44h30M30 54h22M30 64h30M30 74h18" />
/** An edge of the phone, which lies across the picture. */
const edge = (inside: ReactNode, from = 6) => (
  <>
    <rect x={from} y="52" width={90 - 2 * from} height="16" rx="7" />
    {inside}
  </>
)
const defect = (
  <>
    <circle className={styles.dashed} cx="45" cy="60" r="26" />
    <path d="M45 48v24M33 60h24" />
  </>
)

/** What each shot should show, by its code, on a picture of 90 × 120. */
const SHOTS: Readonly<Record<string, ReactNode>> = {
  front_off: phone(
    <>
      {screen}
      <path d="M58 15L34 105" />
    </>,
  ),
  front_on: phone(
    <>
      {screen}
      <path d="M38 20h14M45 50v20M35 60h20" />
    </>,
  ),
  back: phone(
    <>
      <rect x="25" y="17" width="21" height="22" rx="6" />
      {lens(31, 23, 4)}
      {lens(31, 33, 4)}
      {lens(40, 28, 4)}
    </>,
  ),
  left: edge(<path d="M24 60h6M36 60h10M52 60h10" />),
  right: edge(<path d="M44 60h16" />),
  top: edge(<path d="M45 60h.01" />, 18),
  bottom: edge(
    <>
      <rect x="39" y="57" width="12" height="6" rx="3" />
      <path d="M26 60h.01M30 60h.01M34 60h.01M56 60h.01M60 60h.01M64 60h.01" />
    </>,
    18,
  ),
  camera: (
    <>
      <rect x="13" y="28" width="64" height="64" rx="16" />
      {lens(32, 47, 11)}
      {lens(32, 74, 11)}
      {lens(59, 60, 11)}
    </>
  ),
  about: phone(
    <>
      {screen}
      {rows}
    </>,
  ),
  battery: phone(
    <>
      {screen}
      <circle cx="45" cy="40" r="12" />
      <path d="M30 66h30M30 76h22" />
    </>,
  ),
  corners: <path d="M16 108V36a20 20 0 0 1 20-20h46M28 108V42a14 14 0 0 1 14-14h40" />,
  bag: (
    <>
      <rect x="16" y="10" width="58" height="100" rx="4" />
      <path d="M16 26h58M28 92v10M33 92v10M38 92v10M46 92v10M52 92v10M60 92v10" />
      <rect x="30" y="36" width="30" height="48" rx="5" />
    </>
  ),
  accessories: (
    <>
      <rect x="10" y="22" width="30" height="60" rx="6" />
      <rect x="50" y="26" width="28" height="24" rx="4" />
      <path d="M64 50v18a12 12 0 0 1-24 10" />
    </>
  ),
  inner: (
    <>
      <rect x="7" y="24" width="76" height="72" rx="7" />
      <path d="M45 24v72" />
    </>
  ),
  outer: phone(
    <>
      {screen}
      <path d="M27 15v90" />
    </>,
  ),
  hinge: <path d="M12 30l33 22 33-22v44L45 98 12 74zM45 52v46" />,
}

/** The silhouette of what a photograph should show, to be seen through or beside a word; it says nothing by itself. */
export function Outline({ subject, className }: { subject: PhotoSubject; className?: string | undefined }) {
  const shape = subject.kind === 'real' ? SHOTS[subject.position] : defect
  return (
    <svg className={className} viewBox="0 0 90 120" aria-hidden="true">
      <g className={styles.edge}>{shape}</g>
      <g className={styles.line}>{shape}</g>
    </svg>
  )
}
