import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const OWN = '@huanji'

/** A copy of the project whose files may be edited. */
export interface ProjectCopy {
  readonly root: string
  read(file: string): string
  /** Replaces `from`, which must stand there, in a file: by a text, or by what is made of it. */
  edit(file: string, from: string, to: string | ((text: string) => string)): void
  /** Adds to a file, which need not be there. */
  append(file: string, text: string): void
  /** Does something to the copy and takes back every edit that it made, and what it changed in the named files. */
  during(work: () => void, ...changed: readonly string[]): void
  remove(): void
}

/**
 * Copies the project's files, without what is built from them. Packages from outside are those of the original; our own
 * are the copy's, so that an edit there is an edit of what runs there.
 */
export function copyProject(): ProjectCopy {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-copy-')))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0').filter((name) => name !== '' && fs.existsSync(path.join(ROOT, name)))) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    fs.copyFileSync(path.join(ROOT, file), path.join(root, file))
  }
  linkPackages(root)
  /** What each edited file was before; null for one that was not there. */
  const before = new Map<string, string | null>()
  const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
  const textOf = (file: string) => (fs.existsSync(path.join(root, file)) ? read(file) : null)
  const write = (file: string, text: string) => {
    if (!before.has(file)) before.set(file, textOf(file))
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), text)
  }
  return {
    root,
    read,
    edit: (file, from, to) => {
      const text = read(file)
      if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
      // a function, because a text would have its dollar signs read as references
      write(
        file,
        text.replaceAll(from, () => (typeof to === 'string' ? to : to(from))),
      )
    },
    append: (file, text) => write(file, (textOf(file) ?? '') + text),
    during: (work, ...changed) => {
      before.clear()
      for (const file of changed) before.set(file, textOf(file))
      try {
        work()
      } finally {
        for (const [file, text] of before) {
          if (text === null) fs.rmSync(path.join(root, file), { force: true })
          else fs.writeFileSync(path.join(root, file), text)
        }
      }
    },
    remove: () => fs.rmSync(root, { recursive: true, force: true }),
  }
}

/** The project's files as a commit has them, laid out in a folder of their own, with the packages of the present project. */
export function projectAt(commit: string): { readonly root: string; remove(): void } {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-at-')))
  const bytes = execFileSync('git', ['archive', '--format=tar', commit], { cwd: ROOT, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-C', root, '-xf', '-'], { input: bytes })
  linkPackages(root)
  return { root, remove: () => fs.rmSync(root, { recursive: true, force: true }) }
}

function linkPackages(root: string): void {
  const from = path.join(ROOT, 'node_modules')
  const to = path.join(root, 'node_modules')
  fs.mkdirSync(path.join(to, OWN), { recursive: true })
  for (const name of fs.readdirSync(from)) {
    if (name !== OWN && !['.cache', '.vite', '.vite-temp'].includes(name)) {
      fs.symlinkSync(path.join(from, name), path.join(to, name))
    }
  }
  for (const name of fs.readdirSync(path.join(from, OWN))) {
    fs.symlinkSync(path.join(root, name), path.join(to, OWN, name))
  }
}
