import fs from 'node:fs'
import path from 'node:path'
import { SMS_SCENES, type SmsScene } from './modules/auth/sms-scenes.ts'
import { randomToken } from './platform/ids.ts'
import type { LogLevel } from './platform/log.ts'
import { StartupRefusal } from './platform/startup-refusal.ts'

export interface S3Settings {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
}

/** The short message provider that carries codes to phones. */
export interface SmsSettings {
  readonly endpoint: string
  readonly keyId: string
  readonly keySecret: string
  /** The approved name that stands before each message. */
  readonly sign: string
  /** The approved template of each scene; its one place is `code`. */
  readonly templates: Readonly<Record<SmsScene, string>>
}

/** What the environment says, checked. */
export interface Settings {
  readonly mode: 'demo' | 'production'
  /** Which work this process does; several processes may share one PostgreSQL. */
  readonly part: 'all' | 'gateway' | 'worker'
  readonly port: number
  readonly opsPort: number
  readonly sandboxPort: number
  readonly host: string
  readonly dataFolder: string
  /** Null for the embedded database. */
  readonly databaseUrl: string | null
  readonly poolSize: number
  /** Signs uploads, file addresses and list cursors. */
  readonly secret: string
  /** Where people reach the server, without a slash at the end. */
  readonly publicUrl: string
  /** Where the marketplace reaches the server with its pushes, without a slash at the end. */
  readonly pushUrl: string
  readonly behindTls: boolean
  readonly trustedProxies: number
  /** Multiplies every rate budget; 0 lifts them. */
  readonly rateFactor: number
  readonly logLevel: LogLevel
  /** Null for the folder. */
  readonly s3: S3Settings | null
  /** Null where codes stay in the log and the demo's inbox; production has one. */
  readonly sms: SmsSettings | null
  /** Phones of the demo data; 0 makes accounts, shops, addresses and bag rolls only. */
  readonly demoPhones: number
  /** What the web client shows of the outside world (specification §9); empty texts show nothing. */
  readonly site: {
    readonly appId: string
    readonly itemUrl: string
    readonly qualityReportUrl: string
    readonly detectReportUrl: string
  }
  /** Null for the sandbox. */
  readonly marketplace: { readonly url: string; readonly appKey: string; readonly appSecret: string } | null
}

type Environment = Readonly<Record<string, string | undefined>>

interface SettingRow {
  readonly name: string
  /** What stands when it is not set, as the documentation shows it. */
  readonly standard: string
  readonly meaning: string
  readonly accepts: RegExp
  readonly form: string
}

const NUMBER = { accepts: /^\d{1,6}$/, form: '整数' }
const PORT = { accepts: /^\d{1,5}$/, form: '端口号' }
const ANY = { accepts: /^.+$/, form: '文本' }
const URL_FORM = { accepts: /^https?:\/\/[^/]+.*$/, form: 'http(s) 地址' }
const YES_NO = { accepts: /^(yes|no)$/, form: 'yes 或 no' }

