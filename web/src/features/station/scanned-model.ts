import type { ScanOutcome } from '../../components/scan/feedback.ts'
import { modelsNamed, modelTitleOf, saidOf, sharedNumberText } from '../inspection/queries.ts'
import type { Sku } from '../inspection/types.ts'
import { skuTextOf } from './sku-picker.tsx'

/** What the number of a model comes to where the model is asked for. */
interface Answering {
  /** The one model that has the number, and what the number says of the SKU. */
  readonly onNamed: (model: { readonly modelId: string; readonly title: string }, sku: Partial<Sku>) => void
  /** Several have it, of which a person chooses. */
  readonly onShared: () => void
}

/** While the model is asked for, a scanned number answers the question. Null for a code that is none. */
export async function answerByNumber(code: string, { onNamed, onShared }: Answering): Promise<ScanOutcome | null> {
  const [model, ...others] = await modelsNamed(code)
  if (!model) return null
  if (others.length > 0) {
    onShared()
    return { ok: true, isHeld: true, message: sharedNumberText(others.length + 1) }
  }
  const title = modelTitleOf(model)
  onNamed({ modelId: model.modelId, title }, saidOf(model.sku))
  return { ok: true, message: `${title} ${skuTextOf(model.sku)}`.trim() }
}
