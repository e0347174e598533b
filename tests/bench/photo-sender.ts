import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { LoginContext } from '@huanji/contract/envelope'
import { realPhoto } from '@huanji/contract/features/inspection/photo'
import { type Client, plainClient } from '../contract/fixtures/client.ts'
import { noisePicture } from '../support/noise-picture.ts'
import { uploadPicture } from '../support/photo-sender.ts'

/** What the thread is given: where the gateway is, who sends, and a photo task for each photograph under way. */
export interface SenderData {
  readonly url: string
  readonly who: LoginContext
  readonly photoTaskIds: readonly string[]
}

/** Of its own thread, as Linux has it. */
const SENDER_NICENESS = 10

async function sendOne(client: Client, photoTaskId: string, file: Buffer): Promise<void> {
  const photos = [{ uploadId: await uploadPicture(client, photoTaskId, file, 'image/png'), position: 'back' }]
  await client.call(realPhoto.saveRealPhoto, { photoTaskId, photos })
}

/** What the thread is told: to keep so many photographs under way, over and over, or to stop. */
export type SenderOrder = { readonly atOnce: number } | 'stop'

if (parentPort !== null) {
  // it stands for another machine: what it computes is not to be taken from the calls that are measured
  setPriority(SENDER_NICENESS)
  const port = parentPort
  const { url, who, photoTaskIds } = workerData as SenderData
  const client = plainClient({ url, letPass: async () => {} }, who)
  // as large as the client sends them, in pixels and nearly in bytes
  const file = noisePicture(1800, 1350)
  let isSending = false
  port.on('message', async (order: SenderOrder) => {
    isSending = order !== 'stop'
    if (order === 'stop') return
    let sent = 0
    const sendAll = async (photoTaskId: string) => {
      while (isSending) {
        await sendOne(client, photoTaskId, file)
        sent += 1
      }
    }
    await Promise.all(photoTaskIds.slice(0, order.atOnce).map(sendAll))
    port.postMessage({ sent })
  })
  port.postMessage({ bytes: file.length })
}