/** Every setting there is: read at start-up, and printed by the documentation. */
export const SETTINGS: readonly SettingRow[] = [
  { name: 'PORT', standard: '8080', meaning: '网站与接口的端口', ...PORT },
  { name: 'OPS_PORT', standard: '8081', meaning: '健康检查与指标的端口（/live /ready /metrics）', ...PORT },
  {
    name: 'DATABASE_URL',
    standard: '',
    meaning: 'PostgreSQL 15+ 的连接串；不设则使用内置数据库',
    accepts: /^postgres(ql)?:\/\/.+$/,
    form: 'postgres:// 连接串',
  },
  { name: 'HUANJI_HOST', standard: '127.0.0.1', meaning: '监听的网卡地址；要让其他机器访问，设为 0.0.0.0', ...ANY },
  { name: 'HUANJI_DATA', standard: './.huanji', meaning: '数据目录：内置数据库、文件与密钥', ...ANY },
  {
    name: 'HUANJI_MODE',
    standard: 'demo',
    meaning: 'demo 含演示商家、模拟闲鱼和短信收件箱；production 不含',
    accepts: /^(demo|production)$/,
    form: 'demo 或 production',
  },
  {
    name: 'HUANJI_PART',
    standard: 'all',
    meaning: '本进程的工作：all 全部，gateway 只应答，worker 只投递',
    accepts: /^(all|gateway|worker)$/,
    form: 'all、gateway 或 worker',
  },
  {
    name: 'HUANJI_SECRET',
    standard: '',
    meaning: '签名密钥，至少 32 个字符；demo 下自动生成并保存在数据目录，production 必填',
    accepts: /^.{32,}$/,
    form: '至少 32 个字符',
  },
  { name: 'HUANJI_POOL', standard: '10', meaning: '数据库连接数上限', ...NUMBER },
  { name: 'HUANJI_PUBLIC_URL', standard: '', meaning: '用户访问的地址；不设则为本机端口', ...URL_FORM },
  {
    name: 'HUANJI_PUSH_URL',
    standard: '',
    meaning: '闲鱼推送可达的地址；不设则同 HUANJI_PUBLIC_URL，模拟闲鱼用本机地址',
    ...URL_FORM,
  },
  { name: 'HUANJI_BEHIND_TLS', standard: 'no', meaning: '前面有 HTTPS 时设为 yes，会加上 HSTS', ...YES_NO },
  { name: 'HUANJI_TRUSTED_PROXIES', standard: '0', meaning: '前面可信代理的层数，用来取得真实来源地址', ...NUMBER },
  { name: 'HUANJI_RATE_FACTOR', standard: '1', meaning: '频率限额的倍数，0 为不限', ...NUMBER },
  {
    name: 'HUANJI_LOG_LEVEL',
    standard: 'info',
    meaning: '日志级别',
    accepts: /^(debug|info|warn|error|silent)$/,
    form: 'debug、info、warn、error 或 silent',
  },
  {
    name: 'HUANJI_STORAGE',
    standard: 'disk',
    meaning: '照片与导出文件存放处',
    accepts: /^(disk|s3)$/,
    form: 'disk 或 s3',
  },
  { name: 'S3_ENDPOINT', standard: '', meaning: 'S3 兼容存储的地址', ...URL_FORM },
  { name: 'S3_REGION', standard: 'us-east-1', meaning: 'S3 区域', ...ANY },
  { name: 'S3_BUCKET', standard: '', meaning: 'S3 存储桶', ...ANY },
  { name: 'S3_ACCESS_KEY', standard: '', meaning: 'S3 访问密钥', ...ANY },
  { name: 'S3_SECRET_KEY', standard: '', meaning: 'S3 访问密钥的密文', ...ANY },
  {
    name: 'HUANJI_SMS',
    standard: 'none',
    meaning: '短信服务商；none 只把验证码写入日志和演示收件箱（仅 demo），production 必须设为 aliyun',
    accepts: /^(none|aliyun)$/,
    form: 'none 或 aliyun',
  },
  {
    name: 'HUANJI_SMS_ENDPOINT',
    standard: 'https://dysmsapi.aliyuncs.com',
    meaning: '阿里云短信接口的地址',
    ...URL_FORM,
  },
  { name: 'HUANJI_SMS_KEY_ID', standard: '', meaning: '阿里云短信的 AccessKey ID', ...ANY },
  { name: 'HUANJI_SMS_KEY_SECRET', standard: '', meaning: '阿里云短信的 AccessKey Secret', ...ANY },
  { name: 'HUANJI_SMS_SIGN', standard: '', meaning: '已审核的短信签名名称，例如 焕机', ...ANY },
  {
    name: 'HUANJI_SMS_TEMPLATES',
    standard: '',
    meaning: `各场景已审核的验证码模板（变量为 code），如 login=SMS_1,signUp=SMS_2；场景：${SMS_SCENES.join('、')}`,
    accepts: /^\w+=\w+(,\s*\w+=\w+)*$/,
    form: '以逗号分隔的 场景=模板编号',
  },
  { name: 'HUANJI_MARKETPLACE_URL', standard: '', meaning: '开放平台地址；不设则使用模拟闲鱼（仅 demo）', ...URL_FORM },
  { name: 'HUANJI_MARKETPLACE_APP_KEY', standard: '', meaning: '开放平台应用的 AppKey', ...ANY },
  { name: 'HUANJI_MARKETPLACE_APP_SECRET', standard: '', meaning: '开放平台应用的 AppSecret', ...ANY },
  { name: 'HUANJI_APP_ID', standard: '', meaning: '本应用在闲鱼的应用编号', accepts: /^\d{1,20}$/, form: '数字' },
  {
    name: 'HUANJI_ITEM_URL',
    standard: '',
    meaning: '闲鱼商品页的地址，{itemId} 处填商品编号；不设则不显示链接',
    accepts: /^https?:\/\/[^/]+.*\{itemId\}.*$/,
    form: '含 {itemId} 的地址',
  },
  {
    name: 'HUANJI_QUALITY_REPORT_URL',
    standard: '',
    meaning: '闲鱼验机报告页的地址，{itemId} 处填商品编号；不设则不显示链接',
    accepts: /^https?:\/\/[^/]+.*\{itemId\}.*$/,
    form: '含 {itemId} 的地址',
  },
  {
    name: 'HUANJI_DETECT_REPORT_URL',
    standard: '',
    meaning: '质检报告页的地址，{key} 处填 itemId 或 detectNo，{value} 处填其值；不设则不显示链接',
    accepts: /^https?:\/\/[^/]+.*\{key\}.*\{value\}.*$/,
    form: '含 {key} 与 {value} 的地址',
  },
  { name: 'HUANJI_SANDBOX_PORT', standard: '8082', meaning: '模拟闲鱼的端口', ...PORT },
  {
    name: 'HUANJI_DEMO_PHONES',
    standard: '300',
    meaning: '演示数据的手机台数；0 只建账号、店铺、地址和封袋',
    ...NUMBER,
  },
]

