import { Refusal } from '../errors/refusal.ts'
import { type NormalisedImage, normaliseImage } from './images.ts'

/** What the process answers to the bytes of a picture: the picture made anew, what a person is told, or what went wrong. */
export type FromImageProcess =
  | { readonly image: NormalisedImage }
  | { readonly refused: string }
  | { readonly failed: string }

async function answerTo(bytes: Uint8Array): Promise<FromImageProcess> {
  try {
    return { image: await normaliseImage(bytes) }
  } catch (error) {
    return error instanceof Refusal ? { refused: error.message } : { failed: String(error) }
  }
}

process.on('message', (bytes: Uint8Array) => {
  void answerTo(bytes).then((answer) => process.send?.(answer))
})
// whoever started it is gone
process.on('disconnect', () => process.exit())
