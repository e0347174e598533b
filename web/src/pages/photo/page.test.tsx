import { extPhotoPage } from '@huanji/contract/calls/photo-link'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCalls, bodiesTo, refused } from '../../api/testing/answers.ts'
import PhotoPage from './page.tsx'
import { phonePhoto, phoneTask } from './testing/phone-tasks.ts'

vi.mock('../../features/station/photo/shrink.ts', () => ({
  preparePicture: async (picture: Blob) => ({ picture, doubt: picture.type === 'image/webp' ? 'dark' : null }),
}))

const { task, sign, save } = extPhotoPage
const ENDED = '拍照链接已失效，请在工作台重新扫码'
let lastTask = 0

/** Every test has a task of its own: the window has one queue for each. */
const newTask = (change = {}) =>
  phoneTask({ photoTaskId: `01890000-0000-7000-8000-0000000001${String(++lastTask).padStart(2, '0')}`, ...change })

const tokenOf = (letter: string) => letter.repeat(40)

function openAt(hash: string): void {
  history.replaceState(null, '', `/photo${hash}`)
  render(<PhotoPage />)
}

const takeWith = (name: string, type = 'image/jpeg') =>
  fireEvent.change(screen.getByLabelText(name), { target: { files: [new File(['picture'], 'x', { type })] } })

/** A gateway on which every upload arrives at once; the answers may be changed. */
function stubTask(wanted = newTask()) {
  const answers = {
    [task.path]: () => ({ _data: wanted }),
    [sign.path]: () => ({
      _data: {
        uploadId: '01890000-0000-7000-8000-000000000099',
        method: 'POST',
        partBytes: 524_288,
        partCount: 1,
        parts: [],
        expiresAt: '2026-11-20T09:00:00.000Z',
      },
    }),
    [save.path]: (body: Readonly<Record<string, unknown>>) => {
      const { position = null, itemCode = null } = body.subject as { position?: string; itemCode?: string }
      const photo = phonePhoto({ position, itemCode })
      wanted.photos.push(...(itemCode === null ? [photo] : []))
      return { _data: { photos: [photo], missingShots: [] } }
    },
  }
  return { answers, made: answerCalls(answers) }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', undefined)
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the page of one task on a phone', () => {
  test('without a link, or with one that ended, it says where to get another', async () => {
    const { answers, made } = stubTask()
    openAt('')
    expect(await screen.findByText(ENDED)).toBeTruthy()
    expect(made).toEqual([])
    cleanup()
    Object.assign(answers, { [task.path]: refused('PHOTO_LINK_INVALID', ENDED) })
    openAt(`#${tokenOf('a')}`)
    expect(await screen.findByText(ENDED)).toBeTruthy()
    expect(screen.queryByRole('list')).toBeNull()
  })

  test('sends each picture by the link alone and goes on to the next one', async () => {
    const { made } = stubTask()
    openAt(`#${tokenOf('b')}`)
    expect(await screen.findByRole('region', { name: '现在拍：正面（息屏）' })).toBeTruthy()
    takeWith('拍照：正面（息屏）')
    expect(screen.getByRole('region', { name: '现在拍：背面' })).toBeTruthy()
    await screen.findByText('必拍已保存 1 / 3')
    expect(bodiesTo(made, save.path)).toMatchObject([
      { token: tokenOf('b'), subject: { kind: 'real', position: 'front_off' } },
    ])
    takeWith('从相册选：背面')
    takeWith('拍照：屏幕划痕瑕疵')
    await waitFor(() => expect(bodiesTo(made, save.path)).toHaveLength(3))
    expect(bodiesTo(made, save.path)[2]).toMatchObject({
      subject: { kind: 'defect', itemCode: 'C01', optionCode: 'C01-3' },
    })
    expect(screen.getByRole('region', { name: '现在拍：四角/磕碰' })).toBeTruthy()
  })

  test('asks about a picture that is too dark before it goes', async () => {
    const { made } = stubTask()
    openAt(`#${tokenOf('c')}`)
    await screen.findByRole('region', { name: '现在拍：正面（息屏）' })
    takeWith('拍照：正面（息屏）', 'image/webp')
    const use = await screen.findByRole('button', { name: '仍然使用正面（息屏）' })
    expect(screen.getByRole('alert', { name: '正面（息屏）照片太暗' })).toBeTruthy()
    expect(bodiesTo(made, sign.path)).toEqual([])
    fireEvent.click(use)
    await screen.findByText('必拍已保存 1 / 3')
  })

  test('pictures that a stopped link did not take go on with a new scan of the same task', async () => {
    const { answers, made } = stubTask()
    const asked = answers[task.path]
    const signed = answers[sign.path]
    openAt(`#${tokenOf('d')}`)
    await screen.findByRole('region', { name: '现在拍：正面（息屏）' })
    const isEnded = refused('PHOTO_LINK_INVALID', ENDED)
    Object.assign(answers, { [task.path]: isEnded, [sign.path]: isEnded })
    takeWith('拍照：正面（息屏）')
    expect(await screen.findByRole('heading', { name: ENDED })).toBeTruthy()
    expect(screen.getByText(/1张照片还没有上传/)).toBeTruthy()
    expect(screen.queryByLabelText('拍照：背面')).toBeNull()

    Object.assign(answers, { [task.path]: asked, [sign.path]: signed })
    act(() => {
      history.replaceState(null, '', `/photo#${tokenOf('e')}`)
      dispatchEvent(new HashChangeEvent('hashchange'))
    })
    await screen.findByText('必拍已保存 1 / 3')
    expect(screen.queryByText(ENDED)).toBeNull()
    expect(bodiesTo(made, save.path)).toMatchObject([{ token: tokenOf('e') }])
  })

  test('defect: pictures of one task were sent by the link of another', async () => {
    const { answers, made } = stubTask()
    openAt(`#${tokenOf('f')}`)
    await screen.findByRole('region', { name: '现在拍：正面（息屏）' })
    const signed = answers[sign.path]
    Object.assign(answers, { [sign.path]: refused('PHOTO_LINK_INVALID', ENDED) })
    takeWith('拍照：正面（息屏）')
    await waitFor(() => expect(bodiesTo(made, sign.path)).toHaveLength(1))

    const other = newTask()
    Object.assign(answers, { [task.path]: () => ({ _data: other }), [sign.path]: signed })
    act(() => {
      history.replaceState(null, '', `/photo#${tokenOf('g')}`)
      dispatchEvent(new HashChangeEvent('hashchange'))
    })
    await screen.findByText('必拍已保存 0 / 3')
    await act(async () => {})
    expect(bodiesTo(made, sign.path)).toMatchObject([{ token: tokenOf('f') }])
    expect(bodiesTo(made, save.path)).toEqual([])
  })
})
