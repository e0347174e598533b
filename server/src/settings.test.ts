import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartupRefusal } from './platform/startup-refusal.ts'
import { readSettings, SETTINGS, settingsTable } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-settings-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const read = (environment: Record<string, string> = {}) =>
  readSettings({ HUANJI_DATA: folder, PATH: '/bin', ...environment })

const PRODUCTION = {
  HUANJI_MODE: 'production',
  HUANJI_SECRET: 's'.repeat(32),
  HUANJI_MARKETPLACE_URL: 'https://market.example/',
  HUANJI_MARKETPLACE_APP_KEY: '1',
  HUANJI_MARKETPLACE_APP_SECRET: 'x',
  HUANJI_SMS: 'aliyun',
  HUANJI_SMS_KEY_ID: 'key',
  HUANJI_SMS_KEY_SECRET: 'key secret',
  HUANJI_SMS_SIGN: '焕机',
  HUANJI_SMS_TEMPLATES: 'login=SMS_1, signUp=SMS_2,resetPassword=SMS_3,updatePassword=SMS_4',
}

describe('settings', () => {
  it('need nothing to start a demo, and keep its secret', () => {
    const first = read()
    expect(first).toMatchObject({
      mode: 'demo',
      port: 8080,
      opsPort: 8081,
      databaseUrl: null,
      s3: null,
      marketplace: null,
      sms: null,
    })
    expect(first.secret.length).toBeGreaterThanOrEqual(32)
    expect(read().secret).toBe(first.secret)
    expect(fs.statSync(path.join(folder, 'secret')).mode & 0o077).toBe(0)
  })

  it('take what production needs', () => {
    expect(read(PRODUCTION)).toMatchObject({
      mode: 'production',
      marketplace: { url: 'https://market.example', appKey: '1', appSecret: 'x' },
      sms: {
        endpoint: 'https://dysmsapi.aliyuncs.com',
        keyId: 'key',
        keySecret: 'key secret',
        sign: '焕机',
        templates: { login: 'SMS_1', signUp: 'SMS_2', resetPassword: 'SMS_3', updatePassword: 'SMS_4' },
      },
    })
  })

  it.each([
    ['an unknown name', { HUANJI_PROT: '80' }, 'HUANJI_PROT'],
    ['no number', { PORT: 'eighty' }, 'PORT'],
    ['a port too high', { PORT: '70000' }, 'PORT'],
    ['another mode', { HUANJI_MODE: 'staging' }, 'demo 或 production'],
    ['another database', { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    ['a short secret', { HUANJI_SECRET: 'short' }, 'HUANJI_SECRET'],
    ['S3 without its bucket', { HUANJI_STORAGE: 's3', S3_ENDPOINT: 'http://s' }, 'S3_BUCKET'],
    ['half a marketplace', { HUANJI_MARKETPLACE_URL: 'http://m' }, 'HUANJI_MARKETPLACE_APP_KEY'],
    ['production without a secret', { ...PRODUCTION, HUANJI_SECRET: '' }, 'HUANJI_SECRET'],
    ['production without an SMS provider', { ...PRODUCTION, HUANJI_SMS: '' }, 'HUANJI_SMS=aliyun'],
    ['another SMS provider', { HUANJI_SMS: 'pigeon' }, 'none 或 aliyun'],
    ['an SMS provider without its key', { HUANJI_SMS: 'aliyun' }, 'HUANJI_SMS_KEY_ID'],
    ['a scene without a template', { ...PRODUCTION, HUANJI_SMS_TEMPLATES: 'login=SMS_1' }, 'signUp、resetPassword'],
    [
      'a template for no scene',
      { ...PRODUCTION, HUANJI_SMS_TEMPLATES: `${PRODUCTION.HUANJI_SMS_TEMPLATES},advert=SMS_5` },
      'advert',
    ],
    ['production with the sandbox', { ...PRODUCTION, HUANJI_MARKETPLACE_URL: '' }, 'HUANJI_MARKETPLACE_URL'],
  ])('are refused by name with %s', (_name, environment, named) => {
    expect(() => read(environment)).toThrow(StartupRefusal)
    expect(() => read(environment)).toThrow(named)
  })

  it('do not show a secret in a refusal', () => {
    expect(() => read({ HUANJI_SECRET: 'hunter2' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    )
  })

  it('are all in the table for the documentation', () => {
    for (const { name } of SETTINGS) expect(settingsTable()).toContain(`\`${name}\``)
  })
})
