import type { IncomingHttpHeaders } from 'node:http'

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
const JSON_TYPE = /^application\/json\s*(;\s*charset=utf-8\s*)?$/i

/** Why a control request is not obeyed, as an HTTP status and a sentence. */
export interface ControlDenial {
  readonly status: 403 | 415
  readonly msg: string
}

/**
 * Tells the control's own users from web pages that reach it through a browser on this machine; null for the former.
 * Refused: a `Host` other than loopback and `listeningHost` (a foreign name made to resolve to this machine), an `Origin`
 * other than the sandbox's own, and any body but `application/json`, which no page may send elsewhere without asking.
 */
export function controlDenial(headers: IncomingHttpHeaders, listeningHost: string): ControlDenial | null {
  const { host = '', origin } = headers
  const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
  const names = [...LOOPBACK_NAMES, listeningHost.includes(':') ? `[${listeningHost}]` : listeningHost]
  if (asked === null || !names.includes(asked.hostname)) return { status: 403, msg: '控制接口只接受本机地址的请求' }
  if (origin !== undefined && origin !== asked.origin) return { status: 403, msg: '控制接口不接受其他网站的请求' }
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return { status: 415, msg: '请以application/json提交' }
  return null
}
