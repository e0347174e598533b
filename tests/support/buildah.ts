import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** True where Buildah is installed and may make images in a store of its own, which takes the rights of root. */
export const hasBuildah = (): boolean =>
  process.getuid?.() === 0 && spawnSync('buildah', ['--version'], { stdio: 'ignore' }).status === 0

/** Buildah over a store in a folder; it isolates by chroot, which works within containers and virtual machines too. */
export interface Buildah {
  /** Runs a command and gives what it wrote. */
  run(...args: string[]): string
  /** How the same command is started by hand: the program's arguments. */
  args(...args: string[]): string[]
  /** Removes the containers and lets go of the folder, which can be removed then. */
  close(): void
}

export function buildahIn(folder: string): Buildah {
  const store = ['--root', path.join(folder, 'store'), '--runroot', path.join(folder, 'run')]
  const args = (...more: string[]) => [...store, ...more]
  const run = (...more: string[]) =>
    execFileSync('buildah', args(...more), {
      encoding: 'utf8',
      maxBuffer: 64_000_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const close = () => {
    run('rm', '--all')
    // what its driver laid over itself
    spawnSync('umount', [path.join(folder, 'store/overlay')], { stdio: 'ignore' })
  }
  return { run, args, close }
}

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const PROGRAMS = ['/bin/sh', '/bin/mkdir', '/bin/chown', '/usr/bin/env']
const ROOT = path.resolve(import.meta.dirname, '../..')

/**
 * Makes an image that stands in for `node:24-slim` where no registry can be reached: this machine's own Node, npm and shell
 * with the libraries that they need, and the user `node`.
 */
export function makeNodeImage(buildah: Buildah, folder: string, tag: string): void {
  const base = path.join(folder, 'base')
  for (const place of ['usr/bin', 'usr/lib/node_modules', 'usr/lib64', 'root', 'etc/ssl/certs'])
    fs.mkdirSync(path.join(base, place), { recursive: true })
  fs.mkdirSync(path.join(base, 'tmp'), { mode: 0o777 })
  for (const name of ['bin', 'lib', 'lib64']) fs.symlinkSync(`usr/${name}`, path.join(base, name))
  const put = (file: string, as = file) => {
    const target = path.join(base, as)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.copyFileSync(fs.realpathSync(file), target)
  }
  put(process.execPath, 'usr/bin/node')
  for (const program of PROGRAMS) put(program)
  for (const library of librariesOf([process.execPath, ...PROGRAMS, ...bindings()])) put(library)
  const npm = path.join(
    path.dirname(fs.realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())),
    '..',
  )
  fs.cpSync(npm, path.join(base, 'usr/lib/node_modules/npm'), { recursive: true, dereference: true })
  fs.symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(base, 'usr/bin/npm'))
  if (fs.existsSync(CERTIFICATES)) put(CERTIFICATES)
  fs.writeFileSync(path.join(base, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n')
  fs.writeFileSync(path.join(base, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
  const recipe = path.join(folder, 'base.Containerfile')
  fs.writeFileSync(recipe, `FROM scratch\nCOPY . /\nENV PATH=/usr/bin NODE_EXTRA_CA_CERTS=${CERTIFICATES}\n`)
  buildah.run('bud', '--isolation', 'chroot', '--file', recipe, '--tag', tag, base)
}

/** Native parts of the product's packages, whose libraries Node does not all need itself. */
const bindings = (): string[] =>
  fs
    .globSync('node_modules/{@rolldown/binding,lightningcss,@img/sharp}-*/{,lib/}*.node', { cwd: ROOT })
    .map((name) => path.join(ROOT, name))

function librariesOf(programs: readonly string[]): Set<string> {
  const listed = programs.flatMap(
    (file) => execFileSync('ldd', [file], { encoding: 'utf8' }).match(/\/[^ ()\n]+/g) ?? [],
  )
  // what a package brings along comes with it
  return new Set(listed.filter((file) => !file.endsWith(':') && !file.startsWith(ROOT)))
}
