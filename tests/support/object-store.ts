import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { S3Settings } from '@huanji/server/settings'
import S3rver from 's3rver'

/** An S3-compatible store on a free loopback port. It checks neither signatures nor policies: use it for what should work. */
export interface ObjectStore {
  readonly settings: S3Settings
  close(): Promise<void>
}

/** Starts a store with one empty bucket, in a folder of its own. */
export async function startObjectStore(): Promise<ObjectStore> {
  const keys = { accessKey: 'S3RVER', secretKey: 'S3RVER', region: 'us-east-1', bucket: 'photos' }
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-s3-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: keys.bucket, configs: [] }],
  })
  await store.run()
  const address = store.httpServer.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    settings: { ...keys, endpoint: `http://127.0.0.1:${port}` },
    close: async () => {
      await store.close()
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}
