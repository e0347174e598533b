import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const OWN = '@huanji'

/** A copy of the project whose files may be edited. */
export interface ProjectCopy {
  readonly root: string
  /** Replaces `from`, which must stand there, by `to` in a file. */
  edit(file: string, from: string, to: string): void
  append(file: string, text: string): void
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
  const write = (file: string, change: (text: string) => string) => {
    const place = path.join(root, file)
    fs.writeFileSync(place, change(fs.existsSync(place) ? fs.readFileSync(place, 'utf8') : ''))
  }
  return {
    root,
    edit: (file, from, to) =>
      write(file, (text) => {
        if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
        return text.replaceAll(from, to)
      }),
    append: (file, text) => write(file, (before) => before + text),
    remove: () => fs.rmSync(root, { recursive: true, force: true }),
  }
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
