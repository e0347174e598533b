import type { SandboxClock } from './clock.ts'
import type { Outage } from './options.ts'

/** So often a running clock is looked at while the port is closed: its speed may be changed meanwhile. */
const LOOK_EVERY_MS = 1_000

/** Whether the open platform is away. Kept in memory only: a restarted sandbox is there. */
export interface Outages {
  /** The outage at this moment of virtual time, or null. */
  current(): Outage | null
  /** When the present outage ends, in virtual milliseconds; null when there is none, or it has ended. */
  endsAtMs(): number | null
  /** Begins an outage, in place of one that is under way. */
  begin(outage: Outage): Promise<void>
  /** Ends it; without one nothing happens. */
  end(): Promise<void>
  /** Forgets it without opening the port again: the sandbox stops. */
  cancel(): void
}

/** The port the open platform listens on. */
export interface Port {
  /** Stops listening and breaks off what is open. */
  close(): Promise<void>
  /** Listens on the same port again. */
  reopen(): Promise<void>
}

/**
 * Keeps the outages of a sandbox. Most are over as soon as the clock has passed their end; a closed port is opened again
 * by `end`, which a running clock calls by itself.
 */
export function createOutages(clock: SandboxClock, port: Port, failed: (error: unknown) => void): Outages {
  let begun: { readonly outage: Outage; readonly endMs: number } | null = null
  let cancelLook = () => {}

  const isOver = () => begun === null || clock.now() >= begun.endMs

  function lookLater(): void {
    cancelLook = clock.wake(LOOK_EVERY_MS, () => {
      if (isOver()) end().catch(failed)
      else lookLater()
    })
  }

  function cancel(): Outage | null {
    cancelLook()
    const cancelled = begun?.outage ?? null
    begun = null
    return cancelled
  }

  async function end(): Promise<void> {
    if (cancel()?.kind === 'closed') await port.reopen()
  }

  return {
    current: () => (isOver() ? null : (begun?.outage ?? null)),
    endsAtMs: () => (isOver() ? null : (begun?.endMs ?? null)),
    end,
    cancel,
    async begin(outage) {
      await end()
      begun = { outage, endMs: clock.now() + outage.durationMs }
      if (outage.kind !== 'closed') return
      lookLater()
      await port.close()
    },
  }
}
