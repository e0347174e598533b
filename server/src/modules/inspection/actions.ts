import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { realPhoto } from '@huanji/contract/features/inspection/photo'
import { newInspection, recordAction } from '@huanji/contract/features/inspection/record-action'
import type { inspectionAction } from '@huanji/contract/features/inspection/rows'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { goods } from '@huanji/contract/features/listing/goods'
import { INSPECTION_STATES, type InspectionState } from '@huanji/domain/states/inspection'
import { stateLabel } from '@huanji/domain/states/transition'
import type { Grade } from '@huanji/domain/template/types'
import type * as z from 'zod'
import { type ActionRules, type Obstacle, wrongState } from '../../gateway/allowed-actions.ts'

export type RecordAction = z.output<typeof inspectionAction>

/** What decides what can be done with an inspection record; the grade is null before it is submitted. */
export interface RecordFacts {
  readonly state: InspectionState
  readonly grade: Grade | null
  readonly bagCode: string | null
  /** Whether the marketplace would not publish the goods that it is held by; left out where nobody asks about pictures. */
  readonly isUnpublished?: boolean
}

const outside = (states: readonly InspectionState[], { state }: RecordFacts, action: string): Obstacle | null =>
  states.includes(state) ? null : wrongState(stateLabel(INSPECTION_STATES, state) ?? state, action)

/** Answers are changed until the photographs are complete. */
const EDITABLE: readonly InspectionState[] = ['draft', 'awaiting_photos']

/** A unit is sealed once it is inspected, and its bag can be changed until it is sold (docs/domain.md §3.4). */
const SEALABLE: readonly InspectionState[] = ['awaiting_photos', 'awaiting_seal', 'listable', 'listed']

/** The phone is in stock and not on sale: its shop can be changed and its record voided. */
const UNLISTED: readonly InspectionState[] = ['draft', 'awaiting_photos', 'awaiting_seal', 'listable']

/** Its answers cannot be changed any more: who looks at the phone again makes a new record. */
const FINISHED: readonly InspectionState[] = ['awaiting_seal', 'listable']

/** Why the pictures of a finished phone cannot be taken anew: buyers have seen them. */
const retakeObstacle = (facts: RecordFacts): Obstacle | null =>
  facts.state === 'listed' && facts.isUnpublished ? null : outside(FINISHED, facts, '重拍')

/** Why a phone cannot be inspected anew; one on sale says what has to be done first. */
const reinspectObstacle = (facts: RecordFacts): Obstacle | null =>
  outside(FINISHED, facts, facts.state === 'listed' ? '重检，请先下架' : '重检')

/** Why a unit cannot be put into a bag, whether it has one or not. */
export function sealObstacle(facts: RecordFacts): Obstacle | null {
  if (facts.state === 'draft') return { code: 'BAG_TOO_EARLY' }
  const message = '该手机不可上架，不能封袋，请退回或作废质检记录'
  return (
    outside(SEALABLE, facts, '封袋') ??
    (facts.grade === 'X' ? { code: 'GRADE_NOT_ALLOWED', values: { message } } : null)
  )
}

/** What can be done with an inspection record, most wanted first. */
export const INSPECTION_ACTIONS: ActionRules<RecordAction, RecordFacts> = {
  continue: {
    label: '修改',
    call: detRecord.addDetectRecord,
    obstacle: (facts) => outside(EDITABLE, facts, '修改'),
  },
  seal: {
    label: '封袋',
    call: bagRoll.bind,
    obstacle: (facts) => sealObstacle(facts) ?? (facts.bagCode === null ? null : { code: 'BAG_ALREADY_BOUND' }),
  },
  list: {
    label: '上架',
    call: goods.publish,
    obstacle: (facts) => outside(['listable'], facts, '上架'),
  },
  changeBag: {
    label: '换袋',
    call: bagRoll.bind,
    obstacle: (facts) => sealObstacle(facts) ?? (facts.bagCode === null ? wrongState('未封袋', '换袋') : null),
  },
  changeShop: {
    label: '换店铺',
    call: recordAction.updateXyUid,
    obstacle: (facts) => outside(UNLISTED, facts, '换店铺'),
  },
  retake: {
    label: '重拍',
    call: realPhoto.saveRealPhoto,
    obstacle: retakeObstacle,
  },
  reinspect: {
    label: '重检',
    call: newInspection.reinspect,
    obstacle: reinspectObstacle,
  },
  void: {
    label: '作废',
    call: recordAction.deleteDetRecord,
    obstacle: (facts) => outside(UNLISTED, facts, '作废'),
  },
}
