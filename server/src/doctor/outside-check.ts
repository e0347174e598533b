import type { Clock } from '../platform/clock.ts'
import type { Settings } from '../settings.ts'
import { checkCallerAddress } from './address-check.ts'
import { better, type Finding, missing, reasonOf, well, wrong } from './finding.ts'

const TIMEOUT_MS = 5_000
/** The marketplace refuses signatures that are older. */
const SKEW_MS = 60_000

interface Answer {
  readonly status: number
  readonly date: string | null
}

/** Asks an address without any key; whatever it answers, it is there. */
async function ask(url: string): Promise<Answer | string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
    await response.body?.cancel()
    return { status: response.status, date: response.headers.get('date') }
  } catch (error) {
    return reasonOf(error)
  }
}

const isSafe = (url: string): boolean => new URL(url).protocol === 'https:'

/** Whether people, the marketplace, the text messages and the traces can be reached, and are reached safely. */
export async function checkOutside(settings: Settings, clock: Clock): Promise<Finding[]> {
  return [
    modeOf(settings),
    ...(await publicFindings(settings)),
    ...(await marketplaceFindings(settings, clock)),
    ...siteFindings(settings),
    await smsFinding(settings),
    ...(await operatorsFindings(settings)),
  ]
}

const modeOf = ({ mode }: Settings): Finding =>
  mode === 'production'
    ? well('运行方式', '正式运行')
    : missing('运行方式', '演示：验证码公开、闲鱼为模拟', '请设置 HUANJI_MODE=production。')

async function publicFindings({ publicUrl, behindTls, trustedProxies }: Settings): Promise<Finding[]> {
  const about = '访问地址'
  const { origin } = new URL(publicUrl)
  if (!isSafe(publicUrl)) {
    return [missing(about, `${origin} 不是 https`, '请在前面放 HTTPS 反向代理，并设置 HUANJI_PUBLIC_URL=https://…')]
  }
  const answer = await ask(`${publicUrl}/openapi.json`)
  const isThere = typeof answer !== 'string' && answer.status === 200
  const why = typeof answer === 'string' ? answer : `HTTP ${answer.status}`
  return [
    isThere
      ? well(about, origin)
      : missing(about, `${origin} 没有由焕机应答（${why}）`, '请启动焕机，并检查反向代理、证书与域名解析。'),
    behindTls ? well('HSTS', '已开启') : missing('HSTS', '没有开启', '请设置 HUANJI_BEHIND_TLS=yes。'),
    await checkCallerAddress({ publicUrl, trustedProxies }),
  ]
}

async function marketplaceFindings({ marketplace, pushUrl }: Settings, clock: Clock): Promise<Finding[]> {
  const about = '开放平台'
  if (marketplace === null) {
    return [missing(about, '模拟闲鱼', '请设置 HUANJI_MARKETPLACE_URL、_APP_KEY、_APP_SECRET，见 docs/going-live.md。')]
  }
  const { origin } = new URL(marketplace.url)
  const push = isSafe(pushUrl)
    ? well('推送地址', new URL(pushUrl).origin)
    : missing(
        '推送地址',
        `${new URL(pushUrl).origin} 不是 https`,
        '请设置 HUANJI_PUSH_URL 或 HUANJI_PUBLIC_URL 为 https 地址。',
      )
  if (!isSafe(marketplace.url)) return [wrong(about, `${origin} 不是 https`, '请核对 HUANJI_MARKETPLACE_URL。'), push]
  const answer = await ask(marketplace.url)
  if (typeof answer === 'string') {
    return [wrong(about, `${origin} 连接不上（${answer}）`, '请检查网络出口、域名解析与防火墙。'), push]
  }
  return [well(about, `${origin}，AppKey 与 AppSecret 已设置`), clockFinding(answer, clock), push]
}

function clockFinding({ date }: Answer, clock: Clock): Finding {
  const about = '时钟'
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return well(about, '开放平台没有说它的时间')
  const apartMs = Math.abs(clock.now().getTime() - theirs)
  const says = `与开放平台相差 ${Math.round(apartMs / 1000)} 秒`
  return apartMs <= SKEW_MS ? well(about, says) : wrong(about, says, '签名会被拒绝：请启用时间同步（chrony、ntp）。')
}

function siteFindings({ site, consentUrl, pictures }: Settings): Finding[] {
  const one = (name: string, value: string, what: string) =>
    value === '' ? missing(name, '没有设置', what) : well(name, '已设置')
  return [
    one('HUANJI_APP_ID', site.appId, '请填开放平台控制台里本应用的编号。'),
    one('HUANJI_CONSENT_URL', consentUrl, '没有它不能绑定店铺：请填店铺授权页的地址。'),
    one('HUANJI_ITEM_URL', site.itemUrl, '没有它商品不带链接：请填商品页的地址。'),
    one('HUANJI_QUALITY_REPORT_URL', site.qualityReportUrl, '没有它验机报告不带链接。'),
    one('HUANJI_DETECT_REPORT_URL', site.detectReportUrl, '没有它质检报告不带链接。'),
    pictures.hosts.length > 0
      ? well('HUANJI_PICTURE_HOSTS', pictures.hosts.join('、'))
      : missing('HUANJI_PICTURE_HOSTS', '没有设置', '没有它取不到买家的售后图片，例如 .alicdn.com。'),
  ]
}

async function smsFinding({ sms }: Settings): Promise<Finding> {
  if (sms === null)
    return missing('短信', '没有服务商，验证码送不到', '请设置 HUANJI_SMS=aliyun 及其密钥、签名与模板。')
  const answer = await ask(sms.endpoint)
  const { origin } = new URL(sms.endpoint)
  return typeof answer === 'string'
    ? wrong('短信', `${origin} 连接不上（${answer}）`, '请检查网络出口与 HUANJI_SMS_ENDPOINT。')
    : well('短信', `${origin}，签名与各场景模板已设置`)
}

async function operatorsFindings({ opsPassword, traces, backup }: Settings): Promise<Finding[]> {
  const hasSeal = backup.recipients.length > 0 || backup.passphraseFile !== null
  const findings = [
    opsPassword === null
      ? better('运维页面', '没有', '设置 HUANJI_OPS_PASSWORD 后可在网页上处理失败任务。')
      : well('运维页面', '已设密码'),
    hasSeal
      ? well('备份', '加密')
      : better('备份', '不加密', '请设置 HUANJI_BACKUP_RECIPIENTS，见 docs/operations.md。'),
  ]
  if (traces === null) return findings
  const answer = await ask(traces.url)
  const { origin } = new URL(traces.url)
  const trace =
    typeof answer === 'string'
      ? wrong('追踪', `${origin} 连接不上（${answer}）`, '请检查收集器。')
      : well('追踪', origin)
  return [...findings, trace]
}
