import fs from 'node:fs'
import path from 'node:path'

/** A line of .dockerignore: what it names is kept out, or with `!` let in again. */
interface Rule {
  readonly matches: RegExp
  readonly isException: boolean
}

/**
 * Says of a path, relative to the folder that an image is built from, whether an engine leaves it out. As moby's pattern
 * matcher reads the file, which Docker and Buildah use: the last line that matches the path or a folder above it decides.
 */
export function ignoredBy(text: string): (name: string) => boolean {
  const rules = text.split('\n').flatMap(ruleOf)
  return (name) => {
    const parts = name.split('/')
    const withParents = parts.map((_, at) => parts.slice(0, at + 1).join('/'))
    let isOut = false
    for (const { matches, isException } of rules) {
      if (isOut === isException && withParents.some((one) => matches.test(one))) isOut = !isException
    }
    return isOut
  }
}

function ruleOf(line: string): Rule[] {
  const text = line.startsWith('#') ? '' : line.trim()
  const isException = text.startsWith('!')
  const pattern = path.posix.normalize(text.replace(/^!/, '').trim() || '.').replace(/^\/|\/$/g, '')
  return pattern === '.' || pattern === '' ? [] : [{ matches: expressionOf(pattern), isException }]
}

/** `**` is any number of folders, `*` and `?` stay within a name, brackets are a class. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/?|[*?]|\\.|\[[^\]]+\]|[^*?\\[]/g, (piece) => {
    if (piece === '**') return '.*'
    if (piece === '**/') return '(?:.*/)?'
    if (piece === '*') return '[^/]*'
    if (piece === '?') return '[^/]'
    if (piece.length > 1) return piece
    return /[.+(){}|^$\]]/.test(piece) ? `\\${piece}` : piece
  })
  return new RegExp(`^${source}$`)
}

/**
 * Copies a source of the folder that an image is built from, without what is ignored, as COPY does.
 * @throws Error when the source is not there or all of it is ignored, with which an engine ends the build
 */
export function copyFromContext(
  context: string,
  source: string,
  place: string,
  isIgnored: (name: string) => boolean,
): void {
  const origin = path.join(context, source)
  const names = fs.statSync(origin).isDirectory() ? filesWithin(context, source) : [source]
  const kept = names.filter((name) => !isIgnored(name))
  if (kept.length === 0) throw new Error(`COPY ${source}: nothing is left of it, ${names.length} filtered out`)
  for (const name of kept) {
    const target = path.join(place, path.relative(source, name))
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.cpSync(path.join(context, name), target, { verbatimSymlinks: true })
  }
}

function filesWithin(context: string, folder: string): string[] {
  return fs.readdirSync(path.join(context, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name)
    return entry.isDirectory() ? filesWithin(context, name) : [name]
  })
}
