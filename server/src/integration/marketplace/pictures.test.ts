import { describe, expect, test } from 'vitest'
import { fetchPicture, isPictureSource, type PictureAccess } from './pictures.ts'

const SOURCES = { hosts: ['.alicdn.com', 'img.goofish.com'], origin: 'http://127.0.0.1:8082' }

const answering = (answers: Readonly<Record<string, () => Response>>, asked: string[] = []): PictureAccess => ({
  sources: SOURCES,
  timeoutMs: 1_000,
  maxBytes: 8,
  fetch: async (input) => {
    asked.push(String(input))
    const answer = answers[String(input)]
    if (!answer) throw new TypeError('no such machine')
    return answer()
  },
})

const moved = (location: string) => () => new Response(null, { status: 302, headers: { location } })

describe('where pictures may come from', () => {
  test.each([
    ['https://gw.alicdn.com/a.jpg', true],
    ['https://alicdn.com/a.jpg', true],
    ['https://img.goofish.com/a.jpg', true],
    ['http://127.0.0.1:8082/pages/refund-image/1/1', true],
    ['http://gw.alicdn.com/a.jpg', false],
    ['https://gw.alicdn.com:8443/a.jpg', false],
    ['https://someone@gw.alicdn.com/a.jpg', false],
    ['https://evilalicdn.com/a.jpg', false],
    ['https://x.img.goofish.com/a.jpg', false],
    ['http://127.0.0.1:8081/metrics', false],
    ['http://169.254.169.254/latest', false],
    ['file:///etc/passwd', false],
    ['no address', false],
  ])('%s: %s', (address, isAllowed) => {
    expect(isPictureSource(address, SOURCES)).toBe(isAllowed)
  })
})

describe('fetching a picture', () => {
  const A = 'https://gw.alicdn.com/a.jpg'

  test('asks nobody who is not allowed', async () => {
    const asked: string[] = []
    const address = 'http://169.254.169.254/latest'
    await expect(fetchPicture(address, answering({}, asked))).rejects.toThrow('图片不在允许的网站上')
    expect(asked).toEqual([])
  })

  test('follows within a host, and nobody elsewhere', async () => {
    const within = answering({ [A]: moved('/b.jpg'), 'https://gw.alicdn.com/b.jpg': () => new Response('bytes') })
    expect((await fetchPicture(A, within)).toString()).toBe('bytes')
    const asked: string[] = []
    const elsewhere = answering({ [A]: moved('https://img.goofish.com/b.jpg') }, asked)
    await expect(fetchPicture(A, elsewhere)).rejects.toThrow('图片地址转到了其他网站')
    expect(asked).toEqual([A])
  })

  test('ends a circle', async () => {
    await expect(fetchPicture(A, answering({ [A]: moved('/a.jpg') }))).rejects.toThrow('图片地址多次跳转')
  })

  test('takes no more than it may, said or unsaid', async () => {
    const said = () => new Response('x', { headers: { 'content-length': '9' } })
    await expect(fetchPicture(A, answering({ [A]: said }))).rejects.toThrow('图片超过')
    await expect(fetchPicture(A, answering({ [A]: () => new Response('123456789') }))).rejects.toThrow('图片超过')
  })

  test('tells what is gone from what is away', async () => {
    const gone = answering({ [A]: () => new Response(null, { status: 404 }) })
    await expect(fetchPicture(A, gone)).rejects.toMatchObject({ name: 'PictureRefused' })
    const away = answering({ [A]: () => new Response(null, { status: 503 }) })
    await expect(fetchPicture(A, away)).rejects.toMatchObject({ name: 'PictureUnavailable' })
    await expect(fetchPicture(A, answering({}))).rejects.toMatchObject({ name: 'PictureUnavailable' })
  })
})
