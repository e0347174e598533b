/** Where pictures may be fetched from: hosts over https, a leading dot standing for all that end in it, and one origin. */
export interface PictureSources {
  readonly hosts: readonly string[]
  readonly origin: string
}

/** What fetching a picture takes. */
export interface PictureAccess {
  readonly sources: PictureSources
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** A picture that will not be had however often it is asked for; the message is for a person. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused'
}

/** A picture that could not be had just now. */
export class PictureUnavailable extends Error {
  override readonly name = 'PictureUnavailable'
}

const REDIRECTS_MAX = 3

const isOfHost = (host: string, wanted: string): boolean =>
  wanted.startsWith('.') ? host.endsWith(wanted) || host === wanted.slice(1) : host === wanted

/** Whether a picture may be fetched from an address. Never one with a user, another port, or the number of a machine. */
export function isPictureSource(address: string, { hosts, origin }: PictureSources): boolean {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.origin === origin) return true
  return url.protocol === 'https:' && url.port === '' && hosts.some((host) => isOfHost(url.hostname, host))
}

/** The bytes of an answer, no more than are allowed. */
async function bytesOf(response: Response, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new PictureRefused(`图片超过${Math.floor(maxBytes / 1024 / 1024)}MB`)
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Where an answer sends its reader, on the same host; anything else is refused. */
function redirected(response: Response, from: string): string {
  const to = URL.parse(response.headers.get('location') ?? '', from)
  if (to === null || to.origin !== new URL(from).origin) throw new PictureRefused('图片地址转到了其他网站，已停止获取')
  return to.href
}

async function answerOf(address: string, { sources, maxBytes, ...access }: PictureAccess): Promise<Buffer> {
  const signal = AbortSignal.timeout(access.timeoutMs)
  let url = address
  for (let turn = 0; turn <= REDIRECTS_MAX; turn += 1) {
    if (!isPictureSource(url, sources)) throw new PictureRefused('图片不在允许的网站上，请联系运维核对')
    const response = await access.fetch(url, { redirect: 'manual', signal, credentials: 'omit' })
    if (response.ok) return await bytesOf(response, maxBytes)
    await response.body?.cancel()
    if (response.status >= 500 || response.status === 429) throw new PictureUnavailable(`status ${response.status}`)
    if (response.status < 300 || response.status >= 400) throw new PictureRefused(`图片已失效（${response.status}）`)
    url = redirected(response, url)
  }
  throw new PictureRefused('图片地址多次跳转，已停止获取')
}

/**
 * Fetches a picture from where pictures may come from: within a time, up to a size, and without following anybody elsewhere.
 * What the bytes are is for the caller to find out. @throws PictureRefused, PictureUnavailable
 */
export async function fetchPicture(address: string, access: PictureAccess): Promise<Buffer> {
  try {
    return await answerOf(address, access)
  } catch (error) {
    if (error instanceof PictureRefused || error instanceof PictureUnavailable) throw error
    throw new PictureUnavailable(`the picture cannot be reached: ${String(error)}`, { cause: error })
  }
}

/** Fetches over the network. */
export const fetchFromOutside: PictureAccess['fetch'] = (address, init) => globalThis.fetch(address, init)
