import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { type ObjectStore, startObjectStore } from '../../../tests/support/object-store.ts'
import { settableClock, systemClock } from '../platform/clock.ts'
import { examine, isFault, linesOf } from './examine.ts'

const SECRETS = {
  HUANJI_SECRET: '0f6b2c94d17e8a35b0c4f2e9d86a71c3',
  HUANJI_SMS_KEY_SECRET: 'sms-hidden',
  HUANJI_MARKETPLACE_APP_SECRET: 'app-hidden',
}

let database: TestDatabase
let store: ObjectStore
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  store = await startObjectStore()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-doctor-'))
})
afterAll(async () => {
  await database.close()
  await store.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const production = (): NodeJS.ProcessEnv => ({
  ...SECRETS,
  HUANJI_MODE: 'production',
  HUANJI_DATA: folder,
  ...(database.databaseUrl === null ? {} : { DATABASE_URL: database.databaseUrl }),
  HUANJI_PUBLIC_URL: 'https://127.0.0.1:9',
  HUANJI_SMS: 'aliyun',
  HUANJI_SMS_ENDPOINT: store.settings.endpoint,
  HUANJI_SMS_KEY_ID: 'somebody',
  HUANJI_SMS_SIGN: '焕机',
  HUANJI_SMS_TEMPLATES: 'login=SMS_1,signUp=SMS_2,resetPassword=SMS_3,updatePassword=SMS_4',
  HUANJI_MARKETPLACE_URL: 'https://127.0.0.1:9',
  HUANJI_MARKETPLACE_APP_KEY: 'key',
  HUANJI_STORAGE: 's3',
  S3_ENDPOINT: store.settings.endpoint,
  S3_REGION: store.settings.region,
  S3_BUCKET: store.settings.bucket,
  S3_ACCESS_KEY: store.settings.accessKey,
  S3_SECRET_KEY: store.settings.secretKey,
})

const verdicts = async (environment: NodeJS.ProcessEnv, clock = systemClock) =>
  new Map((await examine(environment, clock)).map(({ about, verdict }) => [about, verdict]))

describe('the doctor', () => {
  it('says of each setting whether it does, and tells no secret', async () => {
    const findings = await examine(production(), systemClock)
    const known = new Map(findings.map(({ about, verdict }) => [about, verdict]))
    expect(known.get('运行方式')).toBe('通过')
    expect(known.get(`文件（S3，${store.settings.endpoint}）`)).toBe('通过')
    expect(known.get('短信')).toBe('通过')
    expect(known.get('开放平台')).toBe('错误')
    expect(known.get('HUANJI_APP_ID')).toBe('缺少')
    expect(known.get('备份')).toBe('建议')
    expect(findings.every(({ verdict, cure }) => (verdict === '通过') === (cure === ''))).toBe(true)
    const text = linesOf(findings).join('\n')
    expect(text).toContain(`还有 ${findings.filter(isFault).length} 项需要处理。`)
    for (const secret of [...Object.values(SECRETS), store.settings.secretKey]) expect(text).not.toContain(secret)
  })

  it('leaves nothing in the storage, and notices one that cannot be used', async () => {
    await examine(production(), systemClock)
    expect([...(await verdicts(production())).keys()].some((about) => about.startsWith('文件'))).toBe(true)
    const elsewhere = await verdicts({ ...production(), S3_BUCKET: 'another' })
    expect(elsewhere.get(`文件（S3，${store.settings.endpoint}）`)).toBe('错误')
  })

  it('defect: a store that takes no forms passed, and refused every photograph', async () => {
    const formless = await startFormlessStore()
    try {
      const findings = await examine({ ...production(), S3_ENDPOINT: formless.endpoint }, systemClock)
      const finding = findings.find(({ about }) => about.startsWith('文件'))
      expect(finding).toMatchObject({ verdict: '错误', says: '不收表单（HTTP 412），而浏览器用表单发送每张照片' })
      expect(formless.kept.size).toBe(0)
    } finally {
      await formless.close()
    }
  })

  it('says why settings cannot be read, and nothing else', async () => {
    const findings = await examine({ ...production(), HUANJI_SECRET: 'short', HUANJI_MODUS: 'x' }, systemClock)
    expect(findings.map(({ verdict, about }) => [verdict, about])).toEqual([['错误', '设置']])
    expect(findings[0]?.says).toContain('HUANJI_MODUS')
  })

  it('sees a database that cannot be reached, without its password', async () => {
    const environment = { ...production(), DATABASE_URL: 'postgres://huanji:hidden-word@127.0.0.1:9/huanji' }
    const finding = (await examine(environment, systemClock)).find(({ about }) => about === '数据库')
    expect(finding?.verdict).toBe('错误')
    expect(JSON.stringify(finding)).not.toContain('hidden-word')
  })

  it('sees a superuser, and a clock that is wrong', async () => {
    if (database.databaseUrl === null) {
      expect((await verdicts(production())).get('数据库')).toBe('建议')
      return
    }
    const known = await verdicts(production(), settableClock('2020-01-01T00:00:00.000Z'))
    expect(known.get('数据库账号')).toBe('错误')
    expect(known.get('数据表')).toBe('通过')
    expect(known.get('时钟')).toBe('错误')
  })
})

/** A store that stores, reads and removes, and knows no forms, as OpenStack Swift's s3api does. */
async function startFormlessStore() {
  const kept = new Map<string, { bytes: Buffer; type: string }>()
  const server = http.createServer(async (request, response) => {
    const key = new URL(request.url ?? '/', 'http://store').pathname
    const bytes = Buffer.concat(await request.toArray())
    const answer = (status: number, body: Buffer | string = '', type = 'text/plain') =>
      response.writeHead(status, { 'content-type': type }).end(request.method === 'HEAD' ? undefined : body)
    if (request.method === 'PUT') kept.set(key, { bytes, type: request.headers['content-type'] ?? '' })
    if (request.method === 'PUT') return answer(200)
    if (request.method === 'POST') return answer(412, 'Bad URL')
    if (request.method === 'DELETE') return answer(kept.delete(key) ? 204 : 404)
    const one = kept.get(key)
    return one === undefined ? answer(404) : answer(200, one.bytes, one.type)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve))
  return { endpoint: `http://127.0.0.1:${port}`, kept, close }
}
