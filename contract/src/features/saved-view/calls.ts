import * as z from 'zod'
import { read, write } from '../../call.ts'
import { id, nameText, nothing, text, version } from '../../shapes.ts'

const NO_VIEW = '01890000-0000-7000-8000-000000000000'
const COLUMNS_BYTES = 4096
const QUERY_CHARACTERS = 2000

const listKey = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[a-z][a-z-]*$/, '列表不存在')
const name = nameText(20)
/** The filters as the list's address holds them, without page, cursor and view. */
const query = text(QUERY_CHARACTERS)
const isShared = z.boolean()

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value) ?? '').length

/** Every text in a value, the names of its fields too. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => [name, ...textsIn(one)])
}

/** The columns as the list's own settings write them down; the server keeps them and knows nothing of them. */
const columns = z
  .unknown()
  .refine((value) => bytesOf(value) <= COLUMNS_BYTES, '列设置过大，请恢复默认后重试')
  .refine(
    (value) => textsIn(value).every((one) => text(COLUMNS_BYTES).safeParse(one).success),
    '列设置有误，请恢复默认后重试',
  )

/** Views of a list: filters and columns under a name, a person's own or shared with everyone who may see the list. */
export const savedView = {
  list: read({
    path: '/api/ext/savedView/list',
    title: '常用筛选列表',
    live: ['view'],
    access: 'signedIn',
    input: z.strictObject({ listKey }),
    /** The person's own views and the merchant's shared ones: shared first, then by name. */
    output: z.strictObject({
      views: z.array(
        z.strictObject({
          viewId: id,
          name: z.string(),
          query: z.string(),
          columns: z.unknown(),
          isShared,
          isMine: z.boolean(),
          ownerName: z.string(),
          version,
        }),
      ),
    }),
    example: { listKey: 'listings' },
  }),
  save: write({
    path: '/api/ext/savedView/save',
    title: '保存常用筛选',
    access: 'signedIn',
    /** Makes a new one. `columns` is null where only the filters are kept. */
    input: z.strictObject({ listKey, name, query, columns, isShared }),
    output: z.strictObject({ viewId: id, version }),
    refusals: ['VIEW_LIST_CLOSED', 'VIEW_NAME_TAKEN', 'VIEW_LIMIT'],
    audit: '共享常用筛选',
    example: { listKey: 'listings', name: '示例常用筛选', query: 'state=on_sale', columns: null, isShared: false },
  }),
  update: write({
    path: '/api/ext/savedView/update',
    title: '修改常用筛选',
    access: 'signedIn',
    /** What is left out stays. Of a shared view of somebody else's only the owner of the merchant may change anything. */
    input: z.strictObject({
      viewId: id,
      version,
      name: name.optional(),
      query: query.optional(),
      columns: columns.optional(),
      isShared: isShared.optional(),
    }),
    output: z.strictObject({ version }),
    refusals: ['NOT_FOUND', 'VERSION_CONFLICT', 'VIEW_NAME_TAKEN', 'VIEW_NOT_YOURS'],
    ids: ['viewId'],
    audit: '修改共享常用筛选',
    example: { viewId: NO_VIEW, version: 1, name: '示例常用筛选' },
  }),
  remove: write({
    path: '/api/ext/savedView/remove',
    title: '删除常用筛选',
    access: 'signedIn',
    input: z.strictObject({ viewId: id }),
    output: nothing,
    refusals: ['NOT_FOUND', 'VIEW_NOT_YOURS'],
    ids: ['viewId'],
    audit: '删除共享常用筛选',
    example: { viewId: NO_VIEW },
  }),
} as const
