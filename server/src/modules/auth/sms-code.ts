import { timingSafeEqual } from 'node:crypto'
import { shanghaiDate } from '@huanji/domain/time'
import { SMS_RESEND_TICKS } from '@huanji/domain/validation'
import type { GlobalTx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { later } from '../../platform/clock.ts'
import { newId, randomDigits } from '../../platform/ids.ts'
import { networkLine } from '../../platform/network-line.ts'
import { remainingMs } from '../../platform/waiting.ts'
import type { Services } from '../../services.ts'
import { isAtKnownPlace } from './attempts.ts'

import { typedDigest } from './digest.ts'
import type { SmsScene } from './sms-scenes.ts'
import { sealMessage } from './sms-seal.ts'
import {
  countSent,
  countTry,
  insertCode,
  insertSms,
  lastSentBefore,
  lockNewestCode,
  lockQuota,
  markCodeUsed,
} from './sms-store.ts'

/**
 * A code by SMS: six digits, five minutes, five tries, one a minute, ten a day; an address may ask for a hundred a day. A
 * place the phone signed in from before has ten of its own, so that nobody elsewhere can use up a person's day.
 */
const DIGITS = 6
const LIFE_MINUTES = 5
const TRIES = 5
const PHONE_PER_DAY = 10
const PLACE_PER_DAY = 100

/** The countdown shows 60…0, so a new code may be asked for after 60 seconds. */
export const RESEND_AFTER_SECONDS = SMS_RESEND_TICKS - 1

const SCENE_NAMES: Readonly<Record<SmsScene, string>> = {
  login: '登录',
  signUp: '注册',
  resetPassword: '重设密码',
  updatePassword: '修改密码',
  confirmSelf: '本人确认',
  changePhone: '更换手机号',
}

const digestOf = (services: Services, codeId: string, code: string) =>
  typedDigest(services.settings.secret, 'sms-code', codeId, code)

/** Which counters limit a code, held until the transaction ends. */
interface Quotas {
  /** Counts what leaves, from wherever it was asked for; the minute between two codes is measured here. */
  readonly phone: string
  /** What the day's ten are counted against: the phone, or the phone at this known place. */
  readonly day: string
  readonly place: string
}

async function quotasFor(tx: GlobalTx, phone: string, ip: string, now: Date): Promise<Quotas> {
  const place = networkLine(ip)
  const isKnown = await isAtKnownPlace(tx, phone, ip, now)
  return { phone: `minute:${phone}`, day: isKnown ? `${phone}@${place}` : phone, place: `place:${place}` }
}

/**
 * Seconds until the next code may be asked for, at most those of the countdown: a last code from further ahead than
 * another process's clock may be was sent while the clock stood ahead, and is not waited for.
 */
function secondsToWait(lastSentMs: number, nowMs: number): number {
  const countdownMs = RESEND_AFTER_SECONDS * 1000
  const waitMs = remainingMs(lastSentMs + countdownMs, nowMs, 2 * countdownMs)
  return Math.ceil(Math.min(waitMs, countdownMs) / 1000)
}

async function refuseTooMany(tx: GlobalTx, quotas: Quotas, day: string, now: Date): Promise<void> {
  const ofPhone = await lockQuota(tx, quotas.phone, day)
  const ofDay = await lockQuota(tx, quotas.day, day)
  const ofPlace = await lockQuota(tx, quotas.place, day)
  const lastSentAt = ofPhone.lastSentAt ?? (await lastSentBefore(tx, quotas.phone, day))
  const seconds = lastSentAt === null ? 0 : secondsToWait(Date.parse(lastSentAt), now.getTime())
  if (seconds > 0) refuse('CODE_TOO_SOON', { seconds }, { keepsChanges: true })
  if (ofDay.sentCount >= PHONE_PER_DAY || ofPlace.sentCount >= PLACE_PER_DAY) {
    refuse('CODE_DAY_LIMIT', {}, { keepsChanges: true })
  }
}

/**
 * Makes a code for a phone and a scene and puts the message on its way, whether or not the phone is known here: the
 * answer must not tell. Refuses CODE_TOO_SOON within a minute of the last one and CODE_DAY_LIMIT after ten on a day
 * in Asia/Shanghai.
 */
export async function sendCode(
  tx: GlobalTx,
  services: Services,
  request: { phone: string; scene: SmsScene; ip: string; now: Date },
): Promise<void> {
  const { phone, scene, now } = request
  const day = shanghaiDate(now.toISOString())
  const quotas = await quotasFor(tx, phone, request.ip, now)
  await refuseTooMany(tx, quotas, day, now)
  for (const subject of Object.values(quotas)) await countSent(tx, subject, day, now)
  const id = newId()
  const code = randomDigits(DIGITS)
  const expiresAt = later(now, LIFE_MINUTES * 60_000)
  await insertCode(tx, { id, phone, scene, codeHash: digestOf(services, id, code), now, expiresAt })
  const text = `【焕机】您的${SCENE_NAMES[scene]}验证码是${code}，${LIFE_MINUTES}分钟内有效。请勿告诉他人。`
  await insertSms(tx, { id, phone, sealedText: sealMessage(services, { scene, text, code }), now, expiresAt })
}

/** What checking a code came to. A right one is held by the transaction until it is used. */
export type CodeCheck = { readonly isRight: true; use(): Promise<void> } | { readonly isRight: false; refuse(): never }

/**
 * Compares a code with the newest one sent to the phone for the scene and counts a wrong try. Of two who come with one
 * code, the second waits for the first and then finds it used. A wrong code refuses with CODE_WRONG; one that is
 * used, older than five minutes, tried five times or was never sent with CODE_EXPIRED; both at `field`.
 */
export async function checkCode(
  tx: GlobalTx,
  services: Services,
  given: { phone: string; scene: SmsScene; code: string; now: Date; field?: string },
): Promise<CodeCheck> {
  const { field = 'captcha' } = given
  const known = await lockNewestCode(tx, given.phone, given.scene)
  const isLive =
    known && known.usedAt === null && known.tries < TRIES && Date.parse(known.expiresAt) > given.now.getTime()
  if (!isLive) return { isRight: false, refuse: () => refuse('CODE_EXPIRED', {}, { field, keepsChanges: true }) }
  if (timingSafeEqual(known.codeHash, digestOf(services, known.id, given.code))) {
    return { isRight: true, use: () => markCodeUsed(tx, known.id, given.now) }
  }
  await countTry(tx, known.id)
  return { isRight: false, refuse: () => refuse('CODE_WRONG', {}, { field, keepsChanges: true }) }
}
