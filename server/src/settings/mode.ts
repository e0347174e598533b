import { BlockList, isIP } from 'node:net'
import type { GivenSettings } from './schema.ts'

export interface Mode {
  readonly mode: 'demo' | 'production'
  /** Why it is production although nobody asked for it by name, as Chinese clauses; empty otherwise. */
  readonly because: readonly string[]
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** True when only programs of this machine can reach a server that listens on `host`. */
export function isLoopback(host: string): boolean {
  const version = isIP(host)
  return version === 0 ? host === 'localhost' : loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
}

/**
 * The mode that was asked for by name. Without a name it is the demo only where nothing looks like real use: the
 * embedded database, the loopback address, and no NODE_ENV=production. An inbox of codes and accounts whose password is
 * printed must never stand open because a setting was forgotten.
 */
export function modeOf(given: GivenSettings): Mode {
  if (given.HUANJI_MODE !== undefined) return { mode: given.HUANJI_MODE, because: [] }
  const because = [
    ...(given.DATABASE_URL === undefined ? [] : ['设置了 DATABASE_URL']),
    ...(given.NODE_ENV === 'production' ? ['NODE_ENV 为 production'] : []),
    ...(isLoopback(given.HUANJI_HOST) ? [] : ['HUANJI_HOST 不只是本机']),
  ]
  return { mode: because.length === 0 ? 'demo' : 'production', because }
}
