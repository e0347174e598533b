import type { LogLevel } from './platform/log.ts'

export interface S3Settings {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
}

/** What the environment says, checked. */
export interface Settings {
  readonly mode: 'demo' | 'production'
  readonly port: number
  readonly opsPort: number
  readonly sandboxPort: number
  readonly dataFolder: string
  /** Null for the embedded database. */
  readonly databaseUrl: string | null
  readonly poolSize: number
  /** Signs uploads, file addresses and list cursors. */
  readonly secret: string
  /** Where people reach the server, without a slash at the end. */
  readonly publicUrl: string
  readonly behindTls: boolean
  readonly trustedProxies: number
  readonly logLevel: LogLevel
  /** Null for the folder. */
  readonly s3: S3Settings | null
  /** Null for the sandbox. */
  readonly marketplace: { readonly url: string; readonly appKey: string; readonly appSecret: string } | null
}
