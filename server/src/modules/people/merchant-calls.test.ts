import type { LoginContext } from '@huanji/contract/envelope'
import { merchantInfo } from '@huanji/contract/features/merchant/profile'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AccountGateway, startAccountGateway } from '../auth/testing/account-gateway.ts'

const OWNER = '13800134101'
let gateway: AccountGateway
let login: LoginContext
beforeAll(async () => {
  gateway = await startAccountGateway()
  await gateway.merchant(OWNER, '旧名手机行')
  await gateway.merchant('13800134102', '别的商家')
  login = await gateway.signIn(OWNER)
})
afterAll(() => gateway.close())

const rename = (merchantName: string, from: string) =>
  gateway.call(merchantInfo.rename, { merchantName, from }, { login })

it('defect: a name that the merchant never had was refused as changed by the system just now', async () => {
  expect(await rename('新名手机行', '从未用过的名字')).toMatchObject({
    _bizErrCode: 'NAME_CHANGED',
    _errStr: '名称已不是“从未用过的名字”，请刷新后再改',
  })
})

it('defect: nobody could change what a merchant is called after signing up', async () => {
  expect(await rename('新名手机行', '旧名手机行')).toMatchObject({ _data: { merchantName: '新名手机行' } })
  expect(await gateway.call(merchantInfo.info, {}, { login })).toMatchObject({ _data: { merchantName: '新名手机行' } })
  const directory = await gateway.query('select merchant_name from phone_directory order by phone')
  expect(directory.map((row) => row.merchant_name)).toEqual(['新名手机行', '别的商家'])
})

it('tells who comes with an old name that a colleague was quicker', async () => {
  expect(await rename('另一个名字', '旧名手机行')).toMatchObject({
    _bizErrCode: 'NAME_CHANGED',
    _errStr: expect.stringMatching(/^名称已不是“旧名手机行”（.+于.+修改过），请刷新后再改$/),
  })
  expect(await gateway.call(merchantInfo.info, {}, { login })).toMatchObject({ _data: { merchantName: '新名手机行' } })
})
