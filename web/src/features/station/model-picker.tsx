import type { Channel } from '@huanji/domain/channel'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { cx } from '../../components/class-names.ts'
import field from '../../components/field/field.module.css'
import { Listbox } from '../../components/listbox/listbox.tsx'
import { useCombobox } from '../../components/listbox/use-combobox.ts'
import { can } from '../../session/session.ts'
import { KeyHint } from '../checklist/key-hint.tsx'
import { modelTitleOf } from '../inspection/queries.ts'
import type { ModelSummary, Verified } from '../inspection/types.ts'
import styles from './model-picker.module.css'
import { modelQuery, modelSearchQuery, recentQuery } from './queries.ts'
import question from './question.module.css'

const TYPING_PAUSE_MS = 150
const NOT_FOUND = '没有找到机型，请换个名称或型号'
const NOTHING_RECENT = '还没有最近质检的机型，请输入名称查找'
const CHIPS = 8

type Suggestion = Verified['suggestions'][number]

interface Choice {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly regulatoryNo: string
  /** Enter takes it without a word being typed. */
  readonly isRecommended?: boolean
}

interface ModelPickerProps {
  channel: Channel
  /** The models that the scanned code itself points at. */
  suggestedIds: readonly string[]
  /** What phones of its TAC turned out to be, likeliest first. */
  suggestions: readonly Suggestion[]
  onPick: (model: { id: string; title: string; regulatoryNo: string }) => void
}

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

function useTyped(): { typed: string; rested: string; setTyped: (text: string) => void } {
  const [typed, setTyped] = useState('')
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, rested, setTyped }
}

function choiceOf(model: ModelSummary, query: string, note: string): Choice {
  const regulatoryNo = model.regulatoryNos.find((no) => no.toLowerCase() === query.toLowerCase()) ?? ''
  return { id: model.modelId, title: modelTitleOf(model), note, regulatoryNo }
}

/** What stands there before anything is typed: what the code or its TAC suggests, and what was inspected last. */
function useChips({ channel, suggestedIds, suggestions }: Omit<ModelPickerProps, 'onPick'>) {
  const recent = useRecent(channel)
  const ids = [...new Set([...suggestedIds, ...suggestions.map(({ modelId }) => modelId)])]
  const models = useQueries({ queries: ids.map(modelQuery) })
  const recommended = recommendedId(suggestedIds, suggestions)
  const hinted = models.flatMap(({ data }): Choice[] => {
    if (!data) return []
    const learned = suggestions.find(({ modelId }) => modelId === data.modelId)
    const isRecommended = data.modelId === recommended
    const note = [isRecommended ? '推荐' : '', learned ? countsText(learned) : '按编码']
    return [{ ...choiceOf(data, '', note.filter((part) => part !== '').join(' · ')), isRecommended }]
  })
  const last = recent
    .filter(({ id }) => !ids.includes(id))
    .map(({ id, title }): Choice => ({ id, title, note: '最近质检', regulatoryNo: '' }))
  return { recent, chips: [...hinted, ...last].slice(0, CHIPS), isFetching: models.some(({ isPending }) => isPending) }
}

/** What may be picked now, and the place of what Enter takes; -1 while it takes nothing. */
function useChoices(props: Omit<ModelPickerProps, 'onPick'>, typed: string, rested: string) {
  const { recent, chips, isFetching } = useChips(props)
  // A digit alone is the key of a chip; with more behind it, it begins a name such as 13pm.
  const keyed = /^[1-8]$/.test(typed.trim()) ? Number(typed) - 1 : -1
  const isChips = typed.trim() === '' || chips[keyed] !== undefined
  const search = useQuery({ ...modelSearchQuery(rested), enabled: rested !== '' && !isChips })
  if (isChips) {
    const start = typed.trim() === '' ? chips.findIndex((chip) => chip.isRecommended) : keyed
    return { choices: chips, start, isChips, isPending: isFetching }
  }
  const found = (search.data?.models ?? []).map((model) => choiceOf(model, rested, String(model.year)))
  const lately = (choice: Choice) => recent.some(({ id }) => id === choice.id)
  const choices = [...found.filter(lately), ...found.filter((one) => !lately(one))]
  return { choices, start: 0, isChips, isPending: typed.trim() !== rested || search.isFetching }
}

/**
 * Finds the model by name, model number or TAC. Enter takes the highlighted one, also when it is still being looked up:
 * without a word the recommended one, with a digit that chip, else the first that was found.
 */
export function ModelPicker({ onPick, ...props }: ModelPickerProps) {
  const id = useId()
  const { typed, rested, setTyped } = useTyped()
  const { choices, start, isChips, isPending } = useChoices(props, typed, rested)
  const [isEnterDue, setEnterDue] = useState(false)
  const pick = (choice: Choice | undefined) => {
    if (choice) onPick(choice)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the answer is there, the Enter that came before counts
  useEffect(() => {
    if (!isEnterDue || isPending) return
    setEnterDue(false)
    pick(choices[start])
  }, [isEnterDue, isPending])
  const combobox = useCombobox({
    options: choices,
    keyOf: (choice) => choice.id,
    words: typed,
    start,
    onPick: pick,
    onEnter: () => {
      if (isPending) setEnterDue(true)
      return isPending
    },
  })
  return (
    <section className={question.question} aria-label="选择机型">
      <h2>
        <label htmlFor={id}>机型</label>
      </h2>
      <input
        // biome-ignore lint/a11y/noAutofocus: the phone was just scanned, and this is the next question
        autoFocus
        {...combobox.box}
        id={id}
        className={cx(field.input, styles.box)}
        placeholder="输入机型名称或型号（如 13pm、A2634），或输入序号，回车选择"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Listbox of={combobox} label="机型" look="plain" className={styles.models} isBusy={isPending}>
        {(choice) => (
          <>
            <KeyHint text={isChips ? String(choices.indexOf(choice) + 1) : null} />
            <b>{choice.title}</b>
            <span className={choice.isRecommended ? styles.recommended : 'muted'}>
              {choice.regulatoryNo || choice.note}
            </span>
          </>
        )}
      </Listbox>
      {choices.length === 0 && !isPending ? <p className="muted">{typed !== '' ? NOT_FOUND : NOTHING_RECENT}</p> : null}
    </section>
  )
}
