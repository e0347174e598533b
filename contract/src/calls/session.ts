import * as z from 'zod'
import { read, write } from '../call.ts'
import { id, moment, nothing } from '../shapes.ts'
import { choice } from './auth.ts'

/** Beyond the specification: a person's own sessions at this merchant (登录设备), and the way to another merchant. */
export const extSession = {
  list: read({
    path: '/api/ext/session/list',
    title: '登录设备',
    access: 'signedIn',
    input: z.strictObject({}),
    output: z.strictObject({
      sessions: z.array(
        z.strictObject({
          sessionId: id,
          isCurrent: z.boolean(),
          createdAt: moment,
          lastSeenAt: moment,
          expiresAt: moment,
          ip: z.string(),
          userAgent: z.string(),
        }),
      ),
    }),
    example: {},
  }),
  end: write({
    path: '/api/ext/session/end',
    title: '退出某台设备',
    access: 'signedIn',
    input: z.strictObject({ sessionId: id }),
    output: nothing,
    refusals: ['NOT_FOUND'],
    ids: ['sessionId'],
    example: { sessionId: '01890000-0000-7000-8000-000000000000' },
  }),
  endOthers: write({
    path: '/api/ext/session/endOthers',
    title: '退出其他设备',
    access: 'signedIn',
    input: z.strictObject({}),
    output: z.strictObject({ ended: z.int() }),
    example: {},
  }),
  switchMerchant: write({
    path: '/api/ext/session/switchMerchant',
    title: '切换商家',
    access: 'signedIn',
    rate: 'signIn',
    /** Answers a ticket for `loginAffirm`; the session goes on until the choice is made. */
    input: z.strictObject({}),
    output: choice,
    answerIsSecret: true,
    example: {},
  }),
} as const
