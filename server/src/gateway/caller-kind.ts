import { LOGIN_CONTEXT_KEYS } from '@huanji/contract/envelope'
import type { FastifyRequest } from 'fastify'

const BEARER = /^Bearer(?:\s|$)/i
/** What a key looks like when it stands there alone, without the word before it. */
const KEY_ALONE = /^hj_live_/i

/** The login context that the web client sends with each call, empty before sign-in. */
const hasContext = (body: object): boolean => LOGIN_CONTEXT_KEYS.some((key) => key in body)

/**
 * Whether a program asks, and no page: it brings a key, or nothing of the login context. Where the body has not been read,
 * a browser is known by the origin that it sends with every POST. Other schemes of `authorization` are a proxy's own.
 */
export function isProgram({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): boolean {
  const { authorization = '', origin } = headers
  if (BEARER.test(authorization) || KEY_ALONE.test(authorization)) return true
  return typeof body === 'object' && body !== null ? !hasContext(body) : origin === undefined
}

const FORM = 'Authorization: Bearer hj_live_…'

/** What is wrong with how a program says its key where it says none that can be read, and what to do. */
export function keyProblem(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') return `没有带：请在请求头写 ${FORM}`
  if (/^Bearer\s*$/i.test(authorization)) return `是空的：请在 Bearer 后面写上密钥，即 ${FORM}`
  if (KEY_ALONE.test(authorization)) return `前面缺少 Bearer 和一个空格，应为 ${FORM}`
  return `没有按格式带上，应为 ${FORM}`
}
