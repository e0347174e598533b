import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { DEMO_MERCHANTS, enrolMerchants } from '@huanji/server/demo/merchants'
import { afterEach, expect, test } from 'vitest'
import { openFolder, temporaryFolder } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess } from './gateway-process.ts'
import { type ProcessExit, startProgram } from './server-process.ts'

const PRODUCTION = {
  HUANJI_MODE: 'production',
  HUANJI_SECRET: '0f6b2c94d17e8a35b0c4f2e9d86a71c3',
  HUANJI_SMS: 'aliyun',
  HUANJI_SMS_ENDPOINT: 'http://127.0.0.1:9',
  HUANJI_SMS_KEY_ID: 'nobody',
  HUANJI_SMS_KEY_SECRET: 'nobody',
  HUANJI_SMS_SIGN: '焕机',
  HUANJI_SMS_TEMPLATES: 'login=SMS_1,signUp=SMS_2,resetPassword=SMS_3,updatePassword=SMS_4',
}

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
async function refusal(settings: Readonly<Record<string, string>>): Promise<ProcessExit> {
  const running = startProgram('server/src/main.ts', settings)
  cleanups.push(() => running.killHard())
  return running.ended
}

/** It ended by itself with a sentence for people: no stack of the program. */
function expectSentence(exit: ProcessExit, ...words: RegExp[]): void {
  expect(exit.signal).toBeNull()
  expect(exit.code).toBe(1)
  for (const word of words) expect(exit.output).toMatch(word)
  expect(exit.output).not.toMatch(/\n\s+at .*\.(?:ts|js):\d+/)
}

test('a second process on the same data folder is refused, and the first goes on', async () => {
  const first = await prepared()
  await first.start()
  cleanups.push(() => first.killHard())
  const other = await prepared()
  const exit = await refusal({ ...other.settings, HUANJI_DATA: first.settings.HUANJI_DATA ?? '' })
  expectSentence(exit, /数据目录/, /HUANJI_DATA/)
  const answer = await fetch(`${first.url}/openapi.json`)
  expect(answer.status).toBe(200)
})

test('a taken port is refused by its number', async () => {
  const gateway = await prepared()
  const neighbour = await listening()
  const { port } = neighbour.address() as AddressInfo
  const exit = await refusal({ ...gateway.settings, PORT: String(port) })
  expectSentence(exit, new RegExp(`端口.*${port}|${port}.*端口`), /PORT/)
})

test('several taken ports are named at once, not one after the other', async () => {
  const gateway = await prepared()
  const ports = [await listening(), await listening()].map((server) => (server.address() as AddressInfo).port)
  const [port = 0, opsPort = 0] = ports
  const exit = await refusal({ ...gateway.settings, PORT: String(port), OPS_PORT: String(opsPort) })
  expectSentence(exit, new RegExp(`端口 ${port}`), new RegExp(`端口 ${opsPort}`), /OPS_PORT=/)
})

test('production does not let demo accounts in: it refuses the folder that a demo has filled', async () => {
  const { folder, remove } = await temporaryFolder()
  cleanups.push(remove)
  const dataFolder = path.join(folder, 'data')
  const gateway = await gatewayProcess({ dataFolder })
  const home = await openFolder(dataFolder)
  await enrolMerchants(home.db, DEMO_MERCHANTS.slice(0, 1), new Date())
  await home.close()
  expectSentence(await refusal({ ...gateway.settings, ...PRODUCTION }), /演示/, /HUANJI_DATA/, /HUANJI_MODE=demo/)
})

test('a server that looks like production is never a demo by a forgotten mode', async () => {
  const gateway = await prepared()
  const { HUANJI_MODE: _mode, ...settings } = gateway.settings
  const exit = await refusal({ ...settings, NODE_ENV: 'production' })
  expectSentence(exit, /HUANJI_SECRET/, /NODE_ENV/, /HUANJI_MODE=demo/)
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
