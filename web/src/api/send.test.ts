import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSignedIn } from '../session/session.ts'
import { api } from './client.ts'
import { isDefinite } from './idempotency-key.ts'
import { ApiRefusal, errorText, isRefusal, keptText } from './refusal.ts'
import { setSendPolicy } from './send.ts'

const fetched = vi.fn<typeof fetch>()
const onSessionInvalid = vi.fn()
const onNotGranted = vi.fn()
const showError = vi.fn()
const ORDER_ID = '01890000-0000-7000-8000-000000000001'

function answer(envelope: object): void {
  fetched.mockResolvedValue(
    new Response(JSON.stringify({ _errCode: '0', _errStr: '', _bizErrCode: '', _data: null, ...envelope })),
  )
}

function sentBody(): Record<string, unknown> {
  return JSON.parse(String(fetched.mock.calls[0]?.[1]?.body)) as Record<string, unknown>
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  setSendPolicy({ onSessionInvalid, onNotGranted, showError })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  vi.useRealTimers()
  sessionStorage.clear()
  localStorage.clear()
})

test('a call posts its payload with the login context to the contract’s path and gives what _data holds', async () => {
  sessionStorage.setItem('loginToken', 'secret')
  localStorage.setItem('employeeId', 'e1')
  answer({ _data: { list: [], total: 0 } })
  await expect(api.auctionOrder.list({ page: 2 })).resolves.toEqual({ list: [], total: 0 })
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/yushiorder/v1/order/list')
  expect(sentBody()).toEqual({ page: 2, loginToken: 'secret', loginPhone: '', employeeId: 'e1', merchantId: '' })
})

test('empty strings at the top are dropped, deeper ones stay', async () => {
  answer({})
  await api.auctionOrder.list({ code: '', keyword: 'a' })
  expect(sentBody()).not.toHaveProperty('code')
  expect(sentBody()).toHaveProperty('keyword', 'a')
})

test('a call that keeps empties sends them', async () => {
  answer({})
  await api.auctionOrder.delivery({ orderId: ORDER_ID, carrierCode: 'SF', waybill: '', addressId: '', scans: [] })
  expect(sentBody()).toMatchObject({ waybill: '', addressId: '' })
})

test('an idempotency key travels as the idempotency header', async () => {
  answer({})
  await api.auth.logout({}, { idempotencyKey: 'k1' })
  expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get('idempotency-key')).toBe('k1')
})

test('a refusal is shown with its sentence and thrown with its word and field', async () => {
  answer({ _errCode: '80060001', _errStr: '订单已关闭', _bizErrCode: 'ORDER_CLOSED', _data: { field: 'orderId' } })
  const error = await api.auctionOrder.detail({ orderId: ORDER_ID }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiRefusal)
  expect(error).toMatchObject({ bizErrCode: 'ORDER_CLOSED', field: 'orderId', message: '订单已关闭' })
  expect(isRefusal(error, 'ORDER_CLOSED')).toBe(true)
  expect(isRefusal(error, 'NOT_FOUND')).toBe(false)
  expect(showError).toHaveBeenCalledExactlyOnceWith('订单已关闭')
})

test('a refusal without a sentence, a nested one and one of HTTP’s are shown too', async () => {
  answer({ _errCode: '80090001' })
  await api.merchant.business({}).catch(() => {})
  expect(showError).toHaveBeenLastCalledWith('接口返回数据错误')
  answer({ _data: { _errCode: '17', _errStr: '上游出错' } })
  await api.merchant.business({}).catch(() => {})
  expect(showError).toHaveBeenLastCalledWith('上游出错')
  fetched.mockResolvedValue(new Response('{"_errCode":"80050002","_errStr":"系统繁忙"}', { status: 503 }))
  await api.merchant.business({}).catch(() => {})
  expect(showError).toHaveBeenLastCalledWith('系统繁忙')
  expect(showError).toHaveBeenCalledTimes(3)
})

test('a refusal that the caller handles is not shown, another one is', async () => {
  answer({ _errCode: '80060001', _errStr: '封袋码已被使用', _bizErrCode: 'BAG_USED' })
  await expect(api.merchant.business({}, { handles: ['BAG_USED'] })).rejects.toThrow('封袋码已被使用')
  await expect(api.merchant.business({}, { handles: 'all' })).rejects.toThrow()
  expect(showError).not.toHaveBeenCalled()
  answer({ _errCode: '80060001', _errStr: '封袋码已被使用', _bizErrCode: 'BAG_USED' })
  await expect(api.merchant.business({}, { handles: ['BAG_UNKNOWN'] })).rejects.toThrow()
  expect(showError).toHaveBeenCalledOnce()
})

