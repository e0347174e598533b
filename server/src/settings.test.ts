import { createHash } from 'node:crypto'
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
  HUANJI_SECRET: '0f6b2c94d17e8a35b0c4f2e9d86a71c3',
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
      opsPassword: null,
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
        noticeTemplate: null,
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

  it('name everything that production misses at once', () => {
    const missing = ['HUANJI_MARKETPLACE_URL', 'HUANJI_MARKETPLACE_APP_KEY', 'HUANJI_SMS', 'HUANJI_SECRET']
    for (const name of missing) expect(() => read({ HUANJI_MODE: 'production' })).toThrow(name)
    const twice = () => read({ PORT: 'eighty', HUANJI_MODE: 'staging', HUANJI_PROT: '80' })
    for (const name of ['PORT', 'HUANJI_MODE', 'HUANJI_PROT']) expect(twice).toThrow(name)
  })

  it.each([
    ['forty equal letters', 'a'.repeat(40), '少于 8 种'],
    ['a short one', 'K7x!mQ2r', '少于 32 个字符'],
    ['a word over and over', 'correcthorse'.repeat(3), '重复'],
    ['a word over and over, cut off', 'correct-horse-'.repeat(3).slice(0, 37), '重复'],
    ['the alphabet', 'bcdefghijklmnopqrstuvwxyzABCDEFGHIJ', '连续'],
    ['a placeholder', 'change-me-change-me-to-something-else', '占位'],
    ['an example', 'Your_Secret_Goes_Here_0123456789abcd', '占位'],
  ])('refuse a weak secret: %s', (_name, secret, fault) => {
    for (const environment of [{ HUANJI_SECRET: secret }, { ...PRODUCTION, HUANJI_SECRET: secret }]) {
      expect(() => read(environment)).toThrow(StartupRefusal)
      expect(() => read(environment)).toThrow(fault)
      expect(() => read(environment)).toThrow(expect.objectContaining({ message: expect.not.stringContaining(secret) }))
    }
  })

  it('take every random secret', () => {
    for (let count = 0; count < 300; count += 1) {
      for (const form of ['hex', 'base64', 'base64url'] as const) {
        const secret = createHash('sha256').update(`${count}`).digest(form)
        expect(read({ HUANJI_SECRET: secret.slice(0, 32) }).secret).toBe(secret.slice(0, 32))
        expect(read({ HUANJI_SECRET: secret }).secret).toBe(secret)
      }
    }
  })

  const { HUANJI_MODE: _mode, ...unnamed } = PRODUCTION

  it.each([
    ['a database server', { DATABASE_URL: 'postgres://huanji@db/huanji' }],
    ['NODE_ENV=production', { NODE_ENV: 'production' }],
    ['an address of the network', { HUANJI_HOST: '0.0.0.0' }],
    ['any address', { HUANJI_HOST: '::' }],
  ])('never make a demo, its inbox and its accounts open, by a forgotten mode: %s', (_name, environment) => {
    expect(() => read(environment)).toThrow(StartupRefusal)
    expect(() => read(environment)).toThrow('HUANJI_MODE=demo')
    expect(read({ ...unnamed, ...environment }).mode).toBe('production')
    expect(read({ ...environment, HUANJI_MODE: 'demo' }).mode).toBe('demo')
  })

  it.each(['127.0.0.1', '127.8.9.1', '::1', 'localhost'])('are a demo’s on the loopback address %s', (host) => {
    expect(read({ HUANJI_HOST: host, NODE_ENV: 'test' }).mode).toBe('demo')
  })

  it('are all in the table for the documentation', () => {
    for (const { name } of SETTINGS) expect(settingsTable()).toContain(`\`${name}\``)
  })
})
