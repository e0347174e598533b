import * as z from 'zod'
import { defineColumns } from '../../columns/define-columns.ts'
import { codesOf } from '../../labels.ts'
import { moment, version } from '../../shapes.ts'
import { OWN_MODEL_STATE_LABELS } from './labels.ts'

/** Texts of a list, each as a thing by its name. */
const named = z.array(z.strictObject({ name: z.string() }))

export const ownModelState = z.enum(codesOf(OWN_MODEL_STATE_LABELS))

/** What can be done with a model that the merchant wrote down. */
export const ownModelAction = z.enum(['edit', 'delete'])

/** A model that the merchant wrote down because the catalogue lacked it. */
export const ownModelRow = z.strictObject({
  modelId: z.string(),
  title: z.string(),
  brand: z.string(),
  name: z.string(),
  state: ownModelState,
  numbers: named,
  storages: named,
  colours: named,
  /** The model whose questions are asked of it. */
  likeModelId: z.string(),
  likeTitle: z.string(),
  /** How many phones of it there were. */
  units: z.int(),
  /** The variants that its phones turned out to be, most of them first: `8GB+256GB 黑色 ×3`. */
  learned: named,
  /** What it is published as at the marketplace, as a person chose; empty where nobody did. */
  spuName: z.string(),
  /** The catalogue's model that took it over; empty where none did. */
  mergedTitle: z.string(),
  mergedAt: moment.nullable(),
  createdBy: z.string(),
  createdAt: moment,
  allowedActions: z.array(ownModelAction),
  version,
})

export const ownModelColumns = defineColumns(ownModelRow, {
  title: { title: '机型', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: OWN_MODEL_STATE_LABELS },
  numbers: { title: '型号', kind: 'names' },
  storages: { title: '容量', kind: 'names' },
  colours: { title: '颜色', kind: 'names' },
  likeTitle: { title: '检测项同', kind: 'text' },
  units: { title: '台数', kind: 'count' },
  learned: { title: '质检过的规格', kind: 'names' },
  spuName: { title: '闲鱼机型', kind: 'text' },
  mergedTitle: { title: '并入', kind: 'text' },
  createdBy: { title: '建立人', kind: 'text' },
  createdAt: { title: '建立时间', kind: 'moment' },
})
