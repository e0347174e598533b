import net from 'node:net'

/**
 * Ports of these numbers the system gives to nobody by chance: connections that go out, and servers that ask for any port,
 * get higher ones. So a server that ends finds its own free when it comes back.
 */
const FIRST = 10_240
const LAST = 32_000

/** Processes that run beside each other begin far apart. */
let next = FIRST + ((process.pid * 61) % (LAST - FIRST))

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A loopback port that nobody uses, for a server that may end and come back on it. @throws Error when there is none */
export async function ownPort(): Promise<number> {
  for (let tries = 0; tries < LAST - FIRST; tries += 1) {
    const port = next
    next = port < LAST ? port + 1 : FIRST
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

/** The first of so many of them in a row. */
export async function ownPortsInARow(count: number): Promise<number> {
  let first = await ownPort()
  for (let last = first; last < first + count - 1; ) {
    const port = await ownPort()
    if (port !== last + 1) first = port
    last = port
  }
  return first
}
