import type { Channel } from '@huanji/domain/channel'
import { isWorse } from '@huanji/domain/refunds/worse'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ChecklistGroup, checklistItems, checklistOf } from '../checklist/checklist.ts'
import { templateQuery } from '../inspection/queries.ts'
import type { Answers, Template } from '../inspection/types.ts'

/** An item as it was sold and as it is now, as a person reads them. */
export interface ComparedItem {
  readonly itemCode: string
  readonly itemName: string
  readonly sold: string
  readonly now: string
  readonly isWorse: boolean
}

const NOTHING = '—'
const NO_GROUPS: ReadonlySet<string> = new Set()

/** The templates that a model is asked by on a channel, both of them or none, as `DetailPending` takes it. */
export function useTemplates(channel: Channel, modelId: string, enabled = true) {
  const asked = [
    useQuery({ ...templateQuery(channel, modelId, false), enabled }),
    useQuery({ ...templateQuery(channel, modelId, true), enabled }),
  ] as const
  const [quick, full] = [asked[0].data, asked[1].data]
  const failed = asked.filter(({ error }) => error !== null)
  return {
    data: useMemo(() => (quick && full ? { quick, full } : undefined), [quick, full]),
    error: failed[0]?.error ?? null,
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  }
}

export interface Templates {
  readonly quick: Template
  readonly full: Template
}

/** The checklist with these answers, as the station shows it. */
export const groupsOf = (
  templates: Templates,
  answers: Answers,
  opened: ReadonlySet<string> = NO_GROUPS,
): ChecklistGroup[] => checklistOf({ ...templates, answers, uninspectable: [], missing: [], opened })

/** Every item that either side answers, in the template's order. */
export function compareAnswers(templates: Templates, sold: Answers, now: Answers): ComparedItem[] {
  const after = new Map(checklistItems(groupsOf(templates, now)).map((entry) => [entry.item.code, entry]))
  const before = new Map(checklistItems(groupsOf(templates, sold)).map((entry) => [entry.item.code, entry]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((itemCode) => {
    const [was, is] = [before.get(itemCode), after.get(itemCode)]
    const item = is ?? was
    if (!item) return []
    return [
      {
        itemCode,
        itemName: item.item.name,
        sold: was?.text || NOTHING,
        now: is?.text || NOTHING,
        isWorse: isWorse(item.item, was?.answer ?? null, is?.answer ?? null),
      },
    ]
  })
}

export const isDifferent = ({ sold, now }: ComparedItem): boolean => sold !== now

/** The answers that are not as they were sold: what a re-check sends. */
export const changedAnswers = (sold: Answers, now: Answers): Answers =>
  Object.fromEntries(
    Object.entries(now).filter(([code, answer]) => JSON.stringify(answer) !== JSON.stringify(sold[code])),
  )
