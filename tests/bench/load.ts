import { Agent, request } from 'node:http'

/** One way of loading a server: where to, and the next body for a connection, made from its last answer. */
export interface Load {
  readonly name: string
  readonly url: string
  readonly nextBody: (connection: number, previous: string | null) => string
  readonly headers?: (connection: number) => Readonly<Record<string, string>>
  /** What a good answer contains; anything else ends the measurement, because a refusal is faster than work. */
  readonly expect: string
  /** A pause after each answer, in milliseconds: people at work rather than as much as the server can do. */
  readonly pauseMs?: number
}

/** What one round of a load came to. */
export interface Round {
  readonly perSecond: number
  readonly medianMs: number
  readonly p95Ms: number
}

/** Keeps `connections` requests under way for `durationMs` and measures. @throws Error at the first answer that is not a good one */
export async function runLoad(load: Load, connections: number, durationMs: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + durationMs
  const worker = async (connection: number): Promise<void> => {
    let previous: string | null = null
    while (performance.now() < endsAt) {
      const sentAt = performance.now()
      const headers = load.headers?.(connection) ?? {}
      previous = await post(agent, { url: load.url, headers, body: load.nextBody(connection, previous) })
      latencies.push(performance.now() - sentAt)
      if (!previous.includes(load.expect)) throw new Error(`${load.name} answered ${previous.slice(0, 300)}`)
      if (load.pauseMs !== undefined) await new Promise((resolve) => setTimeout(resolve, load.pauseMs))
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => worker(connection)))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  latencies.sort((a, b) => a - b)
  return {
    perSecond: latencies.length / seconds,
    medianMs: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
  }
}

/** The value of a sorted list that so large a share of it lies below. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Posts JSON over one of the agent's connections; gives the answer's text. */
export function post(agent: Agent, { url, headers, body }: Post): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Several loads measured in turn, round by round, so that a slow moment of the machine meets all of them. */
export async function interleaved(
  loads: readonly Load[],
  options: { readonly rounds: number; readonly connections: number; readonly roundMs: number },
): Promise<Map<string, Round>> {
  const rounds = new Map(loads.map((load) => [load.name, [] as Round[]]))
  for (const load of loads) await runLoad(load, options.connections, options.roundMs / 2)
  for (let round = 0; round < options.rounds; round += 1)
    for (const load of loads) rounds.get(load.name)?.push(await runLoad(load, options.connections, options.roundMs))
  return new Map([...rounds].map(([name, all]) => [name, medianRound(all)]))
}

function medianRound(rounds: readonly Round[]): Round {
  const middle = (pick: (round: Round) => number): number =>
    quantile(
      rounds.map(pick).sort((a, b) => a - b),
      0.5,
    )
  return {
    perSecond: middle((round) => round.perSecond),
    medianMs: middle((round) => round.medianMs),
    p95Ms: middle((round) => round.p95Ms),
  }
}
