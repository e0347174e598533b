import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../platform/version.ts'

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A value read at the moment it is asked for; `NaN` while it cannot be read, so that the others are still told. */
export interface GaugeReading {
  readonly name: string
  readonly help: string
  readonly read: () => number | Promise<number>
}

async function valueOr(fallback: number, read: GaugeReading['read']): Promise<number> {
  try {
    return await read()
  } catch {
    return fallback
  }
}

/** What came of a call as a browser saw it: an answer, a refusal, or nothing because the network or the server failed. */
export type BrowserOutcome = 'ok' | 'refused' | 'failed'

/** Counts and durations since the start of the process. */
export interface Metrics {
  observeCall(path: string, status: number, durationMs: number): void
  /** A duration that a browser saw, network included, and what came of the call. */
  observeBrowser(path: string, outcome: BrowserOutcome, durationMs: number): void
  /** A call that was refused since the database or the files could not be written or read. */
  countStorageRefusal(): void
  addGauge(gauge: GaugeReading): void
  /** Everything in Prometheus' text form. */
  text(): Promise<string>
  close(): void
}

const LOOP_LOOK_MS = 100

/** A registry of its own for each app: the calls' durations by path and status, gauges, and the lateness of the event loop. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const calls = new Histogram({
    name: 'huanji_call_duration_seconds',
    help: 'Calls by path and HTTP status.',
    labelNames: ['path', 'status'],
    buckets: BUCKETS_S,
    registers: [registry],
  })
  const browsers = new Histogram({
    name: 'huanji_browser_call_duration_seconds',
    help: 'Calls as browsers saw them.',
    labelNames: ['path', 'outcome'],
    buckets: BUCKETS_S,
    registers: [registry],
  })
  const storageRefusals = new Counter({
    name: 'huanji_storage_refusals_total',
    help: 'Calls refused since the database or the files could not be written or read, such as on a full disk.',
    registers: [registry],
  })
  new Gauge({
    name: 'huanji_build_info',
    help: 'Always 1; the label says which version is at work.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: VERSION }, 1)
  const addGauge: Metrics['addGauge'] = ({ name, help, read }) => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await valueOr(Number.NaN, read))
      },
    })
  }
  const loopDelay = monitorEventLoopDelay({ resolution: LOOP_LOOK_MS })
  loopDelay.enable()
  addGauge({
    name: 'huanji_event_loop_delay_p99_seconds',
    help: 'How late timers fired, 99th percentile since the last reading.',
    read: () => {
      // what is measured is the time from one look to the next
      const seconds = loopDelay.percentile(99) / 1e9 - LOOP_LOOK_MS / 1000
      loopDelay.reset()
      return Math.max(0, seconds)
    },
  })
  addGauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory.',
    read: () => process.memoryUsage.rss(),
  })

  return {
    observeCall: (path, status, durationMs) => calls.observe({ path, status }, durationMs / 1000),
    observeBrowser: (path, outcome, durationMs) => browsers.observe({ path, outcome }, durationMs / 1000),
    countStorageRefusal: () => storageRefusals.inc(),
    addGauge,
    text: () => registry.metrics(),
    close: () => loopDelay.disable(),
  }
}
