import { DIGITS_PATTERN } from '@huanji/domain/validation'
import { z } from 'zod'
import { LATER_SCENES, SMS_SCENES, type SmsScene, TEMPLATE_SCENES } from '../modules/auth/sms-scenes.ts'
import { SECRET_FORM, secretFault } from './secret.ts'

/** What the documentation and a refusal say of a setting. */
export interface SettingText {
  /** What stands when it is not set; empty for nothing. */
  readonly standard: string
  /** What it takes. */
  readonly form: string
  readonly meaning: string
}

const texts = z.registry<SettingText>()

/** What a setting's value may look like: its schema, from the environment's text, and what it is called. */
interface Form<S extends z.ZodType<unknown, string>> {
  readonly schema: S
  readonly form: string
}

/** A setting that may be left out. */
function optional<S extends z.ZodType<unknown, string>>({ schema, form }: Form<S>, meaning: string) {
  const setting = schema.optional()
  texts.add(setting, { standard: '', form, meaning })
  return setting
}

/** A setting that has a value when it is left out. */
function standing<S extends z.ZodType<unknown, string>>(
  { schema, form }: Form<S>,
  standard: NoInfer<z.input<S>> & string,
  meaning: string,
) {
  const setting = z.prefault(schema, standard)
  texts.add(setting, { standard, form, meaning })
  return setting
}

const matching = (pattern: RegExp, form: string) => ({ schema: z.string().regex(pattern), form })

const TEXT = matching(/^.+$/, '文本')
const NUMBER = {
  schema: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number),
  form: '整数',
}
const PORT = {
  schema: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65_535, ''),
  form: '端口号（0–65535）',
}
const PERCENT = {
  schema: z
    .string()
    .regex(/^([1-9]\d?|100)$/)
    .transform(Number),
  form: '1–100 的整数',
}
const ADDRESS = {
  schema: z
    .string()
    .regex(/^https?:\/\/[^/]+.*$/)
    .transform((url) => url.replace(/\/$/, '')),
  form: 'http(s) 地址',
}
const YES_NO = { schema: z.enum(['yes', 'no']).transform((text) => text === 'yes'), form: 'yes 或 no' }
const SECRET = {
  schema: z.string().check(({ value, issues }) => {
    const fault = secretFault(value)
    if (fault !== null) issues.push({ code: 'custom', input: value, message: fault })
  }),
  form: SECRET_FORM,
}

/** Host names, each alone or with a leading dot for all that end in it. */
const HOSTS = {
  schema: z
    .string()
    .regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)+(,\s*\.?[a-z0-9-]+(\.[a-z0-9-]+)+)*$/i)
    .transform((text): readonly string[] => text.split(',').map((host) => host.trim().toLowerCase())),
  form: '以逗号分隔的域名；以点开头的包括其所有子域名',
}

const RECIPIENTS = {
  schema: z
    .string()
    .regex(/^age1[a-z0-9]+(,\s*age1[a-z0-9]+)*$/)
    .transform((text): readonly string[] => text.split(',').map((key) => key.trim())),
  form: '以逗号分隔的 age 公钥（age1…）',
}

/** One of a few words. */
function oneOf<const T extends string>(...words: readonly [T, ...T[]]) {
  const form = words.length === 1 ? words[0] : `${words.slice(0, -1).join('、')} 或 ${words.at(-1)}`
  return { schema: z.enum(words), form }
}

/** Template numbers by scene: one for each that needs its own, and for the later ones as wanted. */
const SMS_TEMPLATES = {
  schema: z
    .string()
    .regex(/^\w+=\w+(,\s*\w+=\w+)*$/)
    .transform((text, context): Readonly<Record<SmsScene, string>> => {
      const given = new Map(text.split(',').map((pair) => pair.trim().split('=') as [string, string]))
      const unknown = [...given.keys()].filter((name) => !SMS_SCENES.some((scene) => scene === name))
      const missing = TEMPLATE_SCENES.filter((scene) => !given.has(scene))
      if (unknown.length > 0 || missing.length > 0) {
        const fault = missing.length > 0 ? `缺少场景 ${missing.join('、')}` : `没有场景 ${unknown.join('、')}`
        context.addIssue({ code: 'custom', message: fault })
      }
      const of = (scene: SmsScene) => given.get(scene) ?? ''
      return {
        login: of('login'),
        signUp: of('signUp'),
        resetPassword: of('resetPassword'),
        updatePassword: of('updatePassword'),
        confirmSelf: of('confirmSelf') || of('updatePassword'),
        changePhone: of('changePhone') || of('updatePassword'),
      }
    }),
  form: '以逗号分隔的 场景=模板编号',
}

