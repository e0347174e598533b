import { monitorEventLoopDelay } from 'node:perf_hooks'

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Durations {
  count: number
  sumS: number
  readonly buckets: number[]
}

/** A value read at the moment it is asked for. */
export interface Gauge {
  readonly name: string
  readonly help: string
  readonly read: () => number | Promise<number>
}

/** What came of a call as a browser saw it: an answer, a refusal, or nothing because the network or the server failed. */
export type BrowserOutcome = 'ok' | 'refused' | 'failed'

/** Counts and durations since the start of the process. */
export interface Metrics {
  observeCall(path: string, status: number, durationMs: number): void
  /** A duration that a browser saw, network included, and what came of the call. */
  observeBrowser(path: string, outcome: BrowserOutcome, durationMs: number): void
  addGauge(gauge: Gauge): void
  /** Everything in Prometheus' text form. */
  text(): Promise<string>
  close(): void
}

/** A small registry: the calls' durations by path and status, gauges, and the lateness of the event loop. */
export function createMetrics(): Metrics {
  const calls = new Map<string, Durations>()
  const browsers = new Map<string, Durations>()
  const gauges: Gauge[] = []
  const loopDelay = monitorEventLoopDelay({ resolution: 20 })
  loopDelay.enable()
  gauges.push({
    name: 'huanji_event_loop_delay_p99_seconds',
    help: 'How late timers fired, 99th percentile since the last reading.',
    read: () => {
      const seconds = loopDelay.percentile(99) / 1e9
      loopDelay.reset()
      return seconds
    },
  })
  gauges.push({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory.',
    read: () => process.memoryUsage.rss(),
  })

  return {
    observeCall: (path, status, durationMs) => observe(calls, `path="${path}",status="${status}"`, durationMs),
    observeBrowser: (path, outcome, durationMs) => observe(browsers, `path="${path}",outcome="${outcome}"`, durationMs),
    addGauge: (gauge) => {
      gauges.push(gauge)
    },
    text: async () => {
      const lines = [
        ...histogram('huanji_call_duration_seconds', 'Calls by path and HTTP status.', calls),
        ...histogram('huanji_browser_call_duration_seconds', 'Calls as browsers saw them.', browsers),
      ]
      for (const { name, help, read } of gauges) {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${await read()}`)
      }
      return `${lines.join('\n')}\n`
    },
    close: () => loopDelay.disable(),
  }
}

function observe(durations: Map<string, Durations>, labels: string, durationMs: number): void {
  const known = durations.get(labels) ?? { count: 0, sumS: 0, buckets: BUCKETS_S.map(() => 0) }
  const seconds = durationMs / 1000
  known.count += 1
  known.sumS += seconds
  const bucket = BUCKETS_S.findIndex((limit) => seconds <= limit)
  if (bucket >= 0) known.buckets[bucket] = (known.buckets[bucket] ?? 0) + 1
  durations.set(labels, known)
}

function histogram(name: string, help: string, durations: ReadonlyMap<string, Durations>): string[] {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
  for (const [labels, { count, sumS, buckets }] of durations) {
    let below = 0
    BUCKETS_S.forEach((limit, index) => {
      below += buckets[index] ?? 0
      lines.push(`${name}_bucket{${labels},le="${limit}"} ${below}`)
    })
    lines.push(
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${sumS}`,
      `${name}_count{${labels}} ${count}`,
    )
  }
  return lines
}
