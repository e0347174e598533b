import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { armor, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readArchive } from './archive-reader.ts'
import { writeArchive } from './archive-writer.ts'
import { verifyBackup } from './put-back.ts'
import type { Openers, Seals } from './sealing.ts'

const OPEN: Seals = { recipients: [], passphraseFile: null }
const NO_KEYS: Openers = { identityFile: null, passphraseFile: null }

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-archive-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => path.join(folder, name)

/** Bytes that do not compress, so that the archive is about as long, and the same every time. */
const PHOTO = Buffer.concat(
  Array.from({ length: 7_500 }, (_, index) => createHash('sha256').update(String(index)).digest()),
)

/** An archive of a backup's form without rows, and with three files, one of them empty. */
async function written(name: string, seals: Seals = OPEN): Promise<string> {
  const archive = await writeArchive(at(name), seals)
  const json = (value: unknown) => Buffer.from(JSON.stringify(value))
  await archive.add('about.json', json({ format: 1, createdAt: '2026-11-20T00:00:00.000Z' }))
  await archive.add('files/merchant/a/photo/1.jpg', PHOTO, 'image/jpeg')
  await archive.add('files/merchant/a/photo/empty.jpg', Buffer.alloc(0), 'image/jpeg')
  await archive.add('tables.json', json({ migration: 1, tables: [], numbers: [] }))
  const manifest = { digest: archive.digest(), rows: {}, files: 2, fileBytes: 240_000, missing: { count: 0, keys: [] } }
  await archive.add('manifest.json', json(manifest))
  await archive.finish()
  return at(name)
}

describe('an archive', () => {
  it('gives back what was put in, with its type, and is its owner’s alone', async () => {
    const file = await written('whole.tar.zst')
    const entries: [string, number, string][] = []
    for await (const { name, bytes, contentType } of readArchive(file, NO_KEYS)) {
      entries.push([name, bytes.length, contentType])
    }
    expect(entries.map(([name]) => name).slice(1, 3)).toEqual([
      'files/merchant/a/photo/1.jpg',
      'files/merchant/a/photo/empty.jpg',
    ])
    expect(entries.slice(1, 3).map(([, size, type]) => [size, type])).toEqual([
      [240_000, 'image/jpeg'],
      [0, 'image/jpeg'],
    ])
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
    expect((await verifyBackup(file, NO_KEYS)).manifest.files).toBe(2)
  })

  // what comes after the last entry says nothing: bytes that are lost there do no harm
  it('is refused wherever it was cut off', async () => {
    const whole = fs.readFileSync(await written('cut.tar.zst'))
    for (const share of [0, 0.1, 0.5, 0.9, 0.99]) {
      fs.writeFileSync(at('cut-off'), whole.subarray(0, Math.floor(whole.length * share)))
      await expect(verifyBackup(at('cut-off'), NO_KEYS)).rejects.toThrow('不完整或已损坏')
    }
  })

  it('is refused with any byte altered', async () => {
    const whole = fs.readFileSync(await written('altered.tar.zst'))
    for (const share of [0.02, 0.3, 0.6, 0.95]) {
      const bytes = Buffer.from(whole)
      const place = Math.floor(whole.length * share)
      bytes[place] = (bytes[place] ?? 0) ^ 0xff
      fs.writeFileSync(at('altered'), bytes)
      await expect(verifyBackup(at('altered'), NO_KEYS)).rejects.toThrow('不完整或已损坏')
    }
  })

  it('is refused when an entry is missing that its manifest counts', async () => {
    const archive = await writeArchive(at('fewer.tar.zst'), OPEN)
    const json = (value: unknown) => Buffer.from(JSON.stringify(value))
    await archive.add('about.json', json({ format: 1, createdAt: '2026-11-20T00:00:00.000Z' }))
    await archive.add('tables.json', json({ migration: 1, tables: [], numbers: [] }))
    const manifest = {
      digest: archive.digest(),
      rows: { account: 1 },
      files: 0,
      fileBytes: 0,
      missing: { count: 0, keys: [] },
    }
    await archive.add('manifest.json', json(manifest))
    await archive.finish()
    await expect(verifyBackup(at('fewer.tar.zst'), NO_KEYS)).rejects.toThrow('不完整或已损坏')
  })

  it('that is given up leaves nothing', async () => {
    const archive = await writeArchive(at('given-up'), OPEN)
    await archive.add('about.json', Buffer.from('{}'))
    await archive.abandon()
    expect(fs.readdirSync(folder).filter((name) => name.startsWith('given-up'))).toEqual([])
    await expect(writeArchive(at('nowhere/file'), OPEN)).rejects.toThrow('备份文件无法使用')
  })
})

describe('a sealed archive', () => {
  it('opens with the private key of any recipient, and with no other', async () => {
    const [mine, others] = [await generateX25519Identity(), await generateX25519Identity()]
    fs.writeFileSync(at('mine.txt'), `# a comment\n${mine}\n`)
    fs.writeFileSync(at('others.txt'), `${others}\n`)
    const file = await written('sealed.age', { recipients: [await identityToRecipient(mine)], passphraseFile: null })
    expect(fs.readFileSync(file).includes(PHOTO.subarray(0, 64))).toBe(false)
    const opened = await verifyBackup(file, { identityFile: at('mine.txt'), passphraseFile: null })
    expect(opened.manifest.files).toBe(2)
    const locked = '现有的密钥打不开它'
    await expect(verifyBackup(file, { identityFile: at('others.txt'), passphraseFile: null })).rejects.toThrow(locked)
    await expect(verifyBackup(file, NO_KEYS)).rejects.toThrow(locked)
    const whole = fs.readFileSync(file)
    fs.writeFileSync(at('sealed-cut'), whole.subarray(0, whole.length - 40))
    const keys = { identityFile: at('mine.txt'), passphraseFile: null }
    await expect(verifyBackup(at('sealed-cut'), keys)).rejects.toThrow('不完整或已损坏')
  })

  it('defect: one that was written as text was called damaged', async () => {
    const mine = await generateX25519Identity()
    fs.writeFileSync(at('text.txt'), `${mine}\n`)
    const file = await written('text.age', { recipients: [await identityToRecipient(mine)], passphraseFile: null })
    fs.writeFileSync(at('text.age.asc'), armor.encode(fs.readFileSync(file)))
    const keys = { identityFile: at('text.txt'), passphraseFile: null }
    expect((await verifyBackup(at('text.age.asc'), keys)).manifest.files).toBe(2)
    await expect(verifyBackup(at('text.age.asc'), NO_KEYS)).rejects.toThrow('现有的密钥打不开它')
  })

  it('opens with its passphrase', async () => {
    fs.writeFileSync(at('words'), 'correct horse battery staple\n')
    const file = await written('words.age', { recipients: [], passphraseFile: at('words') })
    expect((await verifyBackup(file, { identityFile: null, passphraseFile: at('words') })).manifest.files).toBe(2)
    fs.writeFileSync(at('no-words'), '\n')
    await expect(written('none.age', { recipients: [], passphraseFile: at('no-words') })).rejects.toThrow(
      '口令文件无法使用',
    )
  })
})
