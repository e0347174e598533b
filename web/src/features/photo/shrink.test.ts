import { afterEach, describe, expect, test, vi } from 'vitest'
import { preparePicture, targetSize } from './shrink.ts'

test.each([
  [4032, 3024, 1800, 1350],
  [3024, 4032, 1350, 1800],
  [1800, 1200, 1800, 1200],
  [900, 600, 900, 600],
])('a picture of %i × %i becomes %i × %i', (width, height, newWidth, newHeight) => {
  expect(targetSize(width, height)).toEqual({ width: newWidth, height: newHeight })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('defect: a damaged or empty picture was said to be of a wrong format', () => {
  const [damaged, format] = ['图片已损坏或为空，请重新选择', '请上传JPG/PNG格式']
  test.each([
    ['random bytes named .jpg', 'a1b2c3d4e5f6', 'image/jpeg', damaged],
    ['an empty .jpg', '', 'image/jpeg', damaged],
    ['an empty .heic', '', 'image/heic', damaged],
    ['a HEIC', '\0\0\0\x18ftypheic', 'image/heic', format],
    ['a HEIC named .jpg', '\0\0\0\x18ftypheic', 'image/jpeg', format],
    ['a TIFF', 'II*\0 and so on', 'image/tiff', format],
  ])('%s', async (_, content, type, said) => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not decoded')))
    const made = preparePicture(new Blob([content], { type }), { kind: 'real', position: 'front' })
    await expect(made).rejects.toThrow(said)
  })
})

test('defect: what stood behind a cut-out picture became black, where the server makes it white', async () => {
  const done: string[] = []
  const context = {
    fillStyle: '',
    fillRect(left: number, top: number, width: number, height: number) {
      done.push(`${this.fillStyle} ${left} ${top} ${width} ${height}`)
    },
    drawImage: () => done.push('picture'),
    getImageData: () => null,
  }
  const canvas = { getContext: () => context, toBlob: (give: (blob: Blob) => void) => give(new Blob(['jpeg'])) }
  vi.spyOn(document, 'createElement').mockReturnValue(canvas as unknown as HTMLElement)
  vi.stubGlobal('createImageBitmap', async () => ({ width: 3600, height: 1800, close: () => undefined }))
  await preparePicture(new Blob(['png']), { kind: 'real', position: 'front' })
  expect(done.slice(0, 2)).toEqual(['#ffffff 0 0 1800 900', 'picture'])
})
