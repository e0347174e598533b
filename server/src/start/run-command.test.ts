import fs from 'node:fs'
import net from 'node:net'
import { describe, expect, it } from 'vitest'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import { endSentence } from './run-command.ts'

const failure = async (work: () => unknown): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

const withCode = (code: string, message = 'refused') => Object.assign(new Error(message), { code })

describe('how a command ends', () => {
  it('defect: it ended with a stack where the cause was known', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as net.AddressInfo
    const inUse = await new Promise((resolve) => net.createServer().once('error', resolve).listen(port, '127.0.0.1'))
    await new Promise((resolve) => taken.close(resolve))
    const cases: readonly (readonly [unknown, string])[] = [
      [inUse, `端口 ${port} 已被其他程序占用`],
      [new StorageUnavailable('the object store answers 403 to PUT'), '文件存储无法读写'],
      [withCode('ENOSPC'), '磁盘已满'],
      [withCode('53100'), '磁盘已满'],
      [Object.assign(withCode('EACCES'), { path: '/var/backups/huanji' }), '没有权限读写 /var/backups/huanji'],
      [withCode('42501', 'permission denied for table merchant'), '数据库权限不足'],
      [withCode('22023', 'role "huanji_app" does not exist'), '数据库权限不足'],
      [withCode('57P01'), '数据库没有应答'],
      [withCode('ECONNRESET'), '数据库没有应答'],
    ]
    for (const [error, sentence] of cases) {
      const said = endSentence(error)
      expect(said).toContain(sentence)
      expect(said.split('\n')).toHaveLength(2)
    }
  })

  it('is said as it was written where somebody thought of it', () => {
    expect(endSentence(new StartupRefusal('原因。', '办法。'))).toBe('原因。\n办法。')
  })

  it('keeps the stack of what nobody thought of', async () => {
    const said = endSentence(await failure(() => fs.readFileSync('/nowhere/at/all')))
    expect(said).toContain('ENOENT')
    expect(said).toContain('run-command.test.ts')
    expect(said).toContain('交给焕机的维护者')
  })
})
