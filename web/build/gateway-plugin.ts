import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Plugin } from 'vite'

/** What the gateway answers to a GET; everything else that it answers is a POST, and the web client's own are GETs. */
const GETS = /^\/(files\/|demo\/|report\/|openapi\.json$|api\/ext\/(stream|address)$)/
/** A gateway that starts anew, on an empty folder even, is back well before. */
const WAIT_LIMIT_MS = 60_000
const WAIT_STEP_MS = 100

const isForGateway = (method: string, url: string): boolean => !/^(GET|HEAD)$/.test(method) || GETS.test(url)

async function listens({ hostname, port }: URL): Promise<boolean> {
  const socket = net.connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function untilListening(gateway: URL): Promise<void> {
  const deadline = performance.now() + WAIT_LIMIT_MS
  while (performance.now() < deadline && !(await listens(gateway))) await pause(WAIT_STEP_MS)
}

/**
 * Lets the development server hand calls on to the gateway at DEV_GATEWAY. While that starts anew, because one of its
 * files was edited, calls wait for it instead of failing. Does nothing in a build.
 */
export function gatewayPlugin(): Plugin {
  const address = process.env.DEV_GATEWAY
  return {
    name: 'huanji-gateway',
    config: (_config, { command }) => {
      if (command !== 'serve' || address === undefined) return null
      const gateway = new URL(address)
      const bypass = async ({ method = 'GET', url = '/' }: IncomingMessage) => {
        if (!isForGateway(method, url)) return url
        await untilListening(gateway)
        return undefined
      }
      return { server: { proxy: { '^/': { target: gateway.origin, bypass } } } }
    },
  }
}
