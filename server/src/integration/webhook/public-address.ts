import { BlockList, isIP } from 'node:net'

/** Networks that are nobody's on the internet: this machine, its neighbours, and what is set aside for other uses. */
const CLOSED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Networks of IPv6 that are no way to a receiver: those that lead into IPv4, and those that are reserved. */
const CLOSED_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const listOf = (networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}

const closedV4 = listOf(CLOSED_V4, 'ipv4')
const closedV6 = listOf(CLOSED_V6, 'ipv6')
/** All that is given out of the newer network; an address of the older one written in its way is not among them. */
const openV6 = listOf([['2000::', 3]], 'ipv6')

/** Whether a machine's address lies on the internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closedV4.check(address, 'ipv4')
  return family === 6 && openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6')
}

const LOOPBACK = listOf([['127.0.0.0', 8]], 'ipv4')

/** Whether an address is this machine's own, by its number. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || (isIP(address) === 4 && LOOPBACK.check(address, 'ipv4'))

/** The host of an address as the network names it: the newer kind of number without its brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const LOCAL_NAME = /^(localhost|.*\.localhost|.*\.local|.*\.internal)\.?$/

/**
 * Why nothing is sent to an address, as a sentence; null where it can be. The names that stand in it are looked up when
 * something is sent, and then count as well. @param allowsLocal whether this machine itself may be reached
 */
export function addressFault(address: string, allowsLocal: boolean): string | null {
  const url = URL.parse(address)
  if (url === null) return '地址格式不正确'
  if (url.username !== '' || url.password !== '') return '地址中不能带用户名或密码'
  const host = hostOf(url)
  const isLocal = host === 'localhost' || isLoopback(host)
  if (isLocal && allowsLocal) return null
  if (url.protocol !== 'https:') return '只能推送到 https:// 开头的地址'
  if (isLocal || LOCAL_NAME.test(host) || (isIP(host) !== 0 && !isPublicAddress(host))) {
    return '不能推送到内网或本机地址'
  }
  return null
}
