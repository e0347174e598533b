import type { Channel } from '@huanji/domain/channel'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { cx } from '../../components/class-names.ts'
import field from '../../components/field/field.module.css'
import { Listbox } from '../../components/listbox/listbox.tsx'
import { useCombobox } from '../../components/listbox/use-combobox.ts'
import { can } from '../../session/session.ts'
import { modelTitleOf } from '../inspection/queries.ts'
import type { ModelSummary } from '../inspection/types.ts'
import styles from './model-picker.module.css'
import { modelQuery, modelSearchQuery, recentQuery } from './queries.ts'
import question from './question.module.css'

const TYPING_PAUSE_MS = 150
const NOT_FOUND = '没有找到机型，请换个名称或型号'
const NOTHING_RECENT = '还没有最近质检的机型，请输入名称查找'

interface Choice {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly regulatoryNo: string
}

interface ModelPickerProps {
  channel: Channel
  /** The models that the scanned code itself points at. */
  suggestedIds: readonly string[]
  onPick: (model: { id: string; title: string; regulatoryNo: string }) => void
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

/** What may be picked: before anything is typed, what the code suggests and what was inspected last. */
function useChoices(
  channel: Channel,
  suggestedIds: readonly string[],
  rested: string,
): { choices: Choice[]; isFetching: boolean } {
  const recent = useRecent(channel)
  const suggested = useQueries({ queries: suggestedIds.map(modelQuery) }).flatMap(({ data }) => data ?? [])
  const search = useQuery({ ...modelSearchQuery(rested), enabled: rested !== '' })
  if (rested === '') {
    const hinted = suggested.map((model) => choiceOf(model, '', '按编码推荐'))
    const last = recent
      .filter(({ id }) => !suggestedIds.includes(id))
      .map(({ id, title }) => ({ id, title, note: '最近质检', regulatoryNo: '' }))
    return { choices: [...hinted, ...last].slice(0, 8), isFetching: false }
  }
  const found = (search.data?.models ?? []).map((model) => choiceOf(model, rested, String(model.year)))
  const lately = (choice: Choice) => recent.some(({ id }) => id === choice.id)
  return { choices: [...found.filter(lately), ...found.filter((one) => !lately(one))], isFetching: search.isFetching }
}

/** Finds the model by name, model number or TAC. Enter takes the first one, also when it is still being looked up. */
export function ModelPicker({ channel, suggestedIds, onPick }: ModelPickerProps) {
  const id = useId()
  const { typed, rested, setTyped } = useTyped()
  const { choices, isFetching } = useChoices(channel, suggestedIds, rested)
  const [isEnterDue, setEnterDue] = useState(false)
  const isPending = typed.trim() !== rested || isFetching
  const pick = (choice: Choice | undefined) => {
    if (choice) onPick(choice)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the answer is there, the Enter that came before counts
  useEffect(() => {
    if (!isEnterDue || isPending) return
    setEnterDue(false)
    pick(choices[0])
  }, [isEnterDue, isPending])
  const combobox = useCombobox({
    options: choices,
    keyOf: (choice) => choice.id,
    words: typed,
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
        placeholder="输入机型名称或型号（如 iPhone 13、A2634），回车选择第一项"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Listbox of={combobox} label="机型" look="plain" className={styles.models} isBusy={isPending}>
        {(choice) => (
          <>
            <b>{choice.title}</b>
            <span className="muted">{choice.regulatoryNo || choice.note}</span>
          </>
        )}
      </Listbox>
      {choices.length === 0 && !isPending ? <p className="muted">{typed !== '' ? NOT_FOUND : NOTHING_RECENT}</p> : null}
    </section>
  )
}
