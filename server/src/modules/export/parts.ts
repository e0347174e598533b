import { FileMissing, type Storage } from '../../storage/storage.ts'
import type { ExportTask } from './store.ts'

/** Where a part of an export lies. Each run writes under names of its own, so that two never write the same one. */
export const partKey = (merchantId: string, exportId: string, position: number, run: number): string =>
  `exports/${merchantId}/${exportId}/${position}-${run}`

type Written = Pick<ExportTask, 'exportId' | 'parts' | 'run'>

/** The parts of a file one after the other; one is held at a time, and the next is read when it is asked for. */
export async function* readParts(
  storage: Pick<Storage, 'read'>,
  merchantId: string,
  { exportId, parts }: Written,
): AsyncGenerator<Buffer> {
  for (const [position, { run, bytes }] of parts.entries()) {
    const key = partKey(merchantId, exportId, position, run)
    const part = await storage.read(key)
    if (part.length !== bytes) throw new FileMissing(key)
    yield part
  }
}

/** Removes the parts of an export, with the one that its last run may have been at. */
export async function removeParts(
  storage: Pick<Storage, 'remove'>,
  merchantId: string,
  { exportId, parts, run }: Written,
): Promise<void> {
  for (const [position, part] of parts.entries()) {
    await storage.remove(partKey(merchantId, exportId, position, part.run))
  }
  await removeUnfinished(storage, merchantId, { exportId, parts, run })
}

/** Removes the part that a run was at when it ended, which is not among those that count. */
export async function removeUnfinished(
  storage: Pick<Storage, 'remove'>,
  merchantId: string,
  { exportId, parts, run }: Written,
): Promise<void> {
  if (run > 0) await storage.remove(partKey(merchantId, exportId, parts.length, run))
}
