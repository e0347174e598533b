import * as z from 'zod'
import { write } from './call.ts'
import { id } from './shapes.ts'

const COLUMNS_MAX = 100

export const exportFormat = z.enum(['xlsx', 'csv'])

/** Columns by their keys in the order of the file; without them, all that the list has and the person may see. */
const columns = z
  .array(z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, '列不存在'))
  .min(1, '请至少选择一列')
  .max(COLUMNS_MAX)
  .optional()

/** What asking for an export may be refused with. */
const REFUSED = [
  'EXPORT_NOT_GRANTED',
  'EXPORT_COLUMN_CLOSED',
  'EXPORT_EMPTY',
  'EXPORT_LIMIT',
  'EXPORT_DAY_LIMIT',
] as const

/** What a file of a list is asked for with; `filter` is the input of the list's call without paging. */
export const exportInput = <Filter extends z.ZodObject>(filter: Filter) =>
  z.strictObject({ format: exportFormat, filter, columns })

interface ExportDraft<I extends z.ZodType> {
  readonly path: string
  /** What the file holds, in Chinese: 鱼市订单. */
  readonly title: string
  readonly input: I
  /** The grant that is the right to the file, where it is not the call's own. */
  readonly grant?: string
  readonly example?: z.input<I>
}

/** A call that asks for a list as a file, which is made in the background (docs/jobs.md). */
export const exportCall = <I extends z.ZodType>({ path, title, input, grant, example }: ExportDraft<I>) =>
  write({
    path,
    title: `导出${title}`,
    audit: `导出${title}`,
    refusals: REFUSED,
    ids: ['filter.shopAccountId'],
    input,
    ...(grant === undefined ? {} : { access: { anyOf: [grant] } }),
    output: z.strictObject({ exportId: id }),
    example: example ?? ({ format: 'xlsx', filter: {} } as z.input<I>),
  })
