import { deadMessages, discardMessage, inboxDepth, retryMessage } from './inbox/store.ts'
import type { DeadLetterId, JobServices, Jobs } from './job.ts'
import { deadJobs, discardJob, outboxDepth, retryJob } from './outbox/store.ts'
import { longestDue } from './schedule-lock/store.ts'

/** The jobs for operators. */
export function createJobs({ db, clock }: Pick<JobServices, 'db' | 'clock'>): Jobs {
  return {
    depth: () => db.worker((tx) => outboxDepth(tx, clock.now())),
    messageDepth: () => db.worker((tx) => inboxDepth(tx, clock.now())),
    scheduleLateSeconds: async (names) => {
      const now = clock.now()
      const since = await db.worker((tx) => longestDue(tx, names, now))
      return since === null ? 0 : Math.floor((now.getTime() - Date.parse(since)) / 1000)
    },
    deadLetters: (limit) =>
      db.worker(async (tx) => [...(await deadJobs(tx, limit)), ...(await deadMessages(tx, limit))]),
    retry: ({ id, merchantId }: DeadLetterId) =>
      db.worker((tx) =>
        merchantId === null ? retryMessage(tx, id, clock.now()) : retryJob(tx, merchantId, id, clock.now()),
      ),
    discard: ({ id, merchantId }: DeadLetterId) =>
      db.worker((tx) =>
        merchantId === null ? discardMessage(tx, id, clock.now()) : discardJob(tx, merchantId, id, clock.now()),
      ),
  }
}
