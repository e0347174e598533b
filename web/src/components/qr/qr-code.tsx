import { useMemo } from 'react'
import { encode } from 'uqr'

/** The light modules that a reader needs around a code (ISO/IEC 18004). */
const QUIET_MODULES = 4

/** The dark modules of a code as one path, a run of neighbours in a row as one bar. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  const bars: string[] = []
  for (const [y, row] of modules.entries()) {
    let from = -1
    for (let x = 0; x <= row.length; x += 1) {
      if (row[x] && from < 0) from = x
      if (row[x] || from < 0) continue
      bars.push(`M${from} ${y}h${x - from}v1h${from - x}z`)
      from = -1
    }
  }
  return bars.join('')
}

interface QrCodeProps {
  /** What a reader gets, such as an address. */
  text: string
  /** What the code is for, to those who cannot see it. */
  label: string
  className?: string | undefined
}

/**
 * A QR code (error correction M) as a square drawing that takes the size its place gives it: black on white in either
 * theme, as readers want it.
 * @throws RangeError when the text is longer than a code holds
 */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { data } = encode(text, { ecc: 'M', boostEcc: false, border: QUIET_MODULES })
    return { size: data.length, path: pathOf(data) }
  }, [text])
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
