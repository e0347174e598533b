import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess } from './gateway-process.ts'
import { type Ending, startProgram } from './server-process.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function prepared(): Promise<GatewayProcess> {
  const { folder, remove } = await temporaryFolder()
  cleanups.push(remove)
  return gatewayProcess({ dataFolder: path.join(folder, 'data') })
}

/** Starts a server that is expected to refuse, and gives how it ended. */
async function refusal(settings: Readonly<Record<string, string>>): Promise<Ending> {
  const running = startProgram('server/src/main.ts', settings)
  cleanups.push(() => running.killHard())
  return running.ended
}

/** It ended by itself with a sentence for people: no stack of the program. */
function expectSentence(ending: Ending, ...words: RegExp[]): void {
  expect(ending.signal).toBeNull()
  expect(ending.code).toBe(1)
  for (const word of words) expect(ending.output).toMatch(word)
  expect(ending.output).not.toMatch(/\n\s+at .*\.(?:ts|js):\d+/)
}

test('a second process on the same data folder is refused, and the first goes on', async () => {
  const first = await prepared()
  await first.start()
  cleanups.push(() => first.killHard())
  const other = await prepared()
  const ending = await refusal({ ...other.settings, HUANJI_DATA: first.settings.HUANJI_DATA ?? '' })
  expectSentence(ending, /数据目录/, /HUANJI_DATA/)
  const answer = await fetch(`${first.url}/openapi.json`)
  expect(answer.status).toBe(200)
})

test('a taken port is refused by its number', async () => {
  const gateway = await prepared()
  const neighbour = await listening()
  const { port } = neighbour.address() as AddressInfo
  const ending = await refusal({ ...gateway.settings, PORT: String(port) })
  expectSentence(ending, new RegExp(`端口.*${port}|${port}.*端口`), /PORT/)
})

test('a setting nobody knows is refused by its name', async () => {
  const gateway = await prepared()
  expectSentence(await refusal({ ...gateway.settings, HUANJI_MODUS: 'demo' }), /HUANJI_MODUS/)
})

test('a setting with an impossible value is refused with what it takes', async () => {
  const gateway = await prepared()
  expectSentence(await refusal({ ...gateway.settings, HUANJI_MODE: 'staging' }), /HUANJI_MODE/, /production/)
})

test('a folder whose server was killed opens again', async () => {
  const gateway = await prepared()
  await gateway.start()
  expect((await gateway.killHard()).signal).toBe('SIGKILL')
  await gateway.start()
  expect((await gateway.terminate()).code).toBe(0)
})

async function listening(): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise((resolve) => server.close(resolve)))
  return server
}
