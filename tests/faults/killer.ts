import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { type Client, withCamera } from '../contract/fixtures/client.ts'
import type { GatewayProcess } from './gateway-process.ts'
import { patientClient } from './patient-client.ts'

/** Numbers between 0 and 1 that follow from the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Killer {
  readonly client: Client
  /** In which calls the process was killed, in order. */
  readonly kills: readonly string[]
}

export interface KillerOptions {
  readonly gateway: GatewayProcess
  readonly who: LoginContext
  readonly random: () => number
  /** How many calls of each kind are the last thing the process hears, chosen among so many first ones. */
  readonly kills: Readonly<Record<CallSpec['kind'], { readonly count: number; readonly among: number }>>
  /** A kill comes at most so long after its request was sent: before, during or after the work. */
  readonly withinMs: number
}

/** Some numbers below `among`, each at most once. */
function chosen(random: () => number, { count, among }: { count: number; among: number }): Set<number> {
  const numbers = new Set<number>()
  while (numbers.size < Math.min(count, among)) numbers.add(Math.floor(random() * among))
  return numbers
}

/**
 * A client during whose calls the server is killed: some requests are followed by kill -9 at a random moment. It starts
 * the server again and repeats the call with the same key until it is answered, as a person's retry does.
 */
export function clientWithKills(options: KillerOptions): Killer {
  const { gateway, who, random } = options
  const kills: string[] = []
  const fatal = { read: chosen(random, options.kills.read), write: chosen(random, options.kills.write) }
  const made = { read: 0, write: 0 }
  const client = patientClient([gateway.url], who)

  async function killed(path: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, random() * options.withinMs))
    kills.push(path)
    await gateway.killHard()
    await gateway.start()
  }

  return {
    kills,
    client: withCamera(
      {
        ...client,
        call: async (spec, payload, key) => {
          const strikes = fatal[spec.kind].has(made[spec.kind])
          made[spec.kind] += 1
          const [data] = await Promise.all([client.call(spec, payload, key), strikes ? killed(spec.path) : undefined])
          return data
        },
      },
      { oneByOne: true },
    ),
  }
}
