import type { ParsedOf } from '@huanji/contract/call'
import { callNamed } from '@huanji/contract/calls'
import type { savedView } from '@huanji/contract/features/saved-view/calls'
import { LIST_CALLS } from '@huanji/contract/list-calls'
import { type AuditFacts, differingFacts } from '../../audit/entry.ts'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import { recordEdit, requireVersion } from '../history/edits.ts'
import { lockMerchant } from '../tenant/store.ts'
import {
  countOwnViews,
  deleteView,
  hasOwnView,
  insertView,
  lockView,
  updateView,
  type ViewContent,
  type ViewRow,
} from './store.ts'

/** How many views of one list a person keeps at most. */
const OWN_VIEWS_MAX = 30
const SHOWN_QUERY_CHARACTERS = 200

/** The call that lists what a list shows, or null for a list that keeps no views. */
const listOf = (listKey: string) => {
  const name = LIST_CALLS[listKey]
  return name === undefined ? null : callNamed(name)
}

/** True when the actor may see a list, and so the views that are shared for it. */
export function maySeeList(listKey: string, actor: Actor): boolean {
  const spec = listOf(listKey)
  return spec !== null && isGranted(spec.access, actor)
}

/** Columns as they are kept: JSON as text. */
export const columnsText = (columns: unknown): string => JSON.stringify(columns ?? null)

const yes = (value: boolean): string => (value ? '是' : '否')

/** What the log says of a view. */
const factsOf = (listKey: string, { name, query, columns, isShared }: ViewContent): AuditFacts => ({
  名称: name,
  列表: listOf(listKey)?.title ?? listKey,
  筛选: shownQuery(query),
  列设置: columns === columnsText(null) ? '默认' : '自定义',
  共享: yes(isShared),
})

/** A query as a person can read it: `keyword=苹果&state=on_sale`. */
const shownQuery = (query: string): string =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
    .slice(0, SHOWN_QUERY_CHARACTERS)

async function requireFreeName(
  { tx }: CallContext,
  view: Pick<ViewRow, 'listKey' | 'employeeId' | 'name'>,
  viewId: string | null,
): Promise<void> {
  if (await hasOwnView(tx, view, viewId)) refuse('VIEW_NAME_TAKEN', { name: view.name }, { field: 'name' })
}

type Saved = ParsedOf<typeof savedView.save>
type Updated = ParsedOf<typeof savedView.update>

/**
 * Keeps a new view of the actor's. Refuses VIEW_LIST_CLOSED for a list that the actor may not see or that keeps no views,
 * VIEW_LIMIT and VIEW_NAME_TAKEN.
 */
export async function saveView(context: CallContext, input: Saved): Promise<{ viewId: string; version: number }> {
  const { tx, actor, now, audit } = context
  const { listKey, name, query, columns, isShared } = input
  const { employeeId } = actor
  if (!maySeeList(listKey, actor)) refuse('VIEW_LIST_CLOSED', {}, { field: 'listKey' })
  await lockMerchant(tx)
  await requireFreeName(context, { listKey, employeeId, name }, null)
  if ((await countOwnViews(tx, listKey, employeeId)) >= OWN_VIEWS_MAX) refuse('VIEW_LIMIT', { count: OWN_VIEWS_MAX })
  const viewId = newId()
  const content = { name, query, columns: columnsText(columns), isShared }
  await insertView(tx, { viewId, employeeId, listKey, ...content }, now)
  await recordEdit(tx, { subject: 'view', subjectId: viewId }, { actor, now }, 'create', '保存常用筛选')
  audit(
    isShared
      ? { subject: 'view', subjectId: viewId, subjectLabel: name, before: null, after: factsOf(listKey, content) }
      : null,
  )
  return { viewId, version: 1 }
}

/**
 * The view that the actor wants to change, held to the commit. Refuses NOT_FOUND for what the actor cannot see, and
 * VIEW_NOT_YOURS for a shared one of somebody else's, unless the actor owns the merchant.
 */
async function requireChangeable({ tx, actor }: CallContext, viewId: string): Promise<ViewRow> {
  const view = await lockView(tx, viewId)
  if (view === null) return refuse('NOT_FOUND')
  if (view.employeeId === actor.employeeId) return view
  if (!view.isShared || !maySeeList(view.listKey, actor)) return refuse('NOT_FOUND')
  return actor.isOwner ? view : refuse('VIEW_NOT_YOURS', { name: view.name, owner: view.ownerName })
}

/** Changes a view. Refuses as the contract says; what is left out stays. */
export async function changeView(context: CallContext, input: Updated): Promise<{ version: number }> {
  const { tx, actor, now, audit } = context
  await lockMerchant(tx)
  const view = await requireChangeable(context, input.viewId)
  const { viewId, listKey, employeeId } = view
  await requireVersion(tx, { subject: 'view', subjectId: viewId, ...view }, input.version)
  const content: ViewContent = {
    name: input.name ?? view.name,
    query: input.query ?? view.query,
    columns: input.columns === undefined ? view.columns : columnsText(input.columns),
    isShared: input.isShared ?? view.isShared,
  }
  await requireFreeName(context, { listKey, employeeId, name: content.name }, viewId)
  await updateView(tx, viewId, content, now)
  await recordEdit(tx, { subject: 'view', subjectId: viewId }, { actor, now }, 'edit', '修改常用筛选')
  const replaced = content.columns === view.columns ? {} : { 列设置: '已更换' }
  const facts = differingFacts(factsOf(listKey, view), { ...factsOf(listKey, content), ...replaced })
  const concernsOthers = view.isShared || content.isShared
  audit(concernsOthers ? { subject: 'view', subjectId: viewId, subjectLabel: content.name, ...facts } : null)
  return { version: view.version + 1 }
}

/** Removes a view; refuses like a change of it. */
export async function removeView(context: CallContext, viewId: string): Promise<void> {
  const { tx, actor, now, audit } = context
  const view = await requireChangeable(context, viewId)
  await deleteView(tx, viewId)
  await recordEdit(tx, { subject: 'view', subjectId: viewId }, { actor, now }, 'delete', '删除常用筛选')
  const { name, listKey, isShared } = view
  audit(
    isShared
      ? { subject: 'view', subjectId: viewId, subjectLabel: name, before: factsOf(listKey, view), after: null }
      : null,
  )
}
