import { photoPages } from '@huanji/contract/features/inspection/photo-link'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCalls, bodiesTo, refused } from '../../../api/testing/answers.ts'
import { PictureFault } from '../photo-queue.ts'
import { PhotoPage } from './photo-page.tsx'
import { phonePhoto, phoneTask } from './testing/phone-tasks.ts'

vi.mock('../shrink.ts', () => ({
  preparePicture: async (picture: Blob) => {
    if (picture.type === 'image/heic') throw new PictureFault('请上传JPG/PNG格式')
    return { picture, doubt: picture.type === 'image/webp' ? 'dark' : null }
  },
}))

const { task, sign, save } = photoPages
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
      const kept = itemCode === null ? wanted.photos : wanted.defects.find((one) => one.itemCode === itemCode)?.photos
      kept?.push(photo)
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

  test('defect: after the last compulsory picture nothing said so, and there was no way to end', async () => {
    stubTask()
    openAt(`#${tokenOf('h')}`)
    await screen.findByRole('region', { name: '现在拍：正面（息屏）' })
    takeWith('拍照：正面（息屏）')
    takeWith('拍照：背面')
    expect(screen.queryByRole('button', { name: '完成' })).toBeNull()
    takeWith('拍照：屏幕划痕瑕疵')
    const all = await screen.findByRole('status', { name: '必拍照片已齐' })
    await waitFor(() => expect(all.textContent).toContain('照片都已保存到工作台；还可补拍1张建议照片。'))
    fireEvent.click(screen.getByRole('button', { name: '完成' }))
    const end = screen.getByRole('status', { name: '这台拍完了' })
    expect(end.textContent).toContain('可以回去封袋')
    expect(end.textContent).toContain('拍下一台：在工作台打开那一台，点“手机拍照”，扫它的二维码。')
    expect(screen.queryByRole('region', { name: /^现在拍/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^背面/ }))
    expect(screen.getByRole('region', { name: '现在拍：背面' })).toBeTruthy()
  })

  describe('defect: of pictures that were chosen together only the first was taken', () => {
    const fileOf = (name: string, type = 'image/jpeg') => new File(['picture'], name, { type })
    const choose = (title: string, ...files: File[]) =>
      fireEvent.change(screen.getByLabelText(`从相册选：${title}`), { target: { files } })

    test('each goes to the next open place, from the one that is wanted on', async () => {
      const { made } = stubTask()
      openAt(`#${tokenOf('i')}`)
      await screen.findByRole('region', { name: '现在拍：正面（息屏）' })
      expect(screen.getByLabelText<HTMLInputElement>('从相册选：正面（息屏）').multiple).toBe(true)
      choose('正面（息屏）', fileOf('1.jpg'), fileOf('2.jpg'), fileOf('3.jpg'))
      await waitFor(() => expect(bodiesTo(made, save.path)).toHaveLength(3))
      expect(bodiesTo(made, save.path).map(({ subject }) => subject)).toEqual([
        { kind: 'real', position: 'front_off' },
        { kind: 'real', position: 'back' },
        { kind: 'defect', itemCode: 'C01', optionCode: 'C01-3' },
      ])
      expect(screen.getByRole('status', { name: '必拍照片已齐' })).toBeTruthy()
    })

    test('those without a place and what is no picture are named, the rest is kept', async () => {
      const { made } = stubTask()
      openAt(`#${tokenOf('j')}`)
      await screen.findByRole('region', { name: '现在拍：正面（息屏）' })
      const pictures = ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg'].map((name) => fileOf(name))
      choose('正面（息屏）', fileOf('合同.pdf', 'application/pdf'), ...pictures)
      const said = await screen.findByText('“合同.pdf”不是图片，没有使用')
      expect(said.parentElement?.textContent).toContain('多选了1张，没有空位可放，没有使用：5.jpg')
      await waitFor(() => expect(bodiesTo(made, save.path)).toHaveLength(4))
    })

    test('one that cannot be read names its file in its place', async () => {
      const { made } = stubTask()
      openAt(`#${tokenOf('k')}`)
      await screen.findByRole('region', { name: '现在拍：正面（息屏）' })
      choose('正面（息屏）', fileOf('1.jpg'), fileOf('IMG_2.HEIC', 'image/heic'), fileOf('3.jpg'))
      expect(await screen.findByText('IMG_2.HEIC：请上传JPG/PNG格式')).toBeTruthy()
      await waitFor(() => expect(bodiesTo(made, save.path)).toHaveLength(2))
      expect(screen.getByRole('region', { name: '现在拍：背面' })).toBeTruthy()
    })
  })
})
