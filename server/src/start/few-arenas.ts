/**
 * Starts this process anew, under the same number, with an allocator that keeps two pools of memory instead of eight a
 * core. Image work runs on many threads, and the allocator of most Linux systems gives each a pool that it does not
 * give back: with the demo's photographs that came to over 500 MB. It reads its setting only when a process begins.
 * Does nothing where the setting stands already, and on systems that know no such step.
 */
export function fewArenas(): void {
  const { platform, env, execve, execPath, execArgv, argv, connected } = process
  // a parent that talks to this process would lose it
  if (platform !== 'linux' || env.MALLOC_ARENA_MAX !== undefined || execve === undefined || connected) return
  execve.call(process, execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, MALLOC_ARENA_MAX: '2' })
}
