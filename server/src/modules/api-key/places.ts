import { isIP } from 'node:net'

const LENGTHS: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

/** Whether a text is an IP address, or a network as an address with the length of its prefix. */
export function isPlace(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const length = LENGTHS[isIP(address)]
  if (length === undefined || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= length)
}
