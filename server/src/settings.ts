import path from 'node:path'
import { BUYER_PAGES } from '@huanji/marketplace/protocol/buyer-pages'
import { CONSENT_PAGE } from '@huanji/marketplace/protocol/consent'
import type { z } from 'zod'
import type { SmsScene } from './modules/auth/sms-scenes.ts'
import type { LogLevel } from './platform/log.ts'
import { StartupRefusal } from './platform/startup-refusal.ts'
import { type Mode, modeOf } from './settings/mode.ts'
import { type GivenSettings, SETTINGS, type SettingName, settingsSchema } from './settings/schema.ts'
import { keptSecret } from './settings/secret.ts'

export { SETTINGS } from './settings/schema.ts'

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
  /** Opens the operators' page of dead letters; null leaves it out. */
  readonly opsPassword: string | null
  readonly sandboxPort: number
  readonly host: string
  readonly dataFolder: string
  /** Null for the embedded database. */
  readonly databaseUrl: string | null
  /** The same database past a pooler; null where `databaseUrl` has none. */
  readonly directUrl: string | null
  readonly poolSize: number
  /** Signs uploads, file addresses and list cursors. */
  readonly secret: string
  /** Where people reach the server, without a slash at the end. */
  readonly publicUrl: string
  /** The origins that people reach the server under: `publicUrl`, and on this machine the names of the loopback. */
  readonly ownOrigins: readonly string[]
  /** The marketplace's page for a shop's consent, with places for `{state}` and `{redirect}`; empty where there is none. */
  readonly consentUrl: string
  /** Where the marketplace reaches the server with its pushes, without a slash at the end. */
  readonly pushUrl: string
  readonly behindTls: boolean
  readonly trustedProxies: number
  /** Multiplies every rate budget; 0 lifts them. */
  readonly rateFactor: number
  /** How many event streams this process keeps. */
  readonly streams: { readonly inAll: number; readonly perPerson: number }
  readonly logLevel: LogLevel
  /** Where spans are sent, and of how many traces in a hundred; null traces nothing. */
  readonly traces: { readonly url: string; readonly percent: number } | null
  /** Null for the folder. */
  readonly s3: S3Settings | null
  /** With what backups are encrypted; neither leaves them open. */
  readonly backup: { readonly recipients: readonly string[]; readonly passphraseFile: string | null }
  /** Null where codes stay in the log and the demo's inbox; production has one. */
  readonly sms: SmsSettings | null
  /** Phones of the demo data; with 0 there are accounts, shops, addresses, bag rolls, and some orders and bills that need no inspected phone. */
  readonly demoPhones: number
  /** What the web client shows of the outside world (docs/specification.md §9); empty texts show nothing. */
  readonly site: {
    readonly appId: string
    readonly itemUrl: string
    readonly qualityReportUrl: string
    readonly detectReportUrl: string
  }
  /** Where buyers' pictures may be fetched from: hosts over https, and the marketplace's own origin. */
  readonly pictures: { readonly hosts: readonly string[]; readonly origin: string }
  /** Null for the sandbox. */
  readonly marketplace: { readonly url: string; readonly appKey: string; readonly appSecret: string } | null
}

type Environment = Readonly<Record<string, string | undefined>>

/** Takes down what is wrong, a sentence for the cause and one for the cure. */
type Complain = (cause: string, cure: string) => null

interface Fault {
  readonly cause: string
  readonly cure: string
}

/** Reads and checks the settings. @throws StartupRefusal naming each setting at fault, what is wrong with it and what it takes */
export function readSettings(environment: Environment): Settings {
  const texts = given(environment)
  const read = settingsSchema.safeParse(texts)
  if (!read.success) throw refusalOf(read.error.issues, texts)
  return combined(read.data)
}

