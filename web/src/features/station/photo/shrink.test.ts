import { afterEach, expect, test, vi } from 'vitest'
import { preparePicture, targetSize } from './shrink.ts'

test.each([
  [4032, 3024, 1800, 1350],
  [3024, 4032, 1350, 1800],
  [1800, 1200, 1800, 1200],
  [900, 600, 900, 600],
])('a picture of %i × %i becomes %i × %i', (width, height, newWidth, newHeight) => {
  expect(targetSize(width, height)).toEqual({ width: newWidth, height: newHeight })
})

afterEach(() => vi.restoreAllMocks())

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
  vi.unstubAllGlobals()
  expect(done.slice(0, 2)).toEqual(['#ffffff 0 0 1800 900', 'picture'])
})
