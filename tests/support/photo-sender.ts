import type { OutputOf } from '@huanji/contract/call'
import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { defectPhoto, realPhoto } from '@huanji/contract/features/inspection/photo'
import { type PhotoLook, photoOf, placeholderPhoto } from '@huanji/server/demo/placeholder-photos'
import type { Caller, Photographer } from '@huanji/server/demo/trade/person'

type UploadForm = OutputOf<typeof detConfig.getUploadSign>

/** Gives every part of a file that has not arrived yet to `send`, as the form that a browser posts, one after the other. */
export async function sendParts(
  { parts, partBytes }: Pick<UploadForm, 'parts' | 'partBytes'>,
  file: Uint8Array,
  send: (url: string, form: FormData) => Promise<Response>,
): Promise<void> {
  for (const { index, url, fields } of parts) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const start = index * partBytes
    form.append('file', new Blob([Uint8Array.from(file.subarray(start, start + partBytes))]), 'part')
    const response = await send(url, form)
    if (!response.ok) throw new Error(`part ${index} was answered ${response.status}: ${await response.text()}`)
  }
}

/** Who makes calls and posts forms to the addresses that their answers name. */
export interface Sender extends Caller {
  post(address: string, form: FormData): Promise<Response>
}

const PLAIN =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#4060a0"/></svg>'
let plain: Promise<Buffer> | undefined

/** A real JPEG of 800 × 600 pixels, large enough to be taken: for all that nobody looks at. */
export function plainPicture(): Promise<Buffer> {
  plain ??= photoOf(PLAIN)
  return plain
}

const drawn = new Map<string, Promise<Buffer>>()

/** A drawn JPEG of what a camera would see. */
export function drawnPicture(look: PhotoLook): Promise<Buffer> {
  const key = JSON.stringify(look)
  const known = drawn.get(key) ?? placeholderPhoto(look)
  drawn.set(key, known)
  return known
}

/** The same of a shot or a defect of a black phone, by the shot's code or the item's. */
export const pictureOf = (subject: string): Promise<Buffer> =>
  drawnPicture({ subject, colour: '黑色', platform: 'apple' })

/** Sends a picture of a photo task as a browser does, and gives the upload's id. */
export async function uploadPicture(
  sender: Sender,
  photoTaskId: string,
  picture: Buffer,
  contentType: 'image/jpeg' | 'image/png' = 'image/jpeg',
): Promise<string> {
  const form = await sender.call(detConfig.getUploadSign, { photoTaskId, contentType, sizeBytes: picture.length })
  await sendParts(form, picture, sender.post)
  return form.uploadId
}

/** Takes photographs as a browser does, plain ones unless others are given: sends all and saves them at once, or each before the next. */
export const photoSender =
  (
    sender: Sender,
    {
      oneByOne = false,
      picture = plainPicture,
    }: { oneByOne?: boolean; picture?: (look: PhotoLook) => Promise<Buffer> } = {},
  ): Photographer['savePhotos'] =>
  async (photoTaskId, photos) => {
    const save = async (taken: typeof photos) => {
      const sent = await Promise.all(
        taken.map(async ({ look, shows }) => ({
          uploadId: await uploadPicture(sender, photoTaskId, await picture(look)),
          ...shows,
        })),
      )
      const defects = sent.filter((one) => 'itemCode' in one)
      const shots = sent.filter((one) => 'position' in one)
      if (defects.length > 0) await sender.call(defectPhoto.save, { photoTaskId, photos: defects })
      if (shots.length > 0) await sender.call(realPhoto.saveRealPhoto, { photoTaskId, photos: shots })
    }
    if (oneByOne) for (const photo of photos) await save([photo])
    else await save(photos)
  }
