import type { InputOf, OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import type { Sku } from '../inspection/types.ts'

/** The contract's shapes by the names that these screens use. */
export type OwnModel = OutputOf<Calls['catalogue']['listModels']>['list'][number]
export type ModelFacts = InputOf<Calls['catalogue']['createModel']>

/** What the dialog holds: of a model that is changed also which one, and as it was read. */
export type ModelValues = ModelFacts & Partial<Pick<InputOf<Calls['catalogue']['editModel']>, 'modelId' | 'version'>>

/** A model that was written down, or one that turned out to be known. */
export interface MadeModel {
  readonly modelId: string
  readonly title: string
  /** What is certain of the phone at hand: of each fact that the model has only one of, and what was typed. */
  readonly sku: Partial<Sku>
}
