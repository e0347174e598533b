import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { cx } from '../../components/class-names.ts'
import field from '../../components/field/field.module.css'
import { Listbox } from '../../components/listbox/listbox.tsx'
import { type ComboboxParts, useCombobox } from '../../components/listbox/use-combobox.ts'
import { can } from '../../session/session.ts'
import { newModel } from '../catalogue/new-model.ts'
import { KeyHint } from '../checklist/key-hint.tsx'
import type { Sku } from '../inspection/types.ts'
import { type Choice, isNewModel, type ModelHints, type ScannedWords, useChoices } from './model-choices.ts'
import styles from './model-picker.module.css'
import question from './question.module.css'

const TYPING_PAUSE_MS = 150
const NEW_MODEL_KEY = 'F2'
const NOT_FOUND = '没有找到机型，请换个名称或型号'
const NOTHING_RECENT = '还没有最近质检的机型，请输入名称查找'
const NO_RIGHT = '机型库里没有的机型，请有“新建机型”权限的同事新建'

interface ModelPickerProps extends ModelHints {
  /** Stands in the box as soon as it was scanned. */
  scannedWords: ScannedWords | null
  onPick: (model: { id: string; title: string; sku: Partial<Sku> }) => void
}

/** What is typed, and what of it has rested; a scanned code takes its place. */
function useTyped(scannedWords: ScannedWords | null) {
  const [typed, setTyped] = useState(scannedWords?.text ?? '')
  const [rested, setRested] = useState('')
  useEffect(() => {
    if (scannedWords) setTyped(scannedWords.text)
  }, [scannedWords])
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, rested, setTyped }
}

/** What is said of a text that names no model. */
function missedText(count: number, mayCreate: boolean): string {
  const ask = mayCreate ? '' : `；${NO_RIGHT}`
  if (count === 0) return NOT_FOUND + (mayCreate ? `，或按 ${NEW_MODEL_KEY} 新建机型` : ask)
  return `没有完全一致的机型，请用方向键选择${mayCreate ? '，或新建机型' : ask}`
}

/** The keys of the picker, and what its box and its list share. */
function usePicking({ onPick, scannedWords, ...hints }: ModelPickerProps) {
  const mayCreate = can(api.catalogue.createModel.path)
  const client = useQueryClient()
  const { typed, rested, setTyped } = useTyped(scannedWords)
  const found = useChoices(hints, typed, rested, mayCreate)
  const { choices, isPending } = found
  const [isEnterDue, setEnterDue] = useState(false)
  /** The text for which Enter took nothing. */
  const [refused, setRefused] = useState<string | null>(null)
  const create = async () => {
    const made = await newModel(client, typed.trim())
    if (made) onPick({ id: made.modelId, title: made.title, sku: made.sku })
  }
  const pick = (choice: Choice | undefined) => {
    if (!choice) setRefused(typed)
    else if (isNewModel(choice)) void create()
    else onPick(choice)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the answer is there, the Enter that came before counts
  useEffect(() => {
    if (!isEnterDue || isPending) return
    setEnterDue(false)
    pick(found.unseen)
  }, [isEnterDue, isPending])
  const combobox: ComboboxParts<Choice> = useCombobox({
    options: choices,
    keyOf: (choice) => choice.id,
    words: typed,
    start: found.start,
    onPick: pick,
    onEnter: () => {
      if (isPending) setEnterDue(true)
      else if (combobox.active === undefined) setRefused(typed)
      return isPending
    },
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== NEW_MODEL_KEY || !mayCreate) return combobox.box.onKeyDown?.(event)
    event.preventDefault()
    if (!event.repeat) void create()
  }
  const models = choices.filter((choice) => !isNewModel(choice))
  const isMissed = !found.isChips && models.every(({ isNamed }) => !isNamed)
  const missed = isMissed && (models.length === 0 || refused === typed) ? missedText(models.length, mayCreate) : ''
  const none = typed === '' && choices.length === 0 ? NOTHING_RECENT : ''
  const note = isPending ? '' : missed || found.several || none
  return { combobox, onKeyDown, typed, setTyped, note, isChips: found.isChips, isPending }
}

/**
 * Finds the model by name, number, part number or TAC. Enter takes the highlighted one, also when it is still being looked
 * up: without a word the recommended one, with a digit that chip, else the only one that the words name. A model that is
 * missed is written down (F2).
 */
export function ModelPicker(props: ModelPickerProps) {
  const id = useId()
  const { combobox, onKeyDown, typed, setTyped, note, isChips, isPending } = usePicking(props)
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
        onKeyDown={onKeyDown}
      />
      <Listbox of={combobox} label="机型" look="plain" className={styles.models} isBusy={isPending}>
        {(choice) =>
          isNewModel(choice) ? (
            <>
              <b>新建机型“{typed.trim()}”…</b>
              <KeyHint text={NEW_MODEL_KEY} />
            </>
          ) : (
            <>
              <KeyHint text={isChips ? String(combobox.options.indexOf(choice) + 1) : null} />
              <b>{choice.title}</b>
              {choice.isNamed ? null : <i className={styles.near}>近似</i>}
              <span className={choice.isRecommended ? styles.recommended : 'muted'}>{choice.note}</span>
            </>
          )
        }
      </Listbox>
      {note ? (
        <p className="muted" role="status">
          {note}
        </p>
      ) : null}
    </section>
  )
}
