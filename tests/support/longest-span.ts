/** What this thread has used of a processor so far, in milliseconds. Time in which it waits, or others have it, is none. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

interface SpanWatch {
  /** Ends the watch; gives the longest span in milliseconds of this thread's own work. */
  stop(): number
}

/**
 * Watches for how long this thread works at a stretch, in which nothing else of it is served. It is counted in what the
 * thread uses of a processor, so that a machine that is busy with other things makes it no longer.
 */
export function watchSpans(): SpanWatch {
  let last = usedMs()
  let longest = 0
  const look = (): void => {
    const now = usedMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return longest
    },
  }
}
