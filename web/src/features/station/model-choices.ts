import type { Channel } from '@huanji/domain/channel'
import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { can } from '../../session/session.ts'
import { modelTitleOf, saidOf, sharedNumberText } from '../inspection/queries.ts'
import type { FoundModel, Sku, Verified } from '../inspection/types.ts'
import { modelQuery, modelSearchQuery, recentQuery } from './queries.ts'

const CHIPS = 8
const NEW_KEY = 'new'

type Suggestion = Verified['suggestions'][number]

/** A model that may be picked. */
export interface Choice {
  readonly id: string
  readonly title: string
  readonly note: string
  /** What was typed or scanned says this of the SKU. */
  readonly sku: Partial<Sku>
  /** False for a model that is only like what was typed. */
  readonly isNamed: boolean
  /** Enter takes it without a word being typed. */
  readonly isRecommended?: boolean
}

/** A code that was scanned and means several models: it stands in the box as if it were typed. */
export interface ScannedWords {
  readonly text: string
}

/** What is known before anything is typed. */
export interface ModelHints {
  readonly channel: Channel
  /** The models that the scanned code itself points at. */
  readonly suggestedIds: readonly string[]
  /** What phones of its TAC turned out to be, likeliest first. */
  readonly suggestions: readonly Suggestion[]
}

/** The last choice: what was typed is written down as a model of one's own. */
const NEW_MODEL: Choice = { id: NEW_KEY, title: '', note: '', sku: {}, isNamed: false }

/** True for the choice that writes a model down. */
export const isNewModel = ({ id }: Choice): boolean => id === NEW_KEY

/** How often phones of this TAC were this model: `本店 12 台 / 其他商家 30 台`. */
function countsText({ ownCount, othersCount }: Suggestion): string {
  const own = ownCount > 0 ? [`本店 ${ownCount} 台`] : []
  return [...own, ...(othersCount > 0 ? [`其他商家 ${othersCount} 台`] : [])].join(' / ')
}

/** The model that may be taken without a look at the others: nothing while two are equally likely. */
function recommendedId(suggestedIds: readonly string[], suggestions: readonly Suggestion[]): string | null {
  if (suggestedIds.length > 0) return suggestedIds.length === 1 ? (suggestedIds[0] ?? null) : null
  const [first, second] = suggestions
  if (!first) return null
  const isTied = first.ownCount === second?.ownCount && first.othersCount === second.othersCount
  return isTied ? null : first.modelId
}

/** The models of the last inspections; nothing for somebody who may not see them. */
function useRecent(channel: Channel) {
  return useQuery({ ...recentQuery(channel), enabled: can(api.detRecord.getDetectRecordList.path) }).data ?? []
}

/** What stands there before anything is typed: what the code or its TAC suggests, and what was inspected last. */
function useChips({ channel, suggestedIds, suggestions }: ModelHints) {
  const recent = useRecent(channel)
  const ids = [...new Set([...suggestedIds, ...suggestions.map(({ modelId }) => modelId)])]
  const models = useQueries({ queries: ids.map(modelQuery) })
  const recommended = recommendedId(suggestedIds, suggestions)
  const hinted = models.flatMap(({ data }): Choice[] => {
    if (!data) return []
    const learned = suggestions.find(({ modelId }) => modelId === data.modelId)
    const isRecommended = data.modelId === recommended
    const parts = [isRecommended ? '推荐' : '', learned ? countsText(learned) : '按编码']
    const note = parts.filter((part) => part !== '').join(' · ')
    return [{ id: data.modelId, title: modelTitleOf(data), note, sku: {}, isNamed: true, isRecommended }]
  })
  const last = recent
    .filter(({ id }) => !ids.includes(id))
    .map(({ id, title }): Choice => ({ id, title, note: '最近质检', sku: {}, isNamed: true }))
  return { recent, chips: [...hinted, ...last].slice(0, CHIPS), isFetching: models.some(({ isPending }) => isPending) }
}

function foundChoice(model: FoundModel): Choice {
  const { modelId, year, sku, isNamed } = model
  return { id: modelId, title: modelTitleOf(model), note: sku.regulatoryNo || String(year), sku: saidOf(sku), isNamed }
}

/** Why nothing of what was found is taken by itself. */
function severalText(named: readonly FoundModel[]): string {
  if (named.length < 2) return ''
  const isNumber = named.every(({ sku }) => sku.regulatoryNo !== '')
  return isNumber ? sharedNumberText(named.length) : `有 ${named.length} 个机型都叫这个名字，请选择`
}

interface Choices {
  readonly choices: readonly Choice[]
  /** The place of what is highlighted before an arrow was pressed; -1 for nothing. */
  readonly start: number
  /** What Enter takes that was pressed before the answer was there. */
  readonly unseen: Choice | undefined
  readonly isChips: boolean
  readonly isPending: boolean
  /** What is said of several models that are meant. */
  readonly several: string
}

/**
 * What may be picked now. A model that is only like what was typed is never taken without being chosen, and one of several
 * that have the same number neither.
 * @param mayCreate whether a model that is missed can be written down
 */
export function useChoices(hints: ModelHints, typed: string, rested: string, mayCreate: boolean): Choices {
  const { recent, chips, isFetching } = useChips(hints)
  // A digit alone is the key of a chip; with more behind it, it begins a name such as 13pm.
  const keyed = /^[1-8]$/.test(typed.trim()) ? Number(typed) - 1 : -1
  const isChips = typed.trim() === '' || chips[keyed] !== undefined
  const search = useQuery({ ...modelSearchQuery(rested), enabled: rested !== '' && !isChips })
  if (isChips) {
    const start = typed.trim() === '' ? chips.findIndex((chip) => chip.isRecommended) : keyed
    return { choices: chips, start, unseen: chips[start], isChips, isPending: isFetching, several: '' }
  }
  const isPending = typed.trim() !== rested || search.isFetching
  const models = search.data?.models ?? []
  const named = models.filter(({ isNamed }) => isNamed)
  const found = models.map(foundChoice)
  const placeOf = ({ id, isNamed }: Choice) => (isNamed ? 0 : 2) + (recent.some((one) => one.id === id) ? 0 : 1)
  const sorted = found.toSorted((one, other) => placeOf(one) - placeOf(other))
  const several = isPending ? '' : severalText(named)
  const isMissed = mayCreate && !isPending && named.length === 0
  return {
    choices: isMissed ? [...sorted, NEW_MODEL] : sorted,
    start: named.length === 0 || several === sharedNumberText(named.length) ? -1 : 0,
    unseen: named.length === 1 ? sorted[0] : undefined,
    isChips,
    isPending,
    several,
  }
}
