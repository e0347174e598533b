/** The part of s3rver that tests use; the package comes without types. */
declare module 's3rver' {
  import type { Server } from 'node:http'

  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }

  export default class S3rver {
    constructor(options: Options)
    readonly httpServer: Server
    run(): Promise<unknown>
    close(): Promise<void>
  }
}
