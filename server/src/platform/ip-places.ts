import { BlockList, isIP, isIPv6 } from 'node:net'

const LENGTHS: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

/** Whether a text is an IP address, or a network as an address with the length of its prefix. */
export function isIpPlace(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const length = LENGTHS[isIP(address)]
  if (length === undefined || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= length)
}

/** Whether an address is one of the places, or in one of their networks; what is no place holds nobody. */
export function isAmongPlaces(places: readonly string[], ip: string): boolean {
  const list = new BlockList()
  for (const place of places.filter(isIpPlace)) {
    const [address = '', prefix] = place.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
}
