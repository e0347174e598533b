import type { OutputOf } from '@huanji/contract/call'
import type { detConfig } from '@huanji/contract/features/inspection/detect-config'

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
