import { CONTACT_PHONE_MESSAGE, CONTACT_PHONE_PATTERN } from '@huanji/domain/validation'
import * as z from 'zod'
import { read, write } from '../../call.ts'
import { id, listOf, nameText, nothing, paging, text, version } from '../../shapes.ts'
import { addressKind, addressRow } from './rows.ts'

const NOWHERE = '01890000-0000-7000-8000-000000000000'

/** The calls of addresses (docs/specification.md §7). */
export const address = {
  list: read({
    path: '/api/address/list',
    title: '地址列表',
    live: ['address'],
    input: z.strictObject({ ...paging, kind: addressKind.optional(), keyword: text(40).optional() }),
    output: listOf(addressRow),
    example: {},
  }),
  info: read({
    path: '/api/address/info',
    title: '地址详情',
    access: { anyOf: ['/api/address/list'] },
    input: z.strictObject({ addressId: id }),
    output: addressRow,
    refusals: ['NOT_FOUND'],
    ids: ['addressId'],
    example: { addressId: NOWHERE },
  }),
  edit: write({
    path: '/api/address/edit',
    title: '添加、编辑地址',
    /** Without `addressId` a new address is made; with it, `version` names the one that was edited. */
    input: z.strictObject({
      addressId: id.optional(),
      version: version.optional(),
      kind: addressKind,
      contactName: nameText(20),
      contactPhone: z.string().trim().regex(CONTACT_PHONE_PATTERN, CONTACT_PHONE_MESSAGE),
      /** The code of a county, or of a city that has none below it. */
      regionCode: z.string().regex(/^\d{6}$/, '请选择省市区'),
      detail: nameText(80),
      isDefault: z.boolean(),
    }),
    output: z.strictObject({ addressId: id, version }),
    refusals: ['NOT_FOUND', 'VERSION_CONFLICT', 'REGION_UNKNOWN', 'ADDRESS_LIMIT'],
    ids: ['addressId'],
    audit: '修改地址',
    example: {
      kind: 'ship',
      contactName: '王师傅',
      contactPhone: '13800130010',
      regionCode: '440305',
      detail: '科技园路1号',
      isDefault: false,
    },
  }),
  del: write({
    path: '/api/address/del',
    title: '删除地址',
    input: z.strictObject({ addressId: id }),
    output: nothing,
    refusals: ['NOT_FOUND'],
    ids: ['addressId'],
    audit: '删除地址',
    example: { addressId: NOWHERE },
  }),
  options: read({
    path: '/api/address/options',
    title: '可选地址',
    live: ['address'],
    access: {
      anyOf: [
        '/api/address/list',
        '/api/yushiorder/v1/order/delivery',
        '/api/saleorder/v1/order/delivery',
        '/api/refund/v1/agree',
        '/api/refund/v1/confirm_yushi',
        '/api/ext/refund/resend',
      ],
    },
    input: z.strictObject({ kind: addressKind.optional() }),
    output: z.strictObject({
      options: z.array(z.strictObject({ value: id, label: z.string(), kind: addressKind, isDefault: z.boolean() })),
    }),
    example: { kind: 'ship' },
  }),
} as const
