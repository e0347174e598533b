import { CALLER_ADDRESS_PATH } from '@huanji/contract/constants'
import { type Finding, missing, reasonOf, well, wrong } from './finding.ts'

const TIMEOUT_MS = 5_000
/** An address that nobody has: it is set aside for documents. */
const FORGED = '203.0.113.9'
const HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip']
const ABOUT = '来源地址'

interface Outside {
  readonly publicUrl: string
  readonly trustedProxies: number
}

/**
 * Whether a caller can choose the address that the server knows him by: keys bound to places, limits of sign-in and the
 * log lean on it. It asks through the public address as anybody does, once more with a forged address.
 */
export async function checkCallerAddress({ publicUrl, trustedProxies }: Outside): Promise<Finding> {
  if (trustedProxies === 0) {
    return missing(ABOUT, '所有人看起来都来自代理', '请设置 HUANJI_TRUSTED_PROXIES 为前面代理的层数。')
  }
  const plain = await addressSeen(publicUrl, {})
  if (plain.address === null) return missing(ABOUT, `问不到（${plain.reason}）`, '请先让访问地址通过。')
  // one more than is trusted: a proxy less than the setting says would let the last of them count
  const forged = Array.from({ length: trustedProxies + 1 }, () => FORGED).join(', ')
  for (const header of HEADERS) {
    const seen = await addressSeen(publicUrl, { [header]: header === 'forwarded' ? `for=${FORGED}` : forged })
    if (seen.address === FORGED) {
      return wrong(
        ABOUT,
        `访问者可以自报地址（${header} 被原样采信）`,
        '请让最外层代理改写 X-Forwarded-For，并核对 HUANJI_TRUSTED_PROXIES 的层数，见 docs/going-live.md。',
      )
    }
  }
  return well(ABOUT, `前面 ${trustedProxies} 层代理，自报的地址不起作用；本机被记为 ${plain.address}`)
}

interface Seen {
  readonly address: string | null
  readonly reason: string
}

async function addressSeen(publicUrl: string, headers: Record<string, string>): Promise<Seen> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`${publicUrl}${CALLER_ADDRESS_PATH}`, { headers, signal, redirect: 'manual' })
    const text = await response.text()
    const told: unknown = response.ok ? JSON.parse(text) : null
    const address = typeof told === 'object' && told !== null ? Reflect.get(told, 'address') : null
    return { address: typeof address === 'string' ? address : null, reason: `HTTP ${response.status}` }
  } catch (error) {
    return { address: null, reason: reasonOf(error) }
  }
}
