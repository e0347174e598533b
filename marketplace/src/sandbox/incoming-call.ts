/** A call as it comes in, before anything of it is checked. */
export interface IncomingCall {
  path: string
  query: URLSearchParams
  rawBody: Uint8Array
}

/** The envelope every answer has. */
export interface Answer {
  code: number
  msg: string
  data?: unknown
}
