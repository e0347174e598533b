import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { programKeys } from '@huanji/contract/features/api-key/calls'
import { KEY_GRANTS } from '@huanji/contract/key-rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf } from '../fixtures/client.ts'
import { startTestSystem, type TestSystem } from '../fixtures/test-system.ts'
import { send } from '../gateway/target.ts'

/**
 * Clients as others make them: two generators read /openapi.json, a program is written against what they made, TypeScript
 * checks it as it would in their project, and it makes real calls with a key and as a person. The generators, which want
 * an earlier TypeScript than ours, are installed once into a folder of their own, from the lock file beside this test.
 */
const HERE = import.meta.dirname
const CACHE = path.resolve(HERE, '../../../node_modules/.cache')

const TYPED = `import createClient from 'openapi-fetch'
import type { paths } from './typed.js'

const { ADDRESS = '', KEY = '', PERSON = '{}' } = process.env
const asProgram = createClient<paths>({ baseUrl: ADDRESS, headers: { authorization: 'Bearer ' + KEY } })
const asPerson = createClient<paths>({ baseUrl: ADDRESS })
const person: { loginToken: string; loginPhone: string; employeeId: string; merchantId: string } = JSON.parse(PERSON)

const regions = await asProgram.POST('/api/mch/city', { body: {} })
const first: string = regions.data?._data?.regions[0]?.children?.[0]?.name ?? ''
const saved = await asProgram.POST('/api/address/edit', {
  params: { header: { 'idempotency-key': 'typed-1' } },
  body: { kind: 'ship', contactName: '类型', contactPhone: '13800138000', regionCode: '440305', detail: '一路1号', isDefault: false },
})
const menu = await asPerson.POST('/api/mch/menu', { body: person })
const published = await asProgram.POST('/api/goods/publish', { body: { channel: 'auction', listings: [] } })
process.stdout.write(JSON.stringify([
  first, saved.data?._errCode, typeof saved.data?._data?.version, menu.data?._data?.menu[0]?.title,
  (published.data ?? published.error)?._errCode,
]))
`

const HEY = `import { client } from './hey/client.gen.js'
import { apiAddressEdit, apiGoodsPublish, apiMchCity, apiMchMenu } from './hey/sdk.gen.js'

const { ADDRESS = '', KEY = '', PERSON = '{}' } = process.env
const described = client.getConfig().baseUrl
client.setConfig({ baseUrl: ADDRESS, auth: KEY })
const person: { loginToken: string; loginPhone: string; employeeId: string; merchantId: string } = JSON.parse(PERSON)

const regions = await apiMchCity({ body: {} })
const first: string = regions.data?._data?.regions[0]?.children?.[0]?.name ?? ''
const saved = await apiAddressEdit({
  headers: { 'idempotency-key': 'hey-1' },
  body: { kind: 'ship', contactName: '类型', contactPhone: '13800138000', regionCode: '440305', detail: '二路1号', isDefault: false },
})
const published = await apiGoodsPublish({ body: { channel: 'auction', listings: [] } })
client.setConfig({ baseUrl: ADDRESS, auth: '' })
const menu = await apiMchMenu({ body: person })
process.stdout.write(JSON.stringify([
  first, saved.data?._errCode, typeof saved.data?._data?.version, menu.data?._data?.menu[0]?.title,
  (published.data ?? published.error)?._errCode, described,
]))
`

/** With the endings that Node wants of imports. */
const HEY_SETTINGS = `export default {
  input: 'openapi.json',
  output: { path: 'hey', importFileExtension: '.js' },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
}
`

let system: TestSystem
let folder: string
let environment: Record<string, string>

/** The folder of the installed generators; several runs at once make it once. */
function generators(): string {
  const lock = readFileSync(path.join(HERE, 'package-lock.json'))
  const place = path.join(CACHE, `openapi-clients-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`)
  if (existsSync(place)) return place
  mkdirSync(CACHE, { recursive: true })
  const fresh = mkdtempSync(path.join(CACHE, 'openapi-clients-new-'))
  for (const name of ['package.json', 'package-lock.json']) cpSync(path.join(HERE, name), path.join(fresh, name))
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: fresh })
  if (existsSync(place)) rmSync(fresh, { recursive: true })
  else renameSync(fresh, place)
  return place
}

const exec = promisify(execFile)

/** Runs a program in the folder and gives what it wrote; the gateway that it calls runs in this process. */
async function run(...args: string[]): Promise<string> {
  const env = { ...process.env, ...environment }
  return (await exec(process.execPath, args, { cwd: folder, env, timeout: 90_000, killSignal: 'SIGKILL' })).stdout
}

beforeAll(async () => {
  const installed = generators()
  // not below node_modules, of whose files TypeScript emits nothing
  folder = mkdtempSync(path.join(tmpdir(), 'huanji-clients-'))
  symlinkSync(path.join(installed, 'node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  system = await startTestSystem()
  const merchant = await system.addMerchant({ phone: '13800133051', name: '对接手机行' })
  const asked = { name: '对接程序', grants: [...KEY_GRANTS], ratePerMinute: 1_200, places: [], expiresAt: null }
  const made = await send(system.target, programKeys.create.path, merchant.owner.context, asked)
  const { secret } = dataOf(programKeys.create, made)
  environment = { ADDRESS: system.target.url, KEY: secret, PERSON: JSON.stringify(merchant.owner.context) }
  const description = await (await fetch(`${system.target.url}/openapi.json`)).text()
  writeFileSync(path.join(folder, 'openapi.json'), description)
  const tool = (file: string) => path.join(installed, 'node_modules', file)
  await run(tool('openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'typed.ts')
  writeFileSync(path.join(folder, 'openapi-ts.config.mjs'), HEY_SETTINGS)
  await run(tool('@hey-api/openapi-ts/bin/run.js'))
  writeFileSync(path.join(folder, 'typed-program.ts'), TYPED)
  writeFileSync(path.join(folder, 'hey-program.ts'), HEY)
  const options = ['--strict', '--target', 'es2022', '--skipLibCheck', '--outDir', 'out', '--rootDir', '.']
  const node = ['--module', 'nodenext', '--types', 'node']
  await run(tool('typescript/bin/tsc'), ...options, ...node, 'typed-program.ts', 'hey-program.ts')
}, 180_000)
afterAll(async () => {
  await system?.end()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

test('a program over openapi-typescript compiles without casts and is answered', async () => {
  expect(JSON.parse(await run('out/typed-program.js'))).toEqual(['北京市', '0', 'number', '首页', expect.any(String)])
})

test('a program over @hey-api/openapi-ts compiles without casts and is answered', async () => {
  const said = JSON.parse(await run('out/hey-program.js'))
  expect(said).toEqual(['北京市', '0', 'number', '首页', expect.any(String), expect.stringMatching(/^http:/)])
})