test('a lost session is the policy’s business and no toast, whatever the caller handles', async () => {
  answer({ _errCode: '80017101', _errStr: '登录已失效' })
  await expect(api.merchant.business({}, { handles: 'all' })).rejects.toBeInstanceOf(ApiRefusal)
  expect(onSessionInvalid).toHaveBeenCalledOnce()
  expect(showError).not.toHaveBeenCalled()
  expect(onSessionInvalid).toHaveBeenCalledWith('登录已失效')
  expect(isSignedIn()).toBe(false)
})

test('a late answer to the session before does not end the one that followed', async () => {
  sessionStorage.setItem('loginToken', 'before')
  answer({ _errCode: '80017101', _errStr: '登录已失效' })
  const late = api.merchant.business({}).catch((thrown: unknown) => thrown)
  sessionStorage.setItem('loginToken', 'after')
  expect(await late).toBeInstanceOf(ApiRefusal)
  expect(onSessionInvalid).not.toHaveBeenCalled()
})

test('defect: the code of a lost session nested in an answer ended ours', async () => {
  sessionStorage.setItem('loginToken', 'ours')
  for (const [code, text] of [
    ['80017101', '上游登录已失效'],
    ['80030001', '上游没有权限'],
  ]) {
    answer({ _data: { _errCode: code, _errStr: text } })
    await expect(api.merchant.business({})).rejects.toBeInstanceOf(ApiRefusal)
    expect(showError).toHaveBeenLastCalledWith(text)
  }
  expect(onSessionInvalid).not.toHaveBeenCalled()
  expect(onNotGranted).not.toHaveBeenCalled()
})

test('a right that is wanting is shown, and told to the application', async () => {
  answer({ _errCode: '80030001', _errStr: '您的账号不能做这一步。请老板在“角色权限”里勾上“鱼市订单·查看列表”' })
  await expect(api.merchant.business({})).rejects.toBeInstanceOf(ApiRefusal)
  expect(onNotGranted).toHaveBeenCalledOnce()
  expect(showError).toHaveBeenCalledExactlyOnceWith('您的账号不能做这一步。请老板在“角色权限”里勾上“鱼市订单·查看列表”')
})

test('a network failure is rejected without a message', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const error = await api.merchant.business({}).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TypeError)
  expect(errorText(error)).toBe('网络连接失败，请检查网络后重试')
  expect(showError).not.toHaveBeenCalled()
})

const PAGE = '<html><head><title>nginx</title></head></html>'

test.each([
  [502, '服务暂时不可用'],
  [503, '服务暂时不可用'],
  [504, '服务暂时不可用'],
  [403, '请求没有通过服务器入口（403）'],
  [200, '收到的不是焕机的回答'],
])('defect: a proxy’s own page (%i) was told as a lost network', async (status, sentence) => {
  fetched.mockResolvedValue(new Response(PAGE, { status }))
  const error = await api.merchant.business({}).catch((thrown: unknown) => thrown)
  expect(error).not.toBeInstanceOf(ApiRefusal)
  expect(errorText(error)).toBe(`${sentence}，请稍后重试`)
  expect(keptText(error)).toBe(`${sentence}，内容已保留，请再次提交`)
  expect(keptText(new TypeError('Failed to fetch'))).toBe('网络中断，内容已保留，请再次提交')
  expect(showError).not.toHaveBeenCalled()
})

test('defect: what a proxy found too large was told as a lost network; it is refused for good', async () => {
  fetched.mockResolvedValue(new Response(PAGE, { status: 413 }))
  const error = await api.merchant.business({}).catch((thrown: unknown) => thrown)
  expect(isDefinite(error)).toBe(true)
  expect(showError).toHaveBeenCalledExactlyOnceWith(
    '文件太大，超过了服务器入口的上限。请减少内容，或联系安装人员调高上限',
  )
})

test('the signal ends the request', async () => {
  const aborter = new AbortController()
  answer({})
  await api.merchant.business({}, { signal: aborter.signal })
  const signal = fetched.mock.calls[0]?.[1]?.signal
  expect(signal?.aborted).toBe(false)
  aborter.abort()
  expect(signal?.aborted).toBe(true)
})
