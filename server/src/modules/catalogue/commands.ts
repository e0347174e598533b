import type { ParsedOf } from '@huanji/contract/call'
import type { catalogue } from '@huanji/contract/features/catalogue/calls'
import { plainName } from '@huanji/domain/catalogue/model-names'
import { modelTitle } from '@huanji/domain/catalogue/models'
import type { CatalogueModel } from '@huanji/domain/catalogue/types'
import { type AuditFacts, differingFacts } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { isId, newId } from '../../platform/ids.ts'
import { recordEdit, requireVersion } from '../history/edits.ts'
import { lockMerchant } from '../tenant/store.ts'
import { catalogueOf, searchedBy, titlesOf } from './known.ts'
import { isOwnId, ownIdOf, readOwnModel, rowIdOf } from './own-model.ts'
import {
  countOwnModels,
  deleteOwnModel,
  findOwnModel,
  insertOwnModel,
  lockOwnModel,
  type OwnModelContent,
  type OwnModelRow,
  updateOwnModel,
  variantsOf,
} from './own-store.ts'

const OWN_MODELS_MAX = 1_000

type Created = ParsedOf<typeof catalogue.createModel>
type Edited = ParsedOf<typeof catalogue.editModel>

/** What the log says of a model. */
const factsOf = ({ numbers, storages, colours, brand, name }: OwnModelContent, likeTitle: string): AuditFacts => ({
  品牌: brand,
  名称: name,
  型号: numbers.join('、'),
  容量: storages.join('、'),
  颜色: colours.join('、'),
  检测项同: likeTitle,
})

/** What a person said of a model as it is kept. Refuses MODEL_INVALID with what is wrong, and MODEL_UNKNOWN for the one it is like. */
function contentOf(tx: Tx, { brand, name, numbers, storages, colours, likeModelId }: Created, id: string, now: Date) {
  const content = { brand, name, numbers, storages, colours, likeModelId }
  if (catalogueOf(tx).find(likeModelId) === null) refuse('MODEL_UNKNOWN', {}, { field: 'likeModelId' })
  const read = readOwnModel({ ...content, id, createdAt: now.toISOString() })
  if (!read.ok) return refuse('MODEL_INVALID', { message: read.message })
  return { content, model: read.model }
}

const nameOf = ({ brand, name }: Pick<CatalogueModel, 'brand' | 'name'>): string =>
  plainName(modelTitle({ brand, name }))

/** Refuses MODEL_KNOWN where the catalogue, or the merchant itself, has a model of this name or number already. */
async function requireNew(tx: Tx, model: CatalogueModel): Promise<void> {
  const { catalogues } = await searchedBy(tx)
  for (const { models } of catalogues) {
    const same = models.find((one) => one.id !== model.id && nameOf(one) === nameOf(model))
    if (same) refuse('MODEL_KNOWN', { title: modelTitle(same) }, { field: 'name' })
  }
  for (const { no } of model.numbers) {
    const same = catalogues.flatMap((one) => one.withNumber(no)).find(({ id }) => id !== model.id)
    if (same) refuse('MODEL_KNOWN', { title: modelTitle(same) }, { field: 'numbers' })
  }
}

/** Writes a model down that the catalogue lacks; it can be used at once. */
export async function createModel(
  context: CallContext,
  input: Created,
): Promise<{ modelId: string; title: string; version: number }> {
  const { tx, actor, now, audit } = context
  await lockMerchant(tx)
  if ((await countOwnModels(tx)) >= OWN_MODELS_MAX) refuse('MODEL_LIMIT', { count: OWN_MODELS_MAX })
  const id = newId()
  const { content, model } = contentOf(tx, input, id, now)
  await requireNew(tx, model)
  await insertOwnModel(tx, { id, ...content }, { employeeId: actor.employeeId, now })
  await recordEdit(tx, { subject: 'model', subjectId: id }, { actor, now }, 'create', '新建机型')
  const title = modelTitle(model)
  const likeTitle = (await titlesOf(tx, []))(content.likeModelId)
  audit({ subject: 'model', subjectId: id, subjectLabel: title, before: null, after: factsOf(content, likeTitle) })
  return { modelId: ownIdOf(id), title, version: 1 }
}

/** A model that the merchant wrote down and that the catalogue did not take over. Refuses NOT_FOUND. */
async function requireOwn(tx: Tx, modelId: string): Promise<OwnModelRow> {
  const id = rowIdOf(modelId)
  if (!isOwnId(modelId) || !isId(id)) refuse('NOT_FOUND')
  // who writes a phone of it down is waited for
  await lockOwnModel(tx, id, 'update')
  const row = await findOwnModel(tx, id)
  return row === null || row.mergedInto !== null ? refuse('NOT_FOUND') : row
}

/** Changes what is said of such a model. Refuses as the contract lists it. */
export async function editModel(context: CallContext, input: Edited): Promise<{ version: number }> {
  const { tx, actor, now, audit } = context
  await lockMerchant(tx)
  const before = await requireOwn(tx, input.modelId)
  const subject = { subject: 'model', subjectId: before.id } as const
  await requireVersion(tx, { ...subject, version: before.version, updatedAt: before.updatedAt }, input.version)
  const { content, model } = contentOf(tx, input, before.id, now)
  await requireNew(tx, model)
  await updateOwnModel(tx, before.id, content, now)
  await recordEdit(tx, subject, { actor, now }, 'edit', '修改机型')
  const titleOf = await titlesOf(tx, [])
  const facts = differingFacts(
    factsOf(before, titleOf(before.likeModelId)),
    factsOf(content, titleOf(content.likeModelId)),
  )
  audit({ ...subject, subjectLabel: modelTitle(model), ...facts })
  return { version: before.version + 1 }
}

/** Removes one of which there never was a phone. Refuses NOT_FOUND and MODEL_IN_USE. */
export async function removeModel(context: CallContext, modelId: string): Promise<void> {
  const { tx, actor, now, audit } = context
  await lockMerchant(tx)
  const row = await requireOwn(tx, modelId)
  const count = (await variantsOf(tx, [modelId])).reduce((sum, { units }) => sum + units, 0)
  if (count > 0) refuse('MODEL_IN_USE', { count })
  await deleteOwnModel(tx, row.id)
  await recordEdit(tx, { subject: 'model', subjectId: row.id }, { actor, now }, 'delete', '删除机型')
  const likeTitle = (await titlesOf(tx, []))(row.likeModelId)
  const { brand, name } = row
  audit({
    subject: 'model',
    subjectId: row.id,
    subjectLabel: modelTitle({ brand, name }),
    before: factsOf(row, likeTitle),
    after: null,
  })
}
