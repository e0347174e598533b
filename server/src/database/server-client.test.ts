import { describe, expect, it } from 'vitest'
import { unreachable } from './server-client.ts'

const refusal = (code: string, message = 'refused') => unreachable(Object.assign(new Error(message), { code })).message

describe('a database that cannot be connected to', () => {
  it('defect: every reason had the cure of a wrong address', () => {
    for (const code of [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'CERT_HAS_EXPIRED',
    ]) {
      expect(refusal(code)).toMatch(/证书不受信任[\s\S]*sslrootcert/)
    }
    expect(refusal('', 'The server does not support SSL connections')).toContain('去掉 sslmode')
    expect(refusal('28P01')).toContain('账号与密码')
    expect(refusal('28000')).toContain('pg_hba.conf')
    expect(refusal('3D000')).toContain('create database')
    expect(refusal('53300')).toContain('max_connections')
    expect(refusal('57P03')).toContain('稍候再试')
    expect(refusal('ECONNREFUSED')).toContain('地址、账号与密码')
  })
})
