import { NOTICE_KIND_NAMES } from '@huanji/domain/notices/kinds'
import * as z from 'zod'
import { read, write } from '../../call.ts'
import { channel, id, moment, nothing } from '../../shapes.ts'

const NO_NOTICE = '01890000-0000-7000-8000-000000000000'
const READ_AT_ONCE_MAX = 100
/** More are not counted. */
export const UNREAD_MAX = 99

export const noticeKind = z.enum(NOTICE_KIND_NAMES)

/** A notice as the person sees it; several of one kind and minute are one. */
export const noticeRow = z.strictObject({
  /** Of the newest, where it tells of several. */
  noticeId: id,
  kind: noticeKind,
  channel: channel.nullable(),
  count: z.int(),
  /** What a person knows the thing by. */
  label: z.string(),
  /** Why, or what is to be done; empty where the title says it all. */
  detail: z.string(),
  /** Names the thing, in the way of its kind; null where it is none. */
  subjectId: id.nullable(),
  /** By when something has to be done. */
  dueAt: moment.nullable(),
  at: moment,
  isRead: z.boolean(),
})

const hour = z.int().min(0).max(23)

/**
 * What happened without the person's doing. Who holds no right to a thing is not told of it: that is looked at each time,
 * so that a right that was taken away takes its notices with it.
 */
export const notice = {
  unread: read({
    path: '/api/ext/notice/unread',
    title: '未读消息',
    live: ['notice'],
    access: 'signedIn',
    input: z.strictObject({}),
    output: z.strictObject({
      /** Up to 99, and 100 for more. */
      count: z.int(),
      /** The newest unread one: a device remembers up to which it has shown them. */
      newestId: id.nullable(),
      /** The newest unread one that cannot wait, of the last ten minutes. */
      urgent: noticeRow.nullable(),
    }),
    example: {},
  }),
  list: read({
    path: '/api/ext/notice/list',
    title: '消息列表',
    live: ['notice'],
    access: 'signedIn',
    /** Newest first. `before` is what the previous answer gave as `next`. */
    input: z.strictObject({
      unreadOnly: z.boolean().default(false),
      kind: noticeKind.optional(),
      before: moment.optional(),
    }),
    output: z.strictObject({
      notices: z.array(noticeRow),
      /** Null at the end. */
      next: moment.nullable(),
      /** The kinds that the person is told of, in their order. */
      kinds: z.array(noticeKind),
    }),
    example: {},
  }),
  read: write({
    path: '/api/ext/notice/read',
    title: '消息标为已读',
    access: 'signedIn',
    /** Each with those that were shown together with it. */
    input: z.strictObject({ noticeIds: z.array(id).min(1).max(READ_AT_ONCE_MAX) }),
    output: nothing,
    refusals: ['NOT_FOUND'],
    ids: ['noticeIds'],
    example: { noticeIds: [NO_NOTICE] },
  }),
  readAll: write({
    path: '/api/ext/notice/readAll',
    title: '消息全部已读',
    access: 'signedIn',
    input: z.strictObject({}),
    output: nothing,
    example: {},
  }),
  choices: read({
    path: '/api/ext/notice/choices',
    title: '消息设置',
    live: ['notice'],
    access: 'signedIn',
    input: z.strictObject({}),
    output: z.strictObject({
      /** Of the kinds that the person may be told of. */
      kinds: z.array(z.strictObject({ kind: noticeKind, isShown: z.boolean(), isSent: z.boolean() })),
      quietFrom: hour,
      quietUntil: hour,
      smsADay: z.int(),
      /** False where the server has no way to send messages. */
      canSend: z.boolean(),
      /** The phone they go to, masked. */
      phone: z.string(),
    }),
    example: {},
  }),
  saveChoices: write({
    path: '/api/ext/notice/saveChoices',
    title: '修改消息设置',
    access: 'signedIn',
    /** What is left out stays. A kind that the person may not be told of is kept for when they may. */
    input: z.strictObject({
      kinds: z
        .array(z.strictObject({ kind: noticeKind, isShown: z.boolean(), isSent: z.boolean() }))
        .max(NOTICE_KIND_NAMES.length)
        .optional(),
      quietFrom: hour.optional(),
      quietUntil: hour.optional(),
      smsADay: z.int().min(1).max(100).optional(),
    }),
    output: nothing,
    example: { quietFrom: 21 },
  }),
} as const