/** Reads and checks the settings. @throws StartupRefusal naming the setting, what is wrong with it and what it takes */
export function readSettings(environment: Environment): Settings {
  refuseUnknown(environment)
  const text = (name: string) => settingOf(environment, name)
  const mode = text('HUANJI_MODE') === 'production' ? 'production' : 'demo'
  const port = portOf(text, 'PORT')
  const dataFolder = path.resolve(text('HUANJI_DATA'))
  const marketplace = marketplaceOf(text, mode)
  const publicUrl = (text('HUANJI_PUBLIC_URL') || `http://localhost:${port}`).replace(/\/$/, '')
  return {
    mode,
    part: partOf(text('HUANJI_PART')),
    port,
    opsPort: portOf(text, 'OPS_PORT'),
    sandboxPort: portOf(text, 'HUANJI_SANDBOX_PORT'),
    host: text('HUANJI_HOST'),
    dataFolder,
    databaseUrl: text('DATABASE_URL') || null,
    poolSize: Math.max(2, Number(text('HUANJI_POOL'))),
    secret: secretOf(text('HUANJI_SECRET'), mode, dataFolder),
    publicUrl,
    pushUrl: (text('HUANJI_PUSH_URL') || (marketplace === null ? `http://127.0.0.1:${port}` : publicUrl)).replace(
      /\/$/,
      '',
    ),
    behindTls: text('HUANJI_BEHIND_TLS') === 'yes',
    trustedProxies: Number(text('HUANJI_TRUSTED_PROXIES')),
    rateFactor: Number(text('HUANJI_RATE_FACTOR')),
    logLevel: text('HUANJI_LOG_LEVEL') as LogLevel,
    demoPhones: Number(text('HUANJI_DEMO_PHONES')),
    sms: smsOf(text, mode),
    s3: text('HUANJI_STORAGE') === 's3' ? s3Of(text) : null,
    marketplace,
    site: {
      appId: text('HUANJI_APP_ID'),
      itemUrl: text('HUANJI_ITEM_URL'),
      qualityReportUrl: text('HUANJI_QUALITY_REPORT_URL'),
      detectReportUrl: text('HUANJI_DETECT_REPORT_URL'),
    },
  }
}

/** The table of settings as Markdown, for the documentation. */
export function settingsTable(): string {
  const rows = SETTINGS.map(
    ({ name, standard, meaning, form }) => `| \`${name}\` | ${standard || '—'} | ${form} | ${meaning} |`,
  )
  return ['| 设置 | 默认 | 取值 | 含义 |', '|---|---|---|---|', ...rows].join('\n')
}

type Read = (name: string) => string

function refuseUnknown(environment: Environment): void {
  const known = new Set(SETTINGS.map(({ name }) => name))
  for (const name of Object.keys(environment)) {
    if (!/^(HUANJI_|S3_)/.test(name) || known.has(name)) continue
    throw new StartupRefusal(
      `未知的设置：${name}。`,
      `请核对拼写，可用的设置：${[...known].join('、')}。 Unknown setting: check its spelling.`,
    )
  }
}

function settingOf(environment: Environment, name: string): string {
  const row = SETTINGS.find((one) => one.name === name)
  if (row === undefined) throw new Error(`no such setting: ${name}`)
  const value = environment[name]?.trim() ?? ''
  if (value === '') return row.standard
  if (row.accepts.test(value)) return value
  const shown = /SECRET|KEY|URL/.test(name) ? '' : `（现为 ${value}）`
  throw new StartupRefusal(
    `设置 ${name} 的值不正确${shown}。`,
    `应为${row.form}：${row.meaning}。 Setting ${name} is not valid.`,
  )
}

