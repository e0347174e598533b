import * as z from 'zod'
import { read, write } from '../../call.ts'
import { fen, id, listOf, nameText, nothing, paging, text, version } from '../../shapes.ts'
import { menuNode } from '../merchant/calls.ts'
import { roleRow } from './rows.ts'

const NOBODY = '01890000-0000-7000-8000-000000000000'

const grant = z.string().min(1).max(80)

/**
 * The calls of roles (docs/specification.md §7). A role is a named set of grants; what an employee may do is the union
 * of the roles held.
 */
export const role = {
  list: read({
    path: '/api/role/list',
    title: '角色列表',
    live: ['people'],
    access: { anyOf: ['/api/role/list', '/api/emp/list', '/api/emp/edit'] },
    input: z.strictObject({ ...paging, keyword: text(20).optional() }),
    output: listOf(roleRow),
    example: {},
  }),
  info: read({
    path: '/api/role/info',
    title: '角色详情',
    access: { anyOf: ['/api/role/list', '/api/role/edit'] },
    /** Without `roleId` it answers what the editor of a new role needs. */
    input: z.strictObject({ roleId: id.optional() }),
    output: z.strictObject({
      role: roleRow.extend({ grants: z.array(z.string()) }).nullable(),
      /** Every page and action there is, as the editor shows them. */
      tree: z.array(menuNode),
      presets: z.array(
        z.strictObject({
          key: z.string(),
          name: z.string(),
          grants: z.array(z.string()),
          refundLimitFen: fen.nullable(),
        }),
      ),
      /** What the caller holds and may therefore give. */
      grantable: z.array(z.string()),
      /** The highest limit the caller may give, in fen; null is without a limit. */
      grantableLimitFen: fen.nullable(),
    }),
    refusals: ['NOT_FOUND'],
    ids: ['roleId'],
    example: {},
  }),
  edit: write({
    path: '/api/role/edit',
    title: '添加、编辑角色',
    /**
     * Without `roleId` a new role is made; with it, `version` names the one that was edited. Giving a role that somebody
     * holds a higher refund limit, or rights over money or people, uses up a proof (`ownSessions.prove`) of the last five
     * minutes, and every owner is told.
     */
    input: z.strictObject({
      roleId: id.optional(),
      version: version.optional(),
      name: nameText(20),
      grants: z.array(grant).max(400),
      refundLimitFen: fen.nullable(),
    }),
    output: z.strictObject({ roleId: id, version }),
    refusals: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'ROLE_NAME_TAKEN',
      'ROLE_PROTECTED',
      'GRANT_UNKNOWN',
      'GRANT_NOT_HELD',
      'REFUND_LIMIT_NOT_HELD',
      'OWNER_PROOF_NEEDED',
    ],
    ids: ['roleId'],
    audit: '修改角色',
    example: { name: '示例角色', grants: ['/sale', '/sale/order', '/api/yushiorder/v1/order/list'], refundLimitFen: 0 },
  }),
  del: write({
    path: '/api/role/del',
    title: '删除角色',
    input: z.strictObject({ roleId: id }),
    output: nothing,
    refusals: ['NOT_FOUND', 'ROLE_PROTECTED', 'ROLE_IN_USE', 'GRANT_NOT_HELD'],
    ids: ['roleId'],
    audit: '删除角色',
    example: { roleId: NOBODY },
  }),
} as const