/** Every setting there is, in the order of the documentation: parsed, refused and documented from here. */
export const settingsSchema = z.strictObject({
  PORT: standing(PORT, '8080', '网站与接口的端口'),
  OPS_PORT: standing(PORT, '8081', '健康检查与指标的端口（/live /ready /metrics）'),
  HUANJI_OPS_PASSWORD: optional(
    SECRET,
    '运维页面 /dead-letters（OPS_PORT 上，用户名 ops）的密码；不设则没有该页面，失败任务用 npm run jobs 处理',
  ),
  DATABASE_URL: optional(
    matching(/^postgres(ql)?:\/\/.+$/, 'postgres:// 连接串'),
    'PostgreSQL 15+ 的连接串；不设则使用内置数据库',
  ),
  HUANJI_DIRECT_URL: optional(
    matching(/^postgres(ql)?:\/\/.+$/, 'postgres:// 连接串'),
    'DATABASE_URL 经过事务模式的连接池时，同一数据库的直连地址，用于各进程互相通知变更，以及迁移、备份、恢复与体检；不设则同 DATABASE_URL',
  ),
  NODE_ENV: optional(TEXT, '为 production 时默认按正式运行（见 HUANJI_MODE）'),
  HUANJI_HOST: standing(TEXT, '127.0.0.1', '监听的网卡地址；要让其他机器访问，设为 0.0.0.0'),
  HUANJI_DATA: standing(TEXT, './.huanji', '数据目录：内置数据库、文件与密钥'),
  HUANJI_MODE: optional(
    oneOf('demo', 'production'),
    'demo 含演示商家、模拟闲鱼和短信收件箱；production 不含。不设时，只有使用内置数据库、只监听本机、且 NODE_ENV 不是 production 才是 demo，否则为 production',
  ),
  HUANJI_PART: standing(
    oneOf('all', 'gateway', 'worker'),
    'all',
    '本进程的工作：all 全部，gateway 只应答，worker 只投递',
  ),
  HUANJI_SECRET: optional(
    SECRET,
    '签名密钥，例如 openssl rand -hex 32 的输出；不接受示例、重复或连续的字符。demo 下自动生成并保存在数据目录，production 必填',
  ),
  HUANJI_POOL: standing(NUMBER, '10', '数据库连接数上限'),
  HUANJI_PUBLIC_URL: optional(ADDRESS, '用户访问的地址；不设则为本机端口'),
  HUANJI_PUSH_URL: optional(ADDRESS, '闲鱼推送可达的地址；不设则同 HUANJI_PUBLIC_URL，模拟闲鱼用本机地址'),
  HUANJI_BEHIND_TLS: standing(YES_NO, 'no', '前面有 HTTPS 时设为 yes，会加上 HSTS'),
  HUANJI_TRUSTED_PROXIES: standing(NUMBER, '0', '前面可信代理的层数，用来取得真实来源地址'),
  HUANJI_RATE_FACTOR: standing(NUMBER, '1', '频率限额的倍数，0 为不限'),
  HUANJI_STREAMS: standing(NUMBER, '2000', '本进程同时保持的事件流上限；超出的浏览器改为定时刷新'),
  HUANJI_STREAMS_PER_PERSON: standing(NUMBER, '20', '每人在本进程同时保持的事件流上限'),
  HUANJI_LOG_LEVEL: standing(oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info', '日志级别'),
  HUANJI_TRACES_URL: optional(
    ADDRESS,
    '接收追踪数据的 OpenTelemetry 收集器（OTLP/HTTP），例如 http://127.0.0.1:4318/v1/traces；不设则不追踪',
  ),
  HUANJI_TRACES_PERCENT: standing(PERCENT, '10', '追踪的比例：每一百次请求或任务追踪几次'),
  HUANJI_STORAGE: standing(oneOf('disk', 's3'), 'disk', '照片与导出文件存放处'),
  S3_ENDPOINT: optional(ADDRESS, 'S3 兼容存储的地址'),
  S3_REGION: standing(TEXT, 'us-east-1', 'S3 区域'),
  S3_BUCKET: optional(TEXT, 'S3 存储桶'),
  S3_ACCESS_KEY: optional(TEXT, 'S3 访问密钥'),
  S3_SECRET_KEY: optional(TEXT, 'S3 访问密钥的密文'),
  HUANJI_BACKUP_RECIPIENTS: optional(
    RECIPIENTS,
    '备份加密用的 age 公钥；只有持有相应私钥的人才能恢复。不设则备份不加密，除非设了 HUANJI_BACKUP_PASSPHRASE_FILE',
  ),
  HUANJI_BACKUP_PASSPHRASE_FILE: optional(TEXT, '文件路径，其第一行是备份加密用的口令；设了公钥时只用于恢复'),
  HUANJI_SMS: standing(
    oneOf('none', 'aliyun'),
    'none',
    '短信服务商；none 只把验证码写入日志和演示收件箱（仅 demo），production 必须设为 aliyun',
  ),
  HUANJI_SMS_ENDPOINT: standing(ADDRESS, 'https://dysmsapi.aliyuncs.com', '阿里云短信接口的地址'),
  HUANJI_SMS_KEY_ID: optional(TEXT, '阿里云短信的 AccessKey ID'),
  HUANJI_SMS_KEY_SECRET: optional(TEXT, '阿里云短信的 AccessKey Secret'),
  HUANJI_SMS_SIGN: optional(TEXT, '已审核的短信签名名称，例如 焕机'),
  HUANJI_SMS_TEMPLATES: optional(
    SMS_TEMPLATES,
    `各场景已审核的验证码模板（变量为 code），如 login=SMS_1,signUp=SMS_2；场景：${TEMPLATE_SCENES.join('、')}，可另设 ${LATER_SCENES.join('、')}（不设则用 updatePassword 的）`,
  ),
  HUANJI_SMS_NOTICE_TEMPLATE: optional(
    TEXT,
    '已审核的通知短信模板（变量为 count 与 summary：消息条数与概要）；不设则员工不能选择短信',
  ),
  HUANJI_WEBHOOK_LOCAL: standing(
    YES_NO,
    'no',
    '允许接口推送发往本机（http 与 127.0.0.1、localhost），只用于试用和测试',
  ),
  HUANJI_MARKETPLACE_URL: optional(ADDRESS, '开放平台地址；不设则使用模拟闲鱼（仅 demo）'),
  HUANJI_MARKETPLACE_APP_KEY: optional(TEXT, '开放平台应用的 AppKey'),
  HUANJI_MARKETPLACE_APP_SECRET: optional(TEXT, '开放平台应用的 AppSecret'),
  HUANJI_PICTURE_HOSTS: optional(
    HOSTS,
    '闲鱼存放买家售后凭证图片的域名，例如 .alicdn.com；系统只从这些域名（https）和开放平台自己的地址下载图片，不设则只从后者下载',
  ),
  HUANJI_APP_ID: optional(matching(DIGITS_PATTERN, '数字'), '本应用在闲鱼的应用编号'),
  HUANJI_ITEM_URL: optional(
    matching(/^https?:\/\/[^/]+.*\{itemId\}.*$/, '含 {itemId} 的地址'),
    '闲鱼商品页的地址，{itemId} 处填商品编号；不设则演示时为模拟闲鱼的页面，正式使用时不显示链接',
  ),
  HUANJI_QUALITY_REPORT_URL: optional(
    matching(/^https?:\/\/[^/]+.*\{itemId\}.*$/, '含 {itemId} 的地址'),
    '闲鱼验机报告页的地址，{itemId} 处填商品编号；不设则演示时为模拟闲鱼的页面，正式使用时不显示链接',
  ),
  HUANJI_DETECT_REPORT_URL: optional(
    matching(/^https?:\/\/[^/]+.*\{key\}.*\{value\}.*$/, '含 {key} 与 {value} 的地址'),
    '质检报告页的地址，{key} 处填 itemId 或 detectNo，{value} 处填其值；不设则同上',
  ),
  HUANJI_CONSENT_URL: optional(
    matching(
      /^https?:\/\/[^/]+.*\{state\}.*\{redirect\}.*$|^https?:\/\/[^/]+.*\{redirect\}.*\{state\}.*$/,
      '含 {state} 与 {redirect} 的地址',
    ),
    '闲鱼店铺授权页的地址，{state} 处填防伪串，{redirect} 处填授权后返回的地址（本系统的 /authcode）；不设则演示时为模拟闲鱼的页面，正式使用时不能在本系统绑定店铺',
  ),
  HUANJI_SANDBOX_PORT: standing(PORT, '8082', '模拟闲鱼的端口'),
  HUANJI_DEMO_PHONES: standing(
    NUMBER,
    '300',
    '演示数据的手机台数，严选订单另用 10 台；0 只造这 10 台，以及账号、店铺、地址、封袋和几笔订单与账单',
  ),
})

/** The settings as they were given, each parsed; what was left out has its standard or is undefined. */
export type GivenSettings = z.output<typeof settingsSchema>
export type SettingName = keyof GivenSettings

/** The text of each setting, in the order of the documentation. */
export const SETTINGS: readonly (SettingText & { readonly name: string })[] = Object.entries(settingsSchema.shape).map(
  ([name, schema]) => {
    const text = texts.get(schema)
    if (text === undefined) throw new Error(`the setting ${name} has no text`)
    return { name, ...text }
  },
)
