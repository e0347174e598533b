import type { QueryClient } from '@tanstack/react-query'
import { lateModule } from '../../components/late/late-module.ts'
import type { MadeModel } from './types.ts'

const load = lateModule(() => import('./open-dialog.tsx'))

/**
 * Asks for a model that was missed and writes it down.
 * @param text what was typed where it was missed: the dialog begins with it
 * @returns the model, which can be used at once; undefined where the person gave up
 */
export async function newModel(queries: QueryClient, text: string): Promise<MadeModel | undefined> {
  const { openNewModel } = await load()
  return openNewModel(queries, text)
}
