import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A page as it comes on paper. */
export interface PrintedPage {
  /** Its width and height in whole millimetres: `40×30`. */
  readonly size: string
  /** Of all sides the darkest dot along them: 0 is black, 255 the bare paper. */
  readonly darkestAtEdges: number
  /** What the codes on it say. */
  readonly codes: readonly string[]
}

/** Finer than label printers, so that it is the page that is looked at and not the dots. */
const DOTS_PER_INCH = 600
const MM_PER_DOT = 25.4 / DOTS_PER_INCH

/** The size of a picture in the format PGM, and the darkest dot on its four sides. */
function measure(pgm: Buffer): Pick<PrintedPage, 'size' | 'darkestAtEdges'> {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.toString('latin1', 0, 64))
  if (!head) throw new Error('not a grey picture')
  const [width, height] = [Number(head[1]), Number(head[2])]
  const dots = pgm.subarray(head[0].length)
  const rows = [dots.subarray(0, width), dots.subarray((height - 1) * width, height * width)]
  const columns = Array.from({ length: height }, (_, row) => [dots[row * width], dots[(row + 1) * width - 1]])
  return {
    size: [width, height].map((dots) => Math.round(dots * MM_PER_DOT)).join('×'),
    darkestAtEdges: Math.min(...rows.flatMap((row) => [...row]), ...columns.flat().map(Number)),
  }
}

const codesOn = (picture: string): string[] =>
  execFileSync('zbarimg', ['--quiet', '--raw', picture], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .trim()
    .split('\n')

/** Puts a PDF on paper, page by page, and looks at it with other programs than the one that made it. */
export function printedPages(pdf: Buffer): PrintedPage[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'huanji-printed-'))
  writeFileSync(path.join(folder, 'all.pdf'), pdf)
  execFileSync('pdftoppm', ['-gray', '-r', String(DOTS_PER_INCH), 'all.pdf', 'page'], { cwd: folder })
  const pages = readdirSync(folder).filter((name) => name.endsWith('.pgm'))
  const printed = pages.sort().map((name) => ({
    ...measure(readFileSync(path.join(folder, name))),
    codes: codesOn(path.join(folder, name)),
  }))
  rmSync(folder, { recursive: true, force: true })
  return printed
}
