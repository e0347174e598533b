import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { cleanPhone, imeiOf } from '@huanji/server/demo/trade/inspecting'
import { plainClient, signIn } from '../contract/fixtures/client.ts'
import { bodyOf } from '../contract/gateway/target.ts'
import { PASSWORD, PHONE } from './databases.ts'
import { type Load, type Round, runLoad } from './load.ts'
import { ms, ratio, verdict } from './markdown.ts'
import { type Measured, OK, type Result, targetOf } from './measurements.ts'
import type { BenchOptions } from './options.ts'
import type { SenderData, SenderOrder } from './photo-sender.ts'

/** Who sends: a station that has forty photographs keeps three under way (docs/domain.md §4.3), and many stations forty. */
const SENDERS = [
  { name: 'one station', atOnce: 3, goal: 2 },
  { name: 'fourteen stations', atOnce: 40, goal: null },
] as const
const PHOTOS = Math.max(...SENDERS.map(({ atOnce }) => atOnce))
/** People who work beside them, each with a call after so long. */
const PEOPLE = 4
const PAUSE_MS = 40
const MEMORY_EVERY_MS = 50
/** A round is long enough for every photograph to be saved at least once. */
const ROUNDS_TIMES = 4

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

async function makeTasks({ url }: Measured, who: LoginContext): Promise<string[]> {
  const client = plainClient(targetOf(url), who)
  const tasks: string[] = []
  for (let index = 0; index < PHOTOS; index += 1) {
    const draft = cleanPhone(imeiOf('35', 890_000_000 + index), { mode: 'draft', answers: {} })
    const { photoTaskId } = await client.call(detRecord.addDetectRecord, draft)
    tasks.push(photoTaskId)
  }
  return tasks
}

const loadOf = (name: string, url: string, who: LoginContext, spec: CallSpec, payload: object): Load => ({
  name,
  url: `${url}${spec.path}`,
  expect: OK,
  pauseMs: PAUSE_MS,
  nextBody: () => bodyOf(who, payload),
})

/** The most memory that the gateway held while something was done. */
async function peakDuring(memory: () => number, work: () => Promise<unknown>): Promise<number> {
  let peak = memory()
  const timer = setInterval(() => {
    peak = Math.max(peak, memory())
  }, MEMORY_EVERY_MS)
  await work()
  clearInterval(timer)
  return peak
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

interface Side {
  readonly quiet: Round[]
  readonly busy: Round[]
}

const p95Of = (rounds: readonly Round[]): number => middle(rounds.map((round) => round.p95Ms))
const medianOf = (rounds: readonly Round[]): number => middle(rounds.map((round) => round.medianMs))

/** Measures calls of people at work with and without photographs arriving all the time, in turns. */
export async function photosAtOnce(measured: Measured, options: BenchOptions): Promise<Result> {
  const { url, memory } = measured
  const who = await signIn(targetOf(url), PHONE, PASSWORD)
  const photoTaskIds = await makeTasks(measured, who)
  const workerData: SenderData = { url, who, photoTaskIds }
  const sender = new Worker(new URL('./photo-sender.ts', import.meta.url), { workerData })
  const tell = (order: SenderOrder) => sender.postMessage(order)
  const [{ bytes }] = (await once(sender, 'message')) as [{ bytes: number }]
  const roundMs = options.roundMs * ROUNDS_TIMES
  const loads = [
    loadOf('order list', url, who, auctionOrder.list, {}),
    loadOf('inspection list', url, who, detRecord.getDetectRecordList, { channel: 'auction' }),
  ]
  for (const load of loads) await runLoad(load, PEOPLE, roundMs)
  const idle = memory()
  const rows: Result['rows'][number][] = []
  for (const { name, atOnce, goal } of SENDERS) {
    const sides = new Map(loads.map((load) => [load.name, { quiet: [], busy: [] } as Side]))
    const peaks: number[] = []
    let sent = 0
    for (let round = 0; round < options.rounds; round += 1) {
      for (const load of loads) sides.get(load.name)?.quiet.push(await runLoad(load, PEOPLE, roundMs))
      for (const load of loads) {
        const work = async () => {
          tell({ atOnce })
          sides.get(load.name)?.busy.push(await runLoad(load, PEOPLE, roundMs))
          tell('stop')
          const [answer] = (await once(sender, 'message')) as [{ sent: number }]
          sent += answer.sent
        }
        peaks.push(await peakDuring(memory, work))
      }
    }
    const held = `${megabytes(peaks[0] ?? 0)}, ${megabytes(peaks.at(-1) ?? 0)}`
    for (const [call, { quiet, busy }] of sides) {
      const share = p95Of(busy) / p95Of(quiet)
      rows.push([
        ...[name, atOnce, sent, call, ms(medianOf(quiet)), ms(p95Of(quiet)), ms(medianOf(busy)), ms(p95Of(busy))],
        ...[ratio(share), goal === null ? '' : verdict(share, { atMost: goal }), held],
      ])
    }
  }
  await sender.terminate()
  return {
    note:
      `Photographs of ${Math.round(bytes / 1024)} KiB arrive all the time, so many under way at once, ` +
      `beside ${PEOPLE} people with a call each every ${PAUSE_MS} ms; medians of ${options.rounds} rounds of ${roundMs} ms, in turns. ` +
      `The gateway held ${megabytes(idle)} before, and at most what the last column says, in the first round and the last.`,
    head: [
      ...['sender', 'at once', 'sent', 'call', 'median', 'p95', 'median with photographs', 'p95 with photographs'],
      ...['ratio of p95', 'goal', 'held'],
    ],
    rows,
  }
}