/** The table of settings as Markdown, for the documentation. */
export function settingsTable(): string {
  const rows = SETTINGS.map(
    ({ name, standard, form, meaning }) =>
      `| \`${name}\` | ${standard === '' ? '—' : `\`${standard}\``} | ${form} | ${meaning} |`,
  )
  return ['| 名称 | 默认 | 形式 | 含义 |', '|---|---|---|---|', ...rows].join('\n')
}

const isSetting = (name: string): name is SettingName => name in settingsSchema.shape

/** What the environment says about us: our settings, and every name that claims to be one. Empty is not set. */
function given(environment: Environment): Record<string, string> {
  const ours = Object.entries(environment).flatMap(([name, text]): [string, string][] => {
    const value = text?.trim() ?? ''
    if (isSetting(name)) return value === '' ? [] : [[name, value]]
    return /^(HUANJI_|S3_)/.test(name) ? [[name, value]] : []
  })
  return Object.fromEntries(ours)
}

/** One refusal that names everything at fault. */
function refusalOf(issues: readonly z.core.$ZodIssue[], texts: Readonly<Record<string, string>>): StartupRefusal {
  const faults = new Map(issues.map((issue) => [issue.path.join('.'), faultOf(issue, texts)]))
  return oneRefusal([...faults.values()])
}

function oneRefusal(faults: readonly Fault[], note = ''): StartupRefusal {
  const lines = (part: keyof Fault) => faults.map((fault) => fault[part]).join('\n')
  return new StartupRefusal(lines('cause'), lines('cure') + note)
}

function faultOf(issue: z.core.$ZodIssue, texts: Readonly<Record<string, string>>): Fault {
  if (issue.code === 'unrecognized_keys') {
    const known = SETTINGS.map(({ name }) => name).join('、')
    return {
      cause: `未知的设置：${issue.keys.join('、')}。`,
      cure: `请核对拼写，可用的设置：${known}。 Unknown setting: check its spelling.`,
    }
  }
  const name = String(issue.path[0])
  const { form, meaning } = SETTINGS.find((one) => one.name === name) ?? { form: '', meaning: '' }
  const shown = /SECRET|KEY|URL/.test(name) ? '' : `（现为 ${texts[name]}）`
  const reason = issue.code === 'custom' && issue.message !== '' ? `：${issue.message}` : ''
  return {
    cause: `设置 ${name} 的值不正确${shown}${reason}。`,
    cure: `应为${form}：${meaning}。 Setting ${name} is not valid.`,
  }
}

/** What the settings say together. @throws StartupRefusal naming everything that a combination misses */
function combined(one: GivenSettings): Settings {
  const faults: Fault[] = []
  const complain: Complain = (cause, cure) => {
    faults.push({ cause, cure })
    return null
  }
  const mode = modeOf(one)
  const marketplace = marketplaceOf(one, mode.mode, complain)
  const sms = smsOf(one, mode.mode, complain)
  const s3 = s3Of(one, complain)
  const isKept = one.HUANJI_SECRET === undefined && mode.mode === 'demo'
  const secret = isKept ? '' : secretOf(one, complain)
  if (faults.length > 0) throw oneRefusal(faults, modeNote(mode))
  const publicUrl = one.HUANJI_PUBLIC_URL ?? `http://localhost:${one.PORT}`
  const ownUrl = marketplace === null ? `http://127.0.0.1:${one.PORT}` : publicUrl
  const dataFolder = path.resolve(one.HUANJI_DATA)
  // the stand-in marketplace shows its own, to whoever sits at this machine
  const sandboxUrl = `http://127.0.0.1:${one.HUANJI_SANDBOX_PORT}`
  const demoPage = (page: string) => (marketplace === null ? `${sandboxUrl}${page}` : '')
  return {
    mode: mode.mode,
    part: one.HUANJI_PART,
    port: one.PORT,
    opsPort: one.OPS_PORT,
    opsPassword: one.HUANJI_OPS_PASSWORD ?? null,
    sandboxPort: one.HUANJI_SANDBOX_PORT,
    host: one.HUANJI_HOST,
    dataFolder,
    databaseUrl: one.DATABASE_URL ?? null,
    directUrl: one.HUANJI_DIRECT_URL ?? null,
    poolSize: Math.max(2, one.HUANJI_POOL),
    secret: isKept ? keptSecret(dataFolder) : secret,
    publicUrl,
    ownOrigins: ownOrigins(publicUrl),
    consentUrl: one.HUANJI_CONSENT_URL ?? demoPage(CONSENT_PAGE),
    pushUrl: one.HUANJI_PUSH_URL ?? ownUrl,
    behindTls: one.HUANJI_BEHIND_TLS,
    trustedProxies: one.HUANJI_TRUSTED_PROXIES,
    rateFactor: one.HUANJI_RATE_FACTOR,
    streams: { inAll: one.HUANJI_STREAMS, perPerson: one.HUANJI_STREAMS_PER_PERSON },
    logLevel: one.HUANJI_LOG_LEVEL,
    traces:
      one.HUANJI_TRACES_URL === undefined ? null : { url: one.HUANJI_TRACES_URL, percent: one.HUANJI_TRACES_PERCENT },
    demoPhones: one.HUANJI_DEMO_PHONES,
    sms,
    s3,
    backup: {
      recipients: one.HUANJI_BACKUP_RECIPIENTS ?? [],
      passphraseFile: one.HUANJI_BACKUP_PASSPHRASE_FILE ?? null,
    },
    pictures: { hosts: one.HUANJI_PICTURE_HOSTS ?? [], origin: new URL(marketplace?.url ?? sandboxUrl).origin },
    marketplace,
    site: {
      appId: one.HUANJI_APP_ID ?? '',
      itemUrl: one.HUANJI_ITEM_URL ?? demoPage(BUYER_PAGES.item),
      qualityReportUrl: one.HUANJI_QUALITY_REPORT_URL ?? demoPage(BUYER_PAGES.qualityReport),
      detectReportUrl: one.HUANJI_DETECT_REPORT_URL ?? demoPage(BUYER_PAGES.detectReport),
    },
  }
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1']

function ownOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  if (!LOOPBACK_NAMES.includes(hostname)) return [origin]
  return LOOPBACK_NAMES.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)
}

