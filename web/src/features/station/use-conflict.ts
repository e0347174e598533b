import { useQueryClient } from '@tanstack/react-query'
import { askAboutConflict } from '../../components/form/conflict-dialog.tsx'
import { toast } from '../../components/toast/toast.ts'
import { chosenOptions } from '../checklist/checklist.ts'
import { detailQuery } from '../inspection/queries.ts'
import type { Answers, InspectionDetail, Template } from '../inspection/types.ts'
import { skuTextOf } from './sku-picker.tsx'
import { type OpenPhone, phoneOfDetail } from './station-state.ts'
import type { Station } from './use-station.ts'

/** What two people said about a phone, in words, by item. */
function wordsOf(phone: OpenPhone, template: Template | undefined): Record<string, string> {
  const words: Record<string, string> = { model: phone.modelTitle, sku: skuTextOf(phone.sku), remark: phone.remark }
  for (const item of template?.groups.flatMap((group) => group.items) ?? []) {
    const answer = phone.answers[item.code]
    const names = chosenOptions(item, answer).map((option) => option.name)
    words[item.code] = [...names, answer?.value ?? ''].filter((part) => part !== '').join('、')
  }
  return words
}

function labelsOf(template: Template | undefined): Record<string, string> {
  const items = template?.groups.flatMap((group) => group.items) ?? []
  return {
    model: '机型',
    sku: '规格',
    remark: '备注',
    ...Object.fromEntries(items.map((item) => [item.code, item.name])),
  }
}

/**
 * Settles a draft that a colleague changed meanwhile: shows both versions item by item and goes on with the one chosen.
 * A record that the colleague has finished leaves the station. Gives false when the person put the choice off.
 */
export function useConflict(station: Station, template: Template | undefined): (message: string) => Promise<boolean> {
  const client = useQueryClient()
  return async (message) => {
    const { phone } = station.now()
    if (!phone?.record) return false
    const { inspectionId } = phone.record
    const latest: InspectionDetail = await client.fetchQuery({ ...detailQuery(inspectionId), staleTime: 0 })
    if (!isOpen(latest)) {
      station.dispatch({ type: 'closed' })
      toast('error', `${message}；质检已完成，不能再修改`)
      return true
    }
    const theirs = phoneOfDetail(latest)
    const words = { mine: wordsOf(phone, template), theirs: wordsOf(theirs, template) }
    const chosen = await askAboutConflict(message, words.mine, words.theirs, labelsOf(template))
    if (chosen === null) return false
    if (chosen.isToSubmit) station.dispatch({ type: 'versionSeen', version: latest.version })
    else station.dispatch({ type: 'opened', phone: theirs })
    return true
  }
}

/** Once a colleague has finished the record, there is nothing left to save into. */
const isOpen = ({ state }: InspectionDetail): boolean => state === 'draft' || state === 'awaiting_photos'

/** The answers that a reused report starts with: claims that somebody has to make are asked anew (docs/domain.md §1.3). */
export function reusedAnswers(detail: InspectionDetail, template: Template): Answers {
  const asked = new Set(
    template.groups.flatMap((group) => group.items.filter((item) => item.askActively).map((item) => item.code)),
  )
  return Object.fromEntries(Object.entries(detail.answers).filter(([code]) => !asked.has(code)))
}
