import { ATTEMPTS_MAX, type JobSource } from '../dispatch.ts'
import { JobGivenUp, type JobHandlers, type JobKind, type JobServices, type QueueName } from '../job.ts'
import { claimJob, duePartitions, finishJob, type OutboxPartition, type OutboxRow, renewJob } from './store.ts'

/** One queue of the outbox: each job goes to the handler of its kind. */
export function outboxSource(
  queue: QueueName,
  handlers: JobHandlers,
  services: JobServices,
): JobSource<OutboxPartition, OutboxRow> {
  const kindOf = (name: string): JobKind | undefined => {
    const found = handlers[name]
    return typeof found === 'function' ? { run: found, retries: 'limited' } : found
  }
  const attemptsMax = ({ kind }: OutboxRow) =>
    kindOf(kind)?.retries === 'forever' ? Number.POSITIVE_INFINITY : ATTEMPTS_MAX

  return {
    name: queue,
    takesTurns: queue === 'bulk',
    claim: claimJob,
    renew: renewJob,
    finish: finishJob,
    due: (tx, lease, limit) => duePartitions(tx, queue, lease, limit),
    attemptsMax,
    run: async ({ merchantId }, item) => {
      const { id, kind, payload, attempts } = item
      const handler = kindOf(kind)
      if (handler === undefined) throw new JobGivenUp(`no handler for jobs of kind ${kind}`)
      await handler.run(
        { merchantId, id, kind, payload, attempt: attempts, isLast: attempts >= attemptsMax(item) },
        services,
      )
    },
  }
}
