import { ATTEMPTS_MAX, type JobSource } from '../dispatch.ts'
import type { JobServices } from '../job.ts'
import { claimMessage, dueMessages, finishMessage, type InboxPartition, type InboxRow, renewMessage } from './store.ts'

/** Does what a stored message asks for; throwing means "try again later". */
export type MessageHandler = (message: InboxRow, services: JobServices) => Promise<void>

/** The inbox as a queue. */
export function inboxSource(handle: MessageHandler, services: JobServices): JobSource<InboxPartition, InboxRow> {
  return {
    name: 'inbox',
    claim: claimMessage,
    renew: (tx, _partition, item, until) => renewMessage(tx, item, until),
    finish: (tx, _partition, item, result) => finishMessage(tx, item, result),
    due: dueMessages,
    attemptsMax: () => ATTEMPTS_MAX,
    run: (_partition, item) => handle(item, services),
  }
}
