import { createHash, timingSafeEqual } from 'node:crypto'
import basicAuth from '@fastify/basic-auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DeadLetterId, Jobs } from '../jobs/job.ts'
import { letterOf } from '../jobs/letter-number.ts'
import { type DeadLetterAct, deadLetterPage, discardPage, sentencePage } from './dead-letter-page.ts'

/** At most so many dead letters of each table stand on the page. */
const AT_ONCE = 200
/** Two hundred numbers of two ids each, encoded for a form. */
const FORM_BYTES = 64 * 1024
const USER = 'ops'
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const TOLD: Readonly<Record<DeadLetterAct, string>> = { retry: '已重新排队', discard: '已放弃' }

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

/** True for a request that another site has a browser send along with the password that it remembers. */
function isForeign({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}

/**
 * Registers the operators' page of dead letters at `/dead-letters`, behind a password (user `ops`): the list, and a form to
 * have some run again or to give them up. It works without a script, and other sites cannot use it through a browser.
 */
export async function registerDeadLetters(server: FastifyInstance, jobs: Jobs, password: string): Promise<void> {
  await server.register(async (pages) => {
    await pages.register(basicAuth, {
      authenticate: { realm: 'huanji ops' },
      validate: async (user, given) => {
        const isUser = isSame(user, USER)
        if (!isSame(given, password) || !isUser) throw new Error('用户名或密码不正确')
      },
    })
    pages.addHook('onRequest', pages.basicAuth)
    pages.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
      })
    })
    const form = { parseAs: 'string', bodyLimit: FORM_BYTES } as const
    pages.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) =>
      done(null, new URLSearchParams(body.toString())),
    )
    pages.get<{ Querystring: { act?: string; count?: string } }>('/dead-letters', async ({ query }, reply) => {
      const [letters, depth] = await Promise.all([jobs.deadLetters(AT_ONCE), jobs.depth()])
      return sendPage(reply, 200, deadLetterPage(letters, depth, toldOf(query)))
    })
    pages.post('/dead-letters', async (request, reply) => {
      if (isForeign(request)) return sendPage(reply, 403, sentencePage('请求不是从本页发出的，没有执行。'))
      return act(jobs, request.body as URLSearchParams, reply)
    })
  })
}

async function act(jobs: Jobs, form: URLSearchParams, reply: FastifyReply): Promise<FastifyReply> {
  const numbers = form.getAll('letter')
  const letters = numbers.map(letterOf).filter((letter): letter is DeadLetterId => letter !== null)
  const choice = form.get('act')
  if (letters.length !== numbers.length || (choice !== 'retry' && choice !== 'discard')) {
    return sendPage(reply, 400, sentencePage('请求不完整，没有执行。'))
  }
  if (letters.length === 0) return sendPage(reply, 400, sentencePage('没有选择任务，没有执行。'))
  if (choice === 'discard' && form.get('sure') !== 'yes') return sendPage(reply, 200, discardPage(numbers))
  let count = 0
  for (const letter of letters) if (await jobs[choice](letter)) count += 1
  return reply.redirect(`/dead-letters?act=${choice}&count=${count}`, 303)
}

/** What the address after an act says of it: how many there were, as others may have been faster. */
function toldOf({ act: done, count }: { act?: string; count?: string }): string | null {
  if ((done !== 'retry' && done !== 'discard') || !/^\d{1,3}$/.test(count ?? '')) return null
  return `${TOLD[done]} ${count} 件。`
}

const sendPage = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(text)
