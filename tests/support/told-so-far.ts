import type { LiveTopic } from '@huanji/contract/live'
import type { OpenDatabase } from '@huanji/server/database/open'
import { newId } from '@huanji/server/platform/ids'
import type { EventStream } from './event-stream.ts'
import { until } from './until.ts'

type Open = Pick<OpenDatabase, 'changes' | 'db'>

/** Commits a change of a topic, as statements do that write rows. */
export const change = ({ db }: Open, merchantId: string, topic: LiveTopic): Promise<void> =>
  db.tenant(merchantId, async (tx) => tx.changed(topic))

/**
 * Waits until this process is told of all that it committed so far. Changes are told in the order of their commits, so
 * one of nobody's is committed and waited for.
 */
export async function toldSoFar(open: Open): Promise<void> {
  const nobody = newId()
  let isTold = false
  const stop = open.changes.on({
    changed: ({ merchantId }) => {
      isTold ||= merchantId === nobody
    },
    missed: () => undefined,
    standing: () => undefined,
  })
  await change(open, nobody, 'address')
  await until(() => isTold)
  stop()
}

/** Lets streams of a merchant hear all that was committed so far, and forgets it; with a topic that each of them may see. */
export async function caughtUp(
  open: Open,
  merchantId: string,
  topic: LiveTopic,
  ...streams: readonly EventStream[]
): Promise<void> {
  await toldSoFar(open)
  await change(open, merchantId, topic)
  // what a stream is told on opening has no age
  const isLast = (events: EventStream['events']) =>
    events.some(({ data }) => data.topics?.includes(topic) === true && (data.ageMs ?? 0) > 0)
  for (const stream of streams) {
    await stream.until((events) => stream.isOver || isLast(events))
    stream.takeTopics()
  }
}
