import type { CatalogueModel } from '../catalogue/types.ts'
import type { Applicability, Item } from './types.ts'

/** True when something of the template is about this model, or may be. */
export function fitsModel(appliesTo: Applicability, model: CatalogueModel): boolean {
  if (appliesTo.when === 'all') return true
  if (appliesTo.when === 'apple' || appliesTo.when === 'android') return model.platform === appliesTo.when
  if (appliesTo.platform && appliesTo.platform !== model.platform) return false
  return !model.lacks.includes(appliesTo.feature)
}

/** True where nobody knows whether the model has what an item is about: it is asked, and may be answered with 不适用. */
export const isUncertain = ({ appliesTo }: Item, model: CatalogueModel): boolean =>
  appliesTo.when === 'feature' && fitsModel(appliesTo, model) && !model.features.includes(appliesTo.feature)

const APPLE: Applicability = { when: 'apple' }
const TRAY: Applicability = { when: 'feature', feature: 'simTray' }

/**
 * Options that not every phone which is asked their item can have (docs/domain.md §1.4): keys that only some iPhones
 * have, cards without a tray, and what only happens to iPhones. The names let `verifyRuleOptions` prove the codes.
 */
export const OPTIONS_OF_SOME: readonly {
  readonly item: string
  readonly code: string
  readonly name: string
  readonly appliesTo: Applicability
}[] = [
  { item: 'A09', code: 'A09-8', name: '国行BS机', appliesTo: APPLE },
  { item: 'A10', code: 'A10-1', name: '双实体卡', appliesTo: TRAY },
  { item: 'A10', code: 'A10-2', name: '单实体卡', appliesTo: TRAY },
  { item: 'A10', code: 'A10-3', name: '实体卡+eSIM', appliesTo: TRAY },
  { item: 'A16', code: 'A16-3', name: '隐藏ID', appliesTo: APPLE },
  { item: 'E11', code: 'E11-2', name: '卡贴机', appliesTo: APPLE },
  { item: 'F29', code: 'F29-2', name: '静音键异常', appliesTo: { when: 'feature', feature: 'muteSwitch' } },
  { item: 'F29', code: 'F29-3', name: '操作按钮异常', appliesTo: { when: 'feature', feature: 'actionButton' } },
  { item: 'F29', code: 'F29-4', name: '相机控制异常', appliesTo: { when: 'feature', feature: 'cameraControl' } },
]

const APPLIES_TO = new Map(OPTIONS_OF_SOME.map((option) => [option.code, option.appliesTo]))

/** The item of keys that differ from iPhone to iPhone is named after those that the model has. */
function nameOf(item: Item): string {
  if (item.code !== 'F29') return item.name
  const keys = item.options.filter((option) => !option.isDefault).map((option) => option.name.replace(/异常$/, ''))
  return keys.join('/')
}

/** Beside an item of something that not every phone has: this one has it not. */
const isNotThere = (item: Item, code: string): boolean => code === `${item.code}-0`

/** An item with the options that a model can have, and named after them; one that it may lack is answered by a person. */
export function fitted(item: Item, model: CatalogueModel): Item {
  if (isUncertain(item, model)) return { ...item, askActively: true }
  const options = item.options.filter(
    ({ code }) => !isNotThere(item, code) && fitsModel(APPLIES_TO.get(code) ?? { when: 'all' }, model),
  )
  if (options.length === item.options.length) return item
  return { ...item, name: nameOf({ ...item, options }), options }
}
