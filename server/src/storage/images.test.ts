import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../errors/refusal.ts'
import { normaliseImage } from './images.ts'

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#357' } })

async function refusalOf(bytes: Buffer): Promise<[string, string]> {
  const error = await normaliseImage(bytes).catch((reason: unknown) => reason)
  if (error instanceof Refusal) return [error.code, error.message]
  throw new Error(`no refusal: ${String(error)}`)
}

describe('a photograph', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'is taken as %s and kept as JPEG of bounded size with a small WebP',
    async (format) => {
      const bytes = await picture(4000, 3000).toFormat(format).toBuffer()
      const { full, thumb, width, height, sha256 } = await normaliseImage(bytes)
      expect([width, height]).toEqual([1800, 1350])
      expect(await sharp(full).metadata()).toMatchObject({ format: 'jpeg', width: 1800, height: 1350 })
      expect(await sharp(thumb).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 })
      expect(sha256).toMatch(/^[0-9a-f]{64}$/)
    },
  )

  it('is turned upright and loses where and with what it was taken', async () => {
    const bytes = await picture(1000, 900)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '31/1 14/1 0/1', GPSLatitudeRef: 'N' } })
      .toBuffer()
    expect(bytes.includes('SecretCamera')).toBe(true)
    const { full, thumb, width, height } = await normaliseImage(bytes)
    expect([width, height]).toEqual([900, 1000])
    for (const kept of [full, thumb]) {
      expect(kept.includes('SecretCamera')).toBe(false)
      expect((await sharp(kept).metadata()).exif).toBeUndefined()
    }
  })

  it('is not enlarged, and shows white where it was transparent', async () => {
    const bytes = await sharp({ create: { width: 800, height: 10, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const { full, width, height } = await normaliseImage(bytes)
    expect([width, height]).toEqual([800, 10])
    const { dominant } = await sharp(full).stats()
    expect(dominant.r).toBeGreaterThan(240)
  })

  it.each([
    ['a text', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), '请上传JPG、PNG或WebP格式的照片'],
    ['a GIF', async () => picture(900, 900).gif().toBuffer(), '请上传JPG、PNG或WebP格式的照片'],
    ['a HEIC', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), '兼容性最佳'],
    ['nothing', async () => Buffer.alloc(0), '请上传JPG、PNG或WebP格式的照片'],
    ['a small one', async () => picture(799, 799).jpeg().toBuffer(), '照片不够清晰，长边至少800像素，请重新拍摄'],
    [
      'a JPEG that is none inside',
      async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
      '照片文件已损坏，请重新拍摄或重新选择',
    ],
    [
      'half a JPEG',
      async () => (await picture(2000, 2000).jpeg().toBuffer()).subarray(0, 3000),
      '照片文件已损坏，请重新拍摄或重新选择',
    ],
  ])('is refused in words when it is %s', async (_name, make, message) => {
    expect(await refusalOf(await make())).toEqual(['PHOTO_INVALID', expect.stringContaining(message)])
  })

  it('defect: what a sensor of 50 million gives, which is a little more, was refused', async () => {
    const bytes = await picture(8192, 6144).jpeg().toBuffer()
    expect(await normaliseImage(bytes)).toMatchObject({ width: 1800, height: 1350 })
  })

  it('is refused before it is unpacked when it would be too large', async () => {
    const bytes = await picture(8200, 6400).png({ compressionLevel: 9 }).toBuffer()
    expect(bytes.length).toBeLessThan(1_000_000)
    expect((await refusalOf(bytes))[1]).toContain('5000万像素')
  })
})
