import type { ServerResponse } from 'node:http'

/** Why work is given up: whoever asked has gone, and nobody reads the answer. */
export class ClientLeft extends Error {
  constructor() {
    super('the client left before its answer')
    this.name = 'ClientLeft'
  }
}

/** Says when whoever waits for an answer has gone: the connection closed before all of it was sent. */
export function leftBefore(response: Pick<ServerResponse, 'once' | 'writableFinished'>): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new ClientLeft())
  })
  return controller.signal
}

/** For work that nobody waits for at a connection. */
export const NEVER_LEFT: AbortSignal = new AbortController().signal
