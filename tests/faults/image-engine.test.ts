import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Buildah, buildahIn, hasBuildah, makeNodeImage } from '../support/buildah.ts'
import { ownPort } from '../support/ports.ts'
import { restOf } from './containerfile.ts'
import { temporaryFolder } from './data-folder.ts'
import { ROOT } from './server-process.ts'

/** The image built by a container engine from the very files that an operator uses; its base is a stand-in of this machine's parts. */
describe.runIf(hasBuildah())('the image, built by Buildah', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let buildah: Buildah
  beforeAll(async () => {
    folder = await temporaryFolder()
    buildah = buildahIn(folder.folder)
    makeNodeImage(buildah, folder.folder, 'node:24-slim')
    const cache = `${path.join(process.env.HOME ?? '/root', '.npm')}:/root/.npm`
    const own = ['--isolation', 'chroot', '--network', 'host', '--pull-never', '--volume', cache, '--tag', 'huanji']
    buildah.run('bud', ...own, '--file', path.join(ROOT, 'deploy/Containerfile'), ROOT)
  }, 600_000)
  afterAll(() => {
    buildah.close()
    return folder.remove()
  })

  it('starts as its own user, says ready and serves the client', async () => {
    const [port, opsPort] = [await ownPort(), await ownPort()]
    const container = buildah.run('from', '--pull-never', 'localhost/huanji').trim()
    const config = JSON.parse(buildah.run('inspect', container)) as {
      OCIv1: { config: { User: string; Env: string[] } }
    }
    const { User, Env } = config.OCIv1.config
    expect(User).toBe('node')
    expect(Env).toContain('HUANJI_DATA=/data')
    const settings = [`PORT=${port}`, `OPS_PORT=${opsPort}`, 'HUANJI_HOST=127.0.0.1', 'HUANJI_MODE=demo']
    const market = ['_URL=http://127.0.0.1:9', '_APP_KEY=nobody', '_APP_SECRET=nobody']
    const environment = [...settings, ...market.map((rest) => `HUANJI_MARKETPLACE${rest}`)].flatMap((one) => [
      '--env',
      one,
    ])
    const run = ['run', '--isolation', 'chroot', '--network', 'host', ...environment, container, '--']
    const program = JSON.parse(restOf('image', 'CMD')) as string[]
    const running = spawn('buildah', buildah.args(...run, ...program), { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (text) => {
        output += text
      })
    const ended = once(running, 'close')
    try {
      await untilAnswered(
        `http://127.0.0.1:${opsPort}/ready`,
        () => running.exitCode !== null,
        () => output,
      )
      const page = await fetch(`http://127.0.0.1:${port}/login`, { headers: { accept: 'text/html' } })
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')])
    } finally {
      running.kill('SIGTERM')
      await ended
    }
  })
})

async function untilAnswered(url: string, hasEnded: () => boolean, output: () => string): Promise<void> {
  const deadline = performance.now() + 90_000
  while (performance.now() < deadline && !hasEnded()) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} never answered; the container wrote:\n${output().slice(0, 4000)}`)
}
