import { photoLinks } from '@huanji/contract/features/inspection/photo-link'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api/queries.ts'
import { answerCalls, bodiesTo, refused } from '../../../api/testing/answers.ts'
import { nowMs } from '../../../platform/clock.ts'
import { PhoneLinkDialog } from './phone-link-dialog.tsx'

const TASK = '01890000-0000-7000-8000-000000000002'
const LINK = {
  linkId: '01890000-0000-7000-8000-000000000007',
  createdBy: '林小满',
  createdAt: new Date(nowMs()).toISOString(),
  expiresAt: new Date(nowMs() + 3_600_000).toISOString(),
  lastUsedAt: null,
}

function open(change: Parameters<typeof answerCalls>[0] = {}, siteUrl = 'https://erp.example.com') {
  const made = answerCalls({
    [photoLinks.create.path]: { _data: { ...LINK, path: '/photo#token' } },
    [photoLinks.list.path]: { _data: { links: [LINK] } },
    [photoLinks.revoke.path]: { _data: { count: 1 } },
    [merchant.dataDict.path]: { _data: { version: '', dictionaries: {}, site: { siteUrl } } },
    ...change,
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PhoneLinkDialog photoTaskId={TASK} onClose={() => {}} />
    </QueryClientProvider>,
  )
  return made
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the code for a phone', () => {
  test('leads to the page of the task at the site’s own address', async () => {
    open()
    expect(await screen.findByRole('img', { name: '手机拍照二维码' })).toBeTruthy()
    expect(await screen.findByText('https://erp.example.com/photo#token')).toBeTruthy()
    expect(await screen.findByText('等待扫码')).toBeTruthy()
    expect(screen.queryByRole('note')).toBeNull()
  })

  test('defect: an address that only this machine can open was given to a phone without a word', async () => {
    open({}, 'http://localhost:8080')
    expect((await screen.findByRole('note')).textContent).toContain('HUANJI_PUBLIC_URL')
  })

  test('says that a phone is connected', async () => {
    const used = { ...LINK, lastUsedAt: new Date(nowMs() - 2_000).toISOString() }
    open({ [photoLinks.list.path]: { _data: { links: [used] } } })
    expect(await screen.findByText('已连接')).toBeTruthy()
  })

  test('is stopped by 停用 and made anew', async () => {
    const made = open()
    fireEvent.click(await screen.findByRole('button', { name: '停用' }))
    expect(await screen.findByText('链接已停用，手机上不能再拍')).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '重新生成' }))
    expect(await screen.findByRole('img', { name: '手机拍照二维码' })).toBeTruthy()
    expect(bodiesTo(made, photoLinks.create.path)).toHaveLength(2)
  })

  test('says why there is none', async () => {
    open({ [photoLinks.create.path]: refused('STATE_CHANGED', '照片已提交，不能再拍') })
    expect(await screen.findByText('照片已提交，不能再拍')).toBeTruthy()
  })
})