/** Says how the demo is asked for, where nobody asked for production by name. */
function modeNote({ because }: Mode): string {
  if (because.length === 0) return ''
  const reasons = because.join('、')
  return `\nHUANJI_MODE 没有设置，因${reasons}而按正式运行；只是演示请设 HUANJI_MODE=demo。 Taken as production: for a demo set HUANJI_MODE=demo.`
}

type Required<N extends SettingName> = { readonly [K in N]: NonNullable<GivenSettings[K]> }

/** The settings of these names, or null with a complaint that names those that are not set, and all of them. */
function required<N extends SettingName>(
  one: GivenSettings,
  names: readonly N[],
  reason: string,
  complain: Complain,
): Required<N> | null {
  const missing = names.filter((name) => one[name] === undefined)
  if (missing.length === 0) return one as Required<N>
  return complain(
    `${reason}时必须设置 ${missing.join('、')}。`,
    `请设置 ${names.join('、')}。 ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} required.`,
  )
}

function s3Of(one: GivenSettings, complain: Complain): S3Settings | null {
  if (one.HUANJI_STORAGE !== 's3') return null
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const
  const known = required(one, names, '使用 S3 存储', complain)
  return (
    known && {
      endpoint: known.S3_ENDPOINT,
      region: one.S3_REGION,
      bucket: known.S3_BUCKET,
      accessKey: known.S3_ACCESS_KEY,
      secretKey: known.S3_SECRET_KEY,
    }
  )
}

function smsOf(one: GivenSettings, mode: Settings['mode'], complain: Complain): SmsSettings | null {
  if (one.HUANJI_SMS === 'none') {
    if (mode === 'demo') return null
    return complain(
      '正式运行时必须设置短信服务商，否则验证码无法送达。',
      '请设置 HUANJI_SMS=aliyun 及 HUANJI_SMS_KEY_ID、HUANJI_SMS_KEY_SECRET、HUANJI_SMS_SIGN、HUANJI_SMS_TEMPLATES。 HUANJI_SMS: production needs an SMS provider.',
    )
  }
  const names = ['HUANJI_SMS_KEY_ID', 'HUANJI_SMS_KEY_SECRET', 'HUANJI_SMS_SIGN', 'HUANJI_SMS_TEMPLATES'] as const
  const known = required(one, names, '使用阿里云短信', complain)
  return (
    known && {
      endpoint: one.HUANJI_SMS_ENDPOINT,
      keyId: known.HUANJI_SMS_KEY_ID,
      keySecret: known.HUANJI_SMS_KEY_SECRET,
      sign: known.HUANJI_SMS_SIGN,
      templates: known.HUANJI_SMS_TEMPLATES,
    }
  )
}

function marketplaceOf(one: GivenSettings, mode: Settings['mode'], complain: Complain): Settings['marketplace'] {
  const names = ['HUANJI_MARKETPLACE_URL', 'HUANJI_MARKETPLACE_APP_KEY', 'HUANJI_MARKETPLACE_APP_SECRET'] as const
  if (mode === 'demo' && names.every((name) => one[name] === undefined)) return null
  const known = required(one, names, mode === 'production' ? '正式运行' : '连接开放平台', complain)
  return (
    known && {
      url: known.HUANJI_MARKETPLACE_URL,
      appKey: known.HUANJI_MARKETPLACE_APP_KEY,
      appSecret: known.HUANJI_MARKETPLACE_APP_SECRET,
    }
  )
}

function secretOf(one: GivenSettings, complain: Complain): string {
  if (one.HUANJI_SECRET !== undefined) return one.HUANJI_SECRET
  complain(
    '正式运行时必须设置 HUANJI_SECRET。',
    '请生成一个随机值，例如 openssl rand -hex 32。 HUANJI_SECRET is required in production.',
  )
  return ''
}
