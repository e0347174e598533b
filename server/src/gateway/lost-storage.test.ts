import fs from 'node:fs'
import path from 'node:path'
import { ERR, ERR_TEXT } from '@huanji/contract/errors'
import { auth } from '@huanji/contract/features/auth/calls'
import { afterEach, describe, expect, it } from 'vitest'
import { databaseKind } from '../../../tests/support/databases.ts'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'
import { later } from '../platform/clock.ts'

let gateway: TestGateway | null = null
afterEach(async () => {
  await gateway?.close()
  gateway = null
})

const isReady = async ({ app }: TestGateway) => (await fetch(`${app.opsUrl}/ready`)).status

/** Sends a form that is signed, and gives the status and the envelope's code and sentence. */
async function upload({ app, url, clock }: TestGateway) {
  const expiresAt = later(clock.now(), 60_000)
  const form = new FormData()
  const rules = { key: 'a/b.jpg', contentType: 'image/jpeg', maxBytes: 1000, expiresAt }
  for (const [name, value] of Object.entries(app.services.storage.signUpload(rules).fields)) form.append(name, value)
  form.append('file', new Blob(['photo']), 'b.jpg')
  const response = await fetch(`${url}/files`, { method: 'POST', body: form })
  const text = await response.text()
  const { _errCode = '', _errStr = '' } = text === '' ? {} : JSON.parse(text)
  return { status: response.status, _errCode, _errStr }
}

const UNAVAILABLE = { status: 503, _errCode: ERR.storageUnavailable, _errStr: ERR_TEXT.storageUnavailable }

describe('a lost data folder', () => {
  it('is answered with 503 and a sentence, and the server is not ready until it is back', async () => {
    gateway = await startTestGateway()
    const folder = path.join(gateway.database.dataFolder, 'files')
    expect([await isReady(gateway), (await upload(gateway)).status]).toEqual([200, 204])
    fs.renameSync(folder, `${folder}-away`)
    expect(await upload(gateway)).toEqual(UNAVAILABLE)
    expect(await isReady(gateway)).toBe(503)
    fs.renameSync(`${folder}-away`, folder)
    expect([await isReady(gateway), (await upload(gateway)).status]).toEqual([200, 204])
  })

  it.runIf(databaseKind() === 'embedded')('with the embedded database in it is answered the same way', async () => {
    gateway = await startTestGateway()
    fs.rmSync(path.join(gateway.database.dataFolder, 'database'), { recursive: true })
    const { status, _errCode, _errStr } = await gateway.call(auth.login, auth.login.example)
    expect({ status, _errCode, _errStr }).toEqual(UNAVAILABLE)
    expect(await isReady(gateway)).toBe(503)
  })
})

it('half-written files of a killed process are gone once the server listens', async () => {
  gateway = await startTestGateway()
  const partial = path.join(gateway.database.dataFolder, 'files', 'partial')
  fs.mkdirSync(partial, { recursive: true })
  const [old, fresh] = ['old', 'fresh'].map((name) => path.join(partial, name))
  for (const file of [old, fresh]) fs.writeFileSync(file ?? '', 'half')
  fs.utimesSync(old ?? '', new Date(0), new Date(0))
  const next = await startTestGateway({ database: gateway.database })
  expect([fs.existsSync(old ?? ''), fs.existsSync(fresh ?? '')]).toEqual([false, true])
  await next.close()
})
