import { FileMissing, type Storage } from './storage.ts'

/** A stored file and how large it must be. */
export interface ExpectedFile {
  readonly key: string
  readonly bytes: number
}

/** The files one after the other, or null while one is missing or has another size. */
export async function joinFiles(
  storage: Pick<Storage, 'read'>,
  files: readonly ExpectedFile[],
): Promise<Buffer | null> {
  const whole = Buffer.allocUnsafe(files.reduce((sum, file) => sum + file.bytes, 0))
  let at = 0
  for (const { key, bytes } of files) {
    const content = await readOrNull(storage, key)
    if (content?.length !== bytes) return null
    at += content.copy(whole, at)
  }
  return whole
}

async function readOrNull(storage: Pick<Storage, 'read'>, key: string): Promise<Buffer | null> {
  try {
    return await storage.read(key)
  } catch (error) {
    if (error instanceof FileMissing) return null
    throw error
  }
}
