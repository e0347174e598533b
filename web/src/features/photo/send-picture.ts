import type { OutputOf } from '@huanji/contract/call'
import { REQUEST_TIMEOUT_MS } from '@huanji/contract/constants'
import type { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { isRefusal } from '../../api/refusal.ts'

type UploadForm = OutputOf<typeof detConfig.getUploadSign>
type Part = UploadForm['parts'][number]

/** How a broken upload goes on: the one it had, if any, and where to keep the one it has, so that it can go on later. */
export interface Resuming {
  readonly uploadId: string | null
  readonly keep: (uploadId: string) => void
}

/** Asks for the forms of a file; with `uploadId` for those of the parts that have not arrived. */
export type SignUpload = (wanted: {
  contentType: 'image/jpeg'
  sizeBytes: number
  uploadId?: string
}) => Promise<UploadForm>

/** Before a part that failed is sent again, in milliseconds; then it has failed for good. */
const RETRY_AFTER_MS = [1000, 3000]

/** The storage took the form and said no. */
class FormRefused extends TypeError {
  readonly status: number

  constructor(status: number) {
    super(`the storage answered ${status}`)
    this.status = status
  }
}

/**
 * Sends a part with its signed form. `fetch` cannot say how much has been sent, hence the older request.
 * @throws as a promise TypeError when the storage was not reached or refused, TimeoutError after 60 s without progress
 */
function sendForm({ url, fields }: Part, bytes: Blob, onProgress: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('file', bytes, 'part')
    const request = new XMLHttpRequest()
    request.open('POST', url)
    // As long as anything gets through, a slow line is given its time.
    let stalled: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(stalled)
      stalled = setTimeout(() => request.abort(), REQUEST_TIMEOUT_MS)
    }
    request.upload.onprogress = (event) => {
      wait()
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status < 300) resolve()
      else reject(new FormRefused(request.status))
    }
    request.onerror = () => reject(new TypeError('the storage was not reached'))
    request.onabort = () => reject(new DOMException('the upload stood still', 'TimeoutError'))
    request.onloadend = () => clearTimeout(stalled)
    wait()
    request.send(body)
  })
}

/** A form that is out of date stays so; a lost line or a busy server may be better in a moment. */
const mayPass = (error: unknown): boolean =>
  error instanceof FormRefused ? error.status >= 500 || error.status === 429 : error instanceof TypeError

async function sendPart(part: Part, bytes: Blob, onProgress: (share: number) => void): Promise<void> {
  for (const pauseMs of RETRY_AFTER_MS) {
    try {
      return await sendForm(part, bytes, onProgress)
    } catch (error) {
      if (!mayPass(error)) throw error
    }
    onProgress(0)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return sendForm(part, bytes, onProgress)
}

/** Sends the parts that a form names, one after the other; `onProgress` is told the share of the whole file. */
async function sendParts(form: UploadForm, picture: Blob, onProgress: (share: number) => void): Promise<void> {
  const bytesOf = ({ index }: Part) => picture.slice(index * form.partBytes, (index + 1) * form.partBytes)
  let arrived = picture.size - form.parts.reduce((sum, part) => sum + bytesOf(part).size, 0)
  for (const part of form.parts) {
    const bytes = bytesOf(part)
    await sendPart(part, bytes, (share) => onProgress((arrived + share * bytes.size) / picture.size))
    arrived += bytes.size
  }
}

async function signAgain(sign: SignUpload, sizeBytes: number, uploadId: string | null): Promise<UploadForm> {
  const wanted = { contentType: 'image/jpeg' as const, sizeBytes }
  if (uploadId === null) return sign(wanted)
  try {
    return await sign({ ...wanted, uploadId })
  } catch (error) {
    // the server threw it away, or knows another file by it
    if (isRefusal(error, 'NOT_FOUND', 'UPLOAD_EXPIRED')) return sign(wanted)
    throw error
  }
}

/**
 * Sends a JPEG part by part with forms that `sign` asks for, and gives the upload's id. Parts that have arrived before
 * are not sent again; forms that ran out on a slow line are renewed once.
 */
export async function sendPicture(
  sign: SignUpload,
  picture: Blob,
  onProgress: (share: number) => void,
  { uploadId, keep }: Resuming,
): Promise<string> {
  const form = await signAgain(sign, picture.size, uploadId)
  keep(form.uploadId)
  try {
    await sendParts(form, picture, onProgress)
    return form.uploadId
  } catch (error) {
    if (!(error instanceof FormRefused) || mayPass(error)) throw error
  }
  const renewed = await signAgain(sign, picture.size, form.uploadId)
  keep(renewed.uploadId)
  await sendParts(renewed, picture, onProgress)
  return renewed.uploadId
}
