import * as z from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { randomToken } from '../../platform/ids.ts'
import type { SmsSettings } from '../../settings.ts'
import { acsHeaders, acsQuery } from './sms-aliyun-signature.ts'
import { SmsNotSent, type SmsSender } from './sms-sender.ts'

const ACTION = 'SendSms'
const VERSION = '2017-05-25'
const TIMEOUT_MS = 5000
const NONCE_BYTES = 18

/**
 * Answers that another try cannot change: they are about the number, the template or the signature. Everything else,
 * such as a limit, an empty account or a fault on the other side, may pass while the code is still good.
 */
const PERMANENT = new Set([
  'isv.MOBILE_NUMBER_ILLEGAL',
  'isv.BLACK_KEY_CONTROL_LIMIT',
  'isv.DOMESTIC_NUMBER_NOT_SUPPORTED',
  'isv.SMS_TEMPLATE_ILLEGAL',
  'isv.TEMPLATE_MISSING_PARAMETERS',
  'isv.TEMPLATE_PARAMS_ILLEGAL',
  'isv.SMS_SIGNATURE_ILLEGAL',
  'isv.SMS_SIGNATURE_SCENE_ILLEGAL',
  'isv.SMS_CONTENT_ILLEGAL',
  'isv.SMS_SIGN_ILLEGAL',
  'isv.INVALID_PARAMETERS',
  'isv.INVALID_JSON_PARAM',
  'isv.PARAM_LENGTH_LIMIT',
  'isv.PARAM_NOT_SUPPORT_URL',
])

const ANSWER = z.object({ Code: z.string().max(100), RequestId: z.string().max(100).default('') })

/**
 * Sends messages through Aliyun's short message service (its SendSms interface), by the template that the settings name
 * for the scene. A message that is not taken throws SmsNotSent within five seconds.
 */
export function createAliyunSender(settings: SmsSettings, clock: Clock): SmsSender {
  const key = { id: settings.keyId, secret: settings.keySecret }
  return {
    send: async ({ phone, scene, params }) => {
      const template = scene === 'notice' ? settings.noticeTemplate : settings.templates[scene]
      if (!template) throw new SmsNotSent('no template for the scene', true)
      const parameters = {
        PhoneNumbers: phone,
        SignName: settings.sign,
        TemplateCode: template,
        TemplateParam: JSON.stringify(params),
      }
      const url = new URL(settings.endpoint)
      const { host, pathname: path } = url
      const nonce = randomToken(NONCE_BYTES)
      const request = { action: ACTION, version: VERSION, method: 'POST', host, path, parameters, nonce } as const
      url.search = acsQuery(parameters)
      const { Code, RequestId } = await answerOf(url, acsHeaders({ ...request, now: clock.now() }, key))
      if (Code !== 'OK') throw new SmsNotSent(Code, PERMANENT.has(Code), RequestId)
    },
  }
}

/** What the provider says; an error has its own status and the same shape. */
async function answerOf(url: URL, headers: Record<string, string>): Promise<z.infer<typeof ANSWER>> {
  let text: string
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { method: 'POST', headers, redirect: 'error', signal })
    text = await response.text()
  } catch (error) {
    // the address holds the phone and the code: of the cause only its name goes on
    throw new SmsNotSent(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable', false)
  }
  const parsed = ANSWER.safeParse(jsonOf(text))
  if (!parsed.success) throw new SmsNotSent('unreadable answer', false)
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