function portOf(text: Read, name: string): number {
  const port = Number(text(name))
  if (port <= 65_535) return port
  throw new StartupRefusal(
    `设置 ${name} 的值不正确（现为 ${port}）。`,
    '端口号应在 0–65535 之间。 A port is at most 65535.',
  )
}

const partOf = (text: string): Settings['part'] => (text === 'gateway' || text === 'worker' ? text : 'all')

function required(text: Read, names: readonly string[], reason: string): string[] {
  return names.map((name) => {
    const value = text(name)
    if (value !== '') return value
    throw new StartupRefusal(`${reason}时必须设置 ${name}。`, `请设置 ${names.join('、')}。 ${name} is required.`)
  })
}

function s3Of(text: Read): S3Settings {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']
  const [endpoint = '', bucket = '', accessKey = '', secretKey = ''] = required(text, names, '使用 S3 存储')
  return { endpoint: endpoint.replace(/\/$/, ''), region: text('S3_REGION'), bucket, accessKey, secretKey }
}

function smsOf(text: Read, mode: Settings['mode']): SmsSettings | null {
  if (text('HUANJI_SMS') === 'none') {
    if (mode === 'demo') return null
    throw new StartupRefusal(
      '正式运行时必须设置短信服务商，否则验证码无法送达。',
      '请设置 HUANJI_SMS=aliyun 及 HUANJI_SMS_KEY_ID、HUANJI_SMS_KEY_SECRET、HUANJI_SMS_SIGN、HUANJI_SMS_TEMPLATES。 HUANJI_SMS: production needs an SMS provider.',
    )
  }
  const names = ['HUANJI_SMS_KEY_ID', 'HUANJI_SMS_KEY_SECRET', 'HUANJI_SMS_SIGN', 'HUANJI_SMS_TEMPLATES']
  const [keyId = '', keySecret = '', sign = '', templates = ''] = required(text, names, '使用阿里云短信')
  return { endpoint: text('HUANJI_SMS_ENDPOINT'), keyId, keySecret, sign, templates: templatesOf(templates) }
}

/** One template for each scene, no more and no less. */
function templatesOf(text: string): SmsSettings['templates'] {
  const given = new Map(text.split(',').map((pair) => pair.trim().split('=') as [string, string]))
  const unknown = [...given.keys()].filter((name) => !SMS_SCENES.some((scene) => scene === name))
  const missing = SMS_SCENES.filter((scene) => !given.has(scene))
  if (unknown.length > 0 || missing.length > 0) {
    const fault = missing.length > 0 ? `缺少场景 ${missing.join('、')}` : `没有场景 ${unknown.join('、')}`
    throw new StartupRefusal(
      `设置 HUANJI_SMS_TEMPLATES 的值不正确：${fault}。`,
      `请为每个场景各写一个模板编号：${SMS_SCENES.join('、')}。 HUANJI_SMS_TEMPLATES needs one template for each scene.`,
    )
  }
  const of = (scene: SmsScene) => given.get(scene) ?? ''
  return {
    login: of('login'),
    signUp: of('signUp'),
    resetPassword: of('resetPassword'),
    updatePassword: of('updatePassword'),
  }
}

function marketplaceOf(text: Read, mode: Settings['mode']): Settings['marketplace'] {
  const names = ['HUANJI_MARKETPLACE_URL', 'HUANJI_MARKETPLACE_APP_KEY', 'HUANJI_MARKETPLACE_APP_SECRET']
  if (mode === 'demo' && names.every((name) => text(name) === '')) return null
  const reason = mode === 'production' ? '正式运行' : '连接开放平台'
  const [url = '', appKey = '', appSecret = ''] = required(text, names, reason)
  return { url: url.replace(/\/$/, ''), appKey, appSecret }
}

function secretOf(given: string, mode: Settings['mode'], dataFolder: string): string {
  if (given !== '') return given
  if (mode === 'production') {
    throw new StartupRefusal(
      '正式运行时必须设置 HUANJI_SECRET。',
      '请生成一个至少 32 个字符的随机值，例如 openssl rand -hex 32。 HUANJI_SECRET is required in production.',
    )
  }
  return keptSecret(dataFolder)
}

/** The secret a demo made for itself at its first start. */
function keptSecret(dataFolder: string): string {
  const file = path.join(dataFolder, 'secret')
  fs.mkdirSync(dataFolder, { recursive: true })
  try {
    fs.writeFileSync(file, randomToken(32), { mode: 0o600, flag: 'wx' })
  } catch {
    // it is there from an earlier start
  }
  return fs.readFileSync(file, 'utf8').trim()
}
