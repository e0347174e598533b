import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Catalogue } from './catalogue.ts'
import { type CatalogueFile, readCatalogue } from './table.ts'

/** Where the files of the catalogue lie, a row a model (docs/catalogue.md). */
const FOLDER = path.join(import.meta.dirname, '../../catalogue')

/** What this release knows of phones. */
export interface ReleasedCatalogue {
  /** Read at the first look, which takes some tenths of a second. @throws Error naming the file and line of a row that cannot be right */
  readonly catalogue: Catalogue
  /** Grows with every release of the rows, by order of text. */
  readonly version: string
  /** Of everything that stands in the files. */
  readonly hash: string
}

/** The files of the catalogue as they lie in the repository, in the order of their names. */
export const releasedFiles = (): CatalogueFile[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(FOLDER, name), 'utf8') }))

let released: ReleasedCatalogue | null = null

/** The catalogue that this release brings, read once in a process. */
export function releasedCatalogue(): ReleasedCatalogue {
  released ??= openRelease(releasedFiles())
  return released
}

function openRelease(files: readonly CatalogueFile[]): ReleasedCatalogue {
  const version = readFileSync(path.join(FOLDER, 'version.txt'), 'utf8').trim()
  const hash = createHash('sha256')
  for (const { name, text } of files) hash.update(`${name}\n${text}\n`)
  let read: Catalogue | null = null
  return {
    version,
    hash: hash.digest('hex'),
    get catalogue() {
      read ??= catalogueOf(version, files)
      return read
    },
  }
}

function catalogueOf(version: string, files: readonly CatalogueFile[]): Catalogue {
  const { models, parts, faults } = readCatalogue(files)
  const [fault] = faults
  if (fault) throw new Error(`catalogue: ${fault.file} line ${fault.line}: ${fault.message}`)
  return new Catalogue(version, models, parts)
}
