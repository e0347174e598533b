import type { Database } from '../../database/database.ts'
import type { Services } from '../../gateway/handler.ts'
import type { EffectServices } from '../../jobs/effects.ts'
import { later } from '../../platform/clock.ts'
import { maskPhone } from '../../platform/log.ts'
import { openMessage, type SmsMessage } from './sms-seal.ts'
import { claimDueSms, markSmsDelivered, recentSms } from './sms-store.ts'

/** A message that was not confirmed is tried again after this long, until the code in it is worthless. */
const RETRY_MS = 15_000
const INBOX_SIZE = 50

/** Whoever carries messages to phones. Throwing means that the message did not leave; it is then tried again. */
export interface SmsSender {
  send(message: { phone: string; text: string }): Promise<void>
}

/** The demo's sender: the message stands in the log and stays in the demo inbox; nothing leaves the machine. */
export const logSender = (services: Services): SmsSender => ({
  send: async ({ phone, text }) => services.log.info({ phone: maskPhone(phone), text }, 'demo SMS'),
})

/** Production's sender until a provider is configured: it says so with each try. */
const missingSender: SmsSender = {
  send: async () => {
    throw new Error('no SMS provider is configured: codes cannot be delivered')
  },
}

/** The sender that the settings ask for. */
export const senderFor = (services: Services): SmsSender =>
  services.settings.mode === 'demo' ? logSender(services) : missingSender

/**
 * Delivers the messages that are due, at least once each. The text of a delivered message goes, except in the demo,
 * whose inbox shows it.
 */
export async function deliverSms(services: EffectServices, sender = senderFor(services)): Promise<void> {
  const { db, clock, log, settings } = services
  const now = clock.now()
  for (const sms of await db.global((tx) => claimDueSms(tx, now, later(now, RETRY_MS)))) {
    const message = openMessage(services, sms.sealedText)
    if (!message) {
      log.warn({ smsId: sms.id }, 'an SMS was sealed with another secret and cannot be read')
      continue
    }
    try {
      await sender.send({ phone: sms.phone, text: message.text })
    } catch (error) {
      log.error({ err: error, smsId: sms.id, attempts: sms.attempts }, 'an SMS could not be delivered')
      continue
    }
    await db.global((tx) => markSmsDelivered(tx, sms.id, settings.mode === 'demo', clock.now()))
  }
}

export interface InboxMessage extends SmsMessage {
  readonly phone: string
  readonly sentAt: string
}

/** The newest messages, newest first, for the demo's inbox. */
export async function demoInbox(services: Services & { readonly db: Database }): Promise<InboxMessage[]> {
  const rows = await services.db.global((tx) => recentSms(tx, INBOX_SIZE))
  return rows.flatMap(({ phone, sealedText, createdAt }) => {
    const message = openMessage(services, sealedText)
    return message ? [{ phone, ...message, sentAt: createdAt }] : []
  })
}
