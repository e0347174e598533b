import { dictionary } from '@huanji/domain/dictionary'

/**
 * How the allocator of most Linux systems is to keep memory: two pools instead of eight a core, and whatever is larger
 * than 128 KiB is given back as soon as it is free. Without it, work on images on many threads leaves pools full of
 * holes: over 500 MB after the demo's photographs.
 */
const SETTINGS: Readonly<Record<string, string>> = dictionary({
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
})

/**
 * Starts this process anew, under the same number, with the allocator's settings: it reads them only when a process
 * begins. Does nothing where one of them stands already, for a process with a channel to its parent, which would be
 * lost, and on systems that know no such step.
 */
export function tuneAllocator(): void {
  const { platform, env, execve, execPath, execArgv, argv, channel } = process
  const isTuned = Object.keys(SETTINGS).some((name) => env[name] !== undefined)
  if (platform !== 'linux' || isTuned || execve === undefined || channel != null) return
  execve.call(process, execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...SETTINGS })
}
