import type { Database, GlobalTx } from '../../database/database.ts'
import type { JobServices } from '../../jobs/job.ts'
import { later } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { maskPhone } from '../../platform/log.ts'
import type { Services } from '../../services.ts'
import { createAliyunSender } from './sms-aliyun.ts'
import { openMessage, sealMessage } from './sms-seal.ts'
import { SmsNotSent, type SmsSender } from './sms-sender.ts'
import { claimDueSms, type DueSms, insertSms, markSmsDelivered, markSmsDropped, recentSms } from './sms-store.ts'

/** A message that was not confirmed is tried again after this long, until the code in it is worthless. */
const RETRY_MS = 15_000
const INBOX_SIZE = 50

/** True where messages stay on this machine: in the demo, unless it is given a provider. */
const staysHere = ({ settings }: Services): boolean => settings.mode === 'demo' && settings.sms === null

/** Whether messages other than codes can be sent: a provider has a template of its own for them. */
export const canSendNotices = (services: Services): boolean =>
  staysHere(services) || (services.settings.sms?.noticeTemplate ?? null) !== null

/** A message about notices. */
export interface NoticeSms {
  /** One message is sent once, however often it is asked for by its id. */
  readonly id: string
  readonly phone: string
  readonly count: number
  /** What there is, in few words. */
  readonly summary: string
}

/** What is later than this is no news any more. */
const NOTICE_LIFE_MS = 3_600_000

/** Puts a message about notices on its way. Global. */
export async function sendNoticeSms(tx: GlobalTx, services: Services, sms: NoticeSms): Promise<void> {
  const { id, phone, count, summary } = sms
  const now = services.clock.now()
  const text = `【焕机】您有${count}条新消息：${summary}，请登录查看。`
  const params = { count: String(count), summary }
  const sealedText = sealMessage(services, { scene: 'notice', text, code: '', params })
  await insertSms(tx, { id, phone, sealedText, now, expiresAt: later(now, NOTICE_LIFE_MS) })
}

/** Tells a phone at once of what its person must hear of. Global. */
export async function sendForcedSms(
  tx: GlobalTx,
  services: Services,
  { phone, text: summary }: { readonly phone: string; readonly text: string },
): Promise<void> {
  if (canSendNotices(services)) await sendNoticeSms(tx, services, { id: newId(), phone, count: 1, summary })
}

/** The demo's sender: the message stands in the log and stays in the demo inbox; nothing leaves the machine. */
export const logSender = (services: Services): SmsSender => ({
  send: async ({ phone, text }) => services.log.info({ phone: maskPhone(phone), text }, 'demo SMS'),
})

/** The sender that the settings ask for. @throws Error outside the demo without a provider: a code must not go to the log there */
export function senderFor(services: Services): SmsSender {
  const { settings, clock } = services
  if (settings.sms !== null) return createAliyunSender(settings.sms, clock)
  if (staysHere(services)) return logSender(services)
  throw new Error('no SMS provider is configured: codes cannot be delivered')
}

/**
 * Delivers the messages that are due, at least once each, all at the same time so that a slow answer holds up no other
 * message. The text of a delivered message goes, except in the demo, whose inbox shows it.
 */
export async function deliverSms(services: JobServices, sender = senderFor(services)): Promise<void> {
  const now = services.clock.now()
  const due = await services.db.global((tx) => claimDueSms(tx, now, later(now, RETRY_MS)))
  await Promise.all(due.map((sms) => deliverOne(services, sender, sms)))
}

async function deliverOne(services: JobServices, sender: SmsSender, sms: DueSms): Promise<void> {
  const { db, clock, log } = services
  const { id, phone, attempts } = sms
  const message = openMessage(services, sms.sealedText)
  if (!message) {
    log.warn({ smsId: id }, 'an SMS was sealed with another secret and cannot be read')
    return
  }
  const { scene, text, code, params = { code } } = message
  try {
    await sender.send({ phone, scene, params, text })
  } catch (error) {
    const isPermanent = error instanceof SmsNotSent && error.isPermanent
    log.error({ err: error, smsId: id, attempts, isPermanent }, 'an SMS could not be delivered')
    if (isPermanent) await db.global((tx) => markSmsDropped(tx, id))
    return
  }
  await db.global((tx) => markSmsDelivered(tx, id, staysHere(services), clock.now()))
}

export interface InboxMessage {
  readonly phone: string
  readonly text: string
  readonly code: string
  readonly sentAt: string
}

/** The newest messages, newest first, for the demo's inbox; none where they go to real phones. */
export const demoInbox = (services: Services & { readonly db: Database }): Promise<InboxMessage[]> =>
  services.db.global((tx) => messagesIn(services, tx))

/** Those to one phone. Global. */
export async function demoInboxOf(
  services: Services,
  tx: GlobalTx,
  to: string,
): Promise<Omit<InboxMessage, 'phone'>[]> {
  const messages = await messagesIn(services, tx)
  return messages.flatMap(({ phone, ...message }) => (phone === to ? [message] : []))
}

async function messagesIn(services: Services, tx: GlobalTx): Promise<InboxMessage[]> {
  if (!staysHere(services)) return []
  const rows = await recentSms(tx, INBOX_SIZE)
  return rows.flatMap(({ phone, sealedText, createdAt }) => {
    const message = openMessage(services, sealedText)
    return message ? [{ phone, text: message.text, code: message.code, sentAt: createdAt }] : []
  })
}
