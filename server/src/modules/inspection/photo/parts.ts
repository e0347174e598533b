import type { ExpectedFile } from '../../../storage/join-files.ts'
import type { Storage } from '../../../storage/storage.ts'

/** A file arrives in parts of this size, the last one shorter: what a poor signal breaks off is sent again quickly. */
export const PART_BYTES = 512 * 1024
/** So many parts are asked for at once. */
const ASKED_AT_ONCE = 8

/** An upload as far as its parts are concerned: where they lie, and how large they are together. */
export interface Parted {
  readonly storageKey: string
  readonly sizeBytes: number
}

/** One part of an upload: its place from 0, where it lies and how large it must be. */
export interface Part extends ExpectedFile {
  readonly index: number
}

/** The parts of an upload in their order. */
export function partsOf({ storageKey, sizeBytes }: Parted): Part[] {
  const count = Math.ceil(sizeBytes / PART_BYTES)
  return Array.from({ length: count }, (_, index) => ({
    index,
    key: `${storageKey}.${index}`,
    bytes: Math.min(PART_BYTES, sizeBytes - index * PART_BYTES),
  }))
}

/** The keys of an upload's parts. */
export const partKeys = (upload: Parted): string[] => partsOf(upload).map((part) => part.key)

/** The parts that lie in the storage in full, in their order; one of another size has not arrived. */
export async function receivedParts(storage: Pick<Storage, 'stat'>, upload: Parted): Promise<Part[]> {
  const parts = partsOf(upload)
  const received: Part[] = []
  for (let from = 0; from < parts.length; from += ASKED_AT_ONCE) {
    const asked = parts.slice(from, from + ASKED_AT_ONCE)
    const stored = await Promise.all(asked.map((part) => storage.stat(part.key)))
    received.push(...asked.filter((part, index) => stored[index]?.bytes === part.bytes))
  }
  return received
}
