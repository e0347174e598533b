import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import type { JobServices } from '../../jobs/job.ts'
import { reconcileJob } from '../../modules/request/commands.ts'
import {
  findRequest,
  type RequestRow,
  type RequestSubject,
  recordProblem,
  settleRequest,
} from '../../modules/request/store.ts'
import { merchantRow } from '../../modules/tenant/store.ts'
import { refuseRequest } from './refusing.ts'

/** The marketplace's answer to a request. */
export interface Answer {
  /** Why it never will be so, for a person to read; null where it is so. */
  readonly problem: string | null
  /** True for a refused shipment that the marketplace still waits for. */
  readonly isAwaited?: boolean
}

/** One comparison of a request with the marketplace. */
export interface Comparison {
  readonly services: JobServices
  readonly merchantId: string
  /** Takes over how an order stands at the marketplace, which answers what is asked for it. */
  readonly refreshOrder: (sellerId: number, orderNo: string) => Promise<null>
  /** Takes over how the case of an order stands at the marketplace, which answers what is asked for it. */
  readonly refreshRefund: (sellerId: number, orderNo: string) => Promise<null>
}

/** One kind of request: how it is read, told and answered. */
export interface RequestKind<Open> {
  /** The job that a request of the kind wakes. */
  readonly job: string
  /** A request that is not answered, with all that telling it takes; null where none is open. */
  readonly read: (tx: Tx, subjectId: string) => Promise<Open | null>
  /**
   * What the marketplace says to it as things stand there; null where it says nothing, or it is written down already.
   * Absent where `tell` looks before each of its steps.
   */
  readonly look?: (at: Comparison, open: Open) => Promise<Answer | null>
  /** Tells the marketplace; null where looking, or a message, brings the answer. @throws the marketplace client's errors */
  readonly tell: (at: Comparison, open: Open) => Promise<Answer | null>
  /** The sentence of a final refusal, from the marketplace's words. Absent where `tell` answers it. */
  readonly refusal?: (open: Open, words: string) => string
  /** Writes an answer down; one to an older request changes nothing. */
  readonly answer: (tx: Tx, open: Open, answer: Answer, now: Date) => Promise<void>
  /** Writes down why a request has to wait. */
  readonly wait: (tx: Tx, open: Open, problem: string) => Promise<void>
}

/** A request that the marketplace has not answered, and what it asks for. */
export interface OpenRequest<Content> {
  readonly request: RequestRow
  readonly content: Content
  readonly sellerId: number
}

/** Writes down what follows from an answer. */
export type Consequence = (answer: Answer, now: Date) => Promise<void>

/** How an answer to a request of the table is written down. */
export interface Answering {
  readonly subject: RequestSubject
  /** Holds the thing of a request until the transaction ends and gives what follows; null where there is no such thing. */
  readonly hold?: (tx: Tx, request: RequestRow) => Promise<Consequence | null>
}

/** A kind of request of the table, as its file describes it. */
export interface Description<Content, Open extends OpenRequest<Content>>
  extends Answering,
    Pick<RequestKind<Open>, 'look' | 'tell' | 'refusal'> {
  /** The content of a request. */
  readonly schema: z.ZodType<Content>
  /** Adds what telling it takes; null where there is no such thing. */
  readonly read: (tx: Tx, open: OpenRequest<Content>) => Promise<Open | null>
}

/**
 * Writes down that a request is so, or why it never will be; an answer to an older request changes nothing. The thing is
 * held first, as everywhere: whoever takes it over holds it before what is asked for it.
 */
export async function answerRequest(
  tx: Tx,
  { hold }: Answering,
  request: RequestRow,
  answer: Answer,
  now: Date,
): Promise<void> {
  const follow = await hold?.(tx, request)
  const isAnswered =
    answer.problem === null
      ? await settleRequest(tx, request, request.generation, now)
      : await refuseRequest(tx, request, answer.problem, now)
  if (isAnswered) await follow?.(answer, now)
}

/** A kind of request of the table. */
export function requestKind<Content, Open extends OpenRequest<Content>>(
  kind: Description<Content, Open>,
): RequestKind<Open> & Answering {
  const { subject, schema, look, refusal } = kind
  return {
    subject,
    tell: kind.tell,
    job: reconcileJob(subject),
    ...(kind.hold === undefined ? {} : { hold: kind.hold }),
    ...(look === undefined ? {} : { look }),
    ...(refusal === undefined ? {} : { refusal }),
    read: async (tx, subjectId) => {
      const request = await findRequest(tx, { subject, subjectId })
      const sellerId = (await merchantRow(tx))?.sellerId ?? null
      if (request?.state !== 'pending' || sellerId === null) return null
      return kind.read(tx, { request, content: schema.parse(request.desired), sellerId })
    },
    answer: (tx, { request }, answer, now) => answerRequest(tx, kind, request, answer, now),
    wait: (tx, { request }, problem) => recordProblem(tx, request, request.generation, problem),
  }
}
