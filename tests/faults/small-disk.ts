import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'

/** A file system of a set size in memory, which only programs that are started within see under its folder. */
export interface SmallDisk {
  /** Its folder, as programs within name it. */
  readonly folder: string
  /** The same folder, as this process reaches it. */
  readonly outside: string
  /** What goes before a command to run it within. */
  readonly within: readonly string[]
  freeBytes(): number
  /** Takes all the room there is, to the last byte. */
  fill(): void
  /** Gives back what `fill` took. */
  makeRoom(): void
  /** Lets the file system go with all that is on it. */
  remove(): Promise<void>
}

const UNSHARED = ['--user', '--map-root-user', '--mount'] as const

/** True where a user may have mounts of his own: Linux with user namespaces, which some machines close to plain users. */
export const canMountSmallDisk = (): boolean =>
  spawnSync('unshare', [...UNSHARED, 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' }).status === 0

/** Mounts a file system of so many megabytes on an empty folder, in a namespace that lives until it is removed. */
export async function smallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  const script = `mount -t tmpfs -o size=${megabytes}m none "$0" && echo mounted && exec cat`
  const holder = spawn('unshare', [...UNSHARED, 'sh', '-c', script, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [said] = (await once(holder.stdout, 'data')) as [Buffer]
  if (!said.toString().includes('mounted')) throw new Error(`no file system was mounted: ${said}`)
  const outside = path.join('/proc', String(holder.pid), 'root', folder)
  const filler = path.join(outside, 'filler')
  return {
    folder,
    outside,
    within: ['nsenter', '--target', String(holder.pid), '--user', '--mount', '--preserve-credentials', '--'],
    freeBytes: () => {
      const { bavail, bsize } = fs.statfsSync(outside)
      return bavail * bsize
    },
    fill: () => {
      const file = fs.openSync(filler, 'a')
      try {
        fillUp(file)
      } finally {
        fs.closeSync(file)
      }
    },
    makeRoom: () => fs.rmSync(filler),
    remove: async () => {
      holder.stdin.end()
      await once(holder, 'close')
    },
  }
}

function fillUp(file: number): void {
  for (let size = 1 << 20; size >= 4096; size /= 16) {
    const zeros = Buffer.alloc(size)
    try {
      for (;;) fs.writeSync(file, zeros)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}
