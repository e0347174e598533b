import * as z from 'zod'
import { read, write } from '../../call.ts'
import { withRight } from '../../columns/field-rights.ts'
import type { MenuNode } from '../../menu-tree.ts'
import { moment, nothing } from '../../shapes.ts'
import { password, phone, smsCode } from '../auth/calls.ts'
import { overview, overviewFilter } from '../home/overview.ts'

/** The menu as it travels; the description of the calls names what holds itself by its `id`. */
export const menuNode: z.ZodType<MenuNode> = z
  .lazy(() =>
    z.strictObject({
      title: z.string(),
      path: z.string().exactOptional(),
      hidden: z.boolean().exactOptional(),
      highlights: z.string().exactOptional(),
      interfaceId: z.string().exactOptional(),
      children: z.array(menuNode).exactOptional(),
    }),
  )
  .meta({ id: 'MenuNode' })

/** What the operator configured for this installation (docs/specification.md §9): the app id, the site and the links. */
const site = z.strictObject({
  /** The application's number on the marketplace, digits as text; empty when none is set. */
  appId: z.string(),
  /** Where people reach this product, without a slash at the end. */
  siteUrl: z.string(),
  /** Addresses with the place `{itemId}`; empty when none is set, and then no link is shown. */
  itemUrl: z.string(),
  qualityReportUrl: z.string(),
  /** The inspection report's address with the places `{key}` (`itemId` or `detectNo`) and `{value}`; empty when none is set. */
  detectReportUrl: z.string(),
})

const option = z.strictObject({ value: z.string(), label: z.string() })

export interface RegionNode {
  code: string
  name: string
  children?: RegionNode[]
}
const regionNode: z.ZodType<RegionNode> = z
  .lazy(() => z.strictObject({ code: z.string(), name: z.string(), children: z.array(regionNode).exactOptional() }))
  .meta({ id: 'RegionNode' })

/** What the shell and the home page are made from (docs/specification.md §7). */
export const merchant = {
  dataDict: read({
    path: '/api/mch/dataDict',
    title: '数据字典',
    access: 'signedIn',
    input: z.strictObject({}),
    /** Every code with its Chinese label, by name of the dictionary; screens hold none of their own. */
    output: z.strictObject({ version: z.string(), dictionaries: z.record(z.string(), z.array(option)), site }),
    example: {},
  }),
  menu: read({
    path: '/api/mch/menu',
    title: '菜单',
    access: 'signedIn',
    input: z.strictObject({ needMenu: z.union([z.literal(1), z.literal('1')]).optional() }),
    output: z.strictObject({ menu: z.array(menuNode) }),
    example: { needMenu: 1 },
  }),
  /** The overview of the business: what waits to be done, and with a period its figures for whoever may see them. */
  business: read({
    path: '/api/mch/business',
    title: '经营概览',
    live: ['badge', 'figure'],
    access: 'signedIn',
    input: overviewFilter,
    output: z.strictObject({
      /** One card a kind of waiting work; only what the caller's grants let them open. */
      todos: z.array(
        z.strictObject({
          key: z.enum([
            'draft',
            'awaiting_photos',
            'awaiting_seal',
            'listable',
            'curated_draft',
            'curated_awaiting_photos',
            'curated_listable',
            'retakes',
            'curated_retakes',
            'offers_waiting',
            'awaiting_payment',
            'awaiting_shipment',
            'curated_awaiting_payment',
            'curated_awaiting_shipment',
            'shipments_refused',
            'curated_shipments_refused',
            'refunds_open',
            'returns_arriving',
            'refunds_to_approve',
            'exports_ready',
          ]),
          label: z.string(),
          count: z.int(),
          /** The list this card leads to, with its filter. */
          link: z.string(),
          /** The nearest deadline among them, where there is one. */
          nearestDeadline: moment.nullable(),
        }),
      ),
      /** The caller's own long work (`task`) that runs, or has ended since the caller last looked. */
      openTasks: z.int(),
      /** Null without a period, and for whoever may not see it. */
      overview: withRight('field:overview', overview.nullable()),
    }),
    ids: ['shopAccountId'],
    example: { from: '2026-11-01', to: '2026-11-30' },
  }),
  city: read({
    path: '/api/mch/city',
    title: '省市区',
    access: 'signedIn',
    input: z.strictObject({}),
    output: z.strictObject({ version: z.string(), regions: z.array(regionNode) }),
    example: {},
  }),
  existPassword: read({
    path: '/api/mch/existPassword',
    title: '是否已设密码',
    access: 'signedIn',
    input: z.strictObject({}),
    /** Whether the phone that is signed in has a password; without one it signs in by codes. */
    output: z.strictObject({ exists: z.boolean() }),
    example: {},
  }),
  captchaSend: write({
    path: '/api/mch/captchaSend',
    title: '发送修改密码验证码',
    access: 'signedIn',
    rate: 'code',
    /** The code goes to the phone that is signed in. */
    input: z.strictObject({}),
    output: z.strictObject({ resendAfter: z.int() }),
    refusals: ['CODE_TOO_SOON', 'CODE_DAY_LIMIT'],
    example: {},
  }),
  updatePassword: write({
    path: '/api/mch/updatePassword',
    title: '修改密码',
    access: 'signedIn',
    rate: 'signIn',
    /** One proof is needed: the old password, or a code that `captchaSend` sent. Every session of the phone ends, this one too. */
    input: z.strictObject({
      oldPassword: z.string().min(1).max(64).optional(),
      captcha: smsCode.optional(),
      password,
    }),
    output: nothing,
    refusals: [
      'PASSWORD_PROOF_MISSING',
      'OLD_PASSWORD_WRONG',
      'CODE_WRONG',
      'CODE_EXPIRED',
      'PASSWORD_SAME',
      'SLOWED_DOWN',
    ],
    audit: '修改密码',
    // a kept answer would keep a fast digest of the passwords with it
    answerIsSecret: true,
    example: { oldPassword: 'Wrong2026x', password: 'Huanji2027' },
  }),
  resetPassword: write({
    path: '/api/mch/resetPassword',
    title: '重设密码',
    access: 'public',
    rate: 'signIn',
    /** For a forgotten password; the code was sent with the scene `resetPassword`. Every session of the phone ends. */
    input: z.strictObject({ phone, captcha: smsCode, password }),
    output: nothing,
    refusals: ['CODE_WRONG', 'CODE_EXPIRED', 'PHONE_WITHOUT_EMPLOYEE', 'SLOWED_DOWN'],
    example: { phone: '13800138000', captcha: '000000', password: 'Huanji2027' },
  }),
} as const
