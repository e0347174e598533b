import type { Channel } from '@huanji/domain/channel'
import { REPAIR_FLAG_LABELS } from '@huanji/domain/grading/ladder'
import { labelOnChannel } from '@huanji/domain/grading/map'
import { Html, html } from '@huanji/domain/html'
import { formatShanghai } from '@huanji/domain/time'
import { answerText, type Report, type ReportGroup } from '../inspection/report.ts'
import { inspectorTitle, maskCode } from './masks.ts'
import { pictures, type ShownPhoto } from './pictures.ts'
import type { PublicReport } from './store.ts'
import { STYLES } from './styles.ts'

/** What the page says about itself, in the order of its sentences. */
const DISCLAIMER = [
  '本报告由商家检测并填写，反映检测时手机的状况；检测后的正常使用、运输和存放可能带来变化。',
  '检测不拆机，拆修结论依据外观、系统信息和功能判断；未列出的项目不在检测范围内。',
  '实拍图受光线和屏幕显示影响，细微痕迹请以实物为准；瑕疵图上的圈和箭头为标注，不是手机上的痕迹。',
  '收货后请核对IMEI后四位与报告一致；封袋或防拆标被拆后，售后以平台规则为准。',
]

const CHANNEL_NAMES: Readonly<Record<Channel, string>> = { auction: '鱼市', curated: '严选' }

/** Ours, with signs that must not be escaped in a style sheet. */
const STYLE_TEXT = new Html(STYLES)

/** A report with the photographs that buyers may see. */
export interface ShownReport {
  readonly record: PublicReport
  readonly photos: readonly ShownPhoto[]
}

function document(title: string, merchantName: string | null, main: Html): string {
  return html`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${STYLE_TEXT}</style>
</head>
<body>
<header class="top"><b>质检报告</b>${merchantName !== null && html`<span>检测商家：${merchantName}</span>`}</header>
<main>${main}</main>
<footer>${merchantName !== null && '以上内容由检测商家提供 · '}焕机质检系统</footer>
</body>
</html>`.text
}

/** A page of one sentence: there is nothing else to show. */
export function sentencePage(title: string, sentence: string): string {
  return document(title, null, html`<div class="card plain"><h1>${title}</h1><p>${sentence}</p></div>`)
}

/** A report as buyers read it. */
export function reportPage(shown: ShownReport): string {
  const { record } = shown
  const { report } = record
  const main = html`${head(record)}${overview(report)}${faults(shown)}${photographs(shown)}
<section class="long" aria-labelledby="items"><h2 id="items">检测明细</h2>${report.groups.map(groupOf)}</section>
<section aria-labelledby="note"><h2 id="note">报告说明</h2><ul class="note">${DISCLAIMER.map((line) => html`<li>${line}</li>`)}</ul></section>`
  return document(`${record.modelName} 质检报告`, record.merchantName, main)
}

/** The phone's code with what kind it is: the first that it has. */
function codeFact({ imei, meid, sn }: PublicReport): readonly [string, string] | null {
  if (imei !== '') return ['IMEI', maskCode(imei)]
  if (meid !== '') return ['MEID', maskCode(meid)]
  return sn === '' ? null : ['序列号', maskCode(sn)]
}

function head(record: PublicReport): Html {
  const { modelName, skuText, grade, channel, repairFlag, inspectionNo, createdAt, inspectorName } = record
  const facts = [
    ['质检单号', inspectionNo],
    ['检测时间', formatShanghai(createdAt)],
    ['检测人员', inspectorTitle(inspectorName)],
    codeFact(record),
  ].filter((fact) => fact !== null)
  return html`<div class="card">
<h1>${modelName}</h1><p class="sku">${skuText}</p>
${grade !== null && html`<div class="grade"><span class="label">${CHANNEL_NAMES[channel]}成色</span><strong>${labelOnChannel(grade, channel)}</strong>${repairFlag !== null && html`<span class="chip">${REPAIR_FLAG_LABELS[repairFlag]}</span>`}</div>`}
<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd class="num">${value}</dd>`)}</dl>
</div>
`
}

function overview({ groups, exceptions }: Report): Html {
  const verdict =
    exceptions.length === 0
      ? html`<p class="verdict">已检项目未发现异常</p>`
      : html`<p class="verdict bad">发现 ${exceptions.length} 项异常，请先阅读异常项</p>`
  const cells = groups.map(
    ({ name, summary, exceptionCount }) =>
      html`<li><span>${name}</span><b${exceptionCount > 0 && html` class="bad"`}>${summary}</b></li>`,
  )
  return html`<section aria-labelledby="overview"><h2 id="overview">检测结论</h2>${verdict}<ul class="groups">${cells}</ul></section>
`
}

function faults({ record, photos }: ShownReport): Html | null {
  const { exceptions } = record.report
  if (exceptions.length === 0) return null
  const items = [...Map.groupBy(exceptions, ({ itemCode }) => itemCode).values()]
  const rows = items.map((found) => {
    const [first] = found
    const options = found.map(({ optionName }) => optionName).join('、')
    const defects = photos.filter(({ kind, itemCode }) => kind === 'defect' && itemCode === first?.itemCode)
    const says = `${first?.itemName}：${options}`
    const shown = defects.map((photo) => ({ photo, says, caption: photo.isSample ? '同批样机' : null }))
    return html`<li><h3>${first?.itemName ?? ''}</h3><p>${options}</p>${pictures(shown, { isLarge: true })}</li>`
  })
  return html`<section class="long" aria-labelledby="faults"><h2 id="faults" class="bad">异常项（${exceptions.length}）</h2><ul class="faults">${rows}</ul></section>
`
}

function photographs({ record, photos }: ShownReport): Html | null {
  const { shots, exceptions } = record.report
  const isFault = (itemCode: string | null) => exceptions.some((exception) => exception.itemCode === itemCode)
  const shown = photos
    .filter(({ kind, itemCode }) => kind === 'real' || !isFault(itemCode))
    .map((photo) => ({ photo, says: shots.find(({ code }) => code === photo.position)?.name ?? '实拍图' }))
    .map((one) => ({ ...one, caption: one.says }))
  if (shown.length === 0) return null
  const isSample = shown.some(({ photo }) => photo.isSample)
  const note = isSample && html`<p class="note">同批手机成色一致，以下为同批样机的实拍图。</p>`
  return html`<section class="long" aria-labelledby="photos"><h2 id="photos">实拍图（${shown.length}）</h2>${note}${pictures(shown)}</section>
`
}

function groupOf({ name, summary, exceptionCount, lines }: ReportGroup): Html {
  const rows = lines.map((line) => {
    const answer = answerText(line)
    if (!line.exception) return html`<div><dt>${line.itemName}</dt><dd>${answer}</dd></div>`
    return html`<div class="bad"><dt>${line.itemName}</dt><dd>${answer}（异常）</dd></div>`
  })
  return html`<details><summary><h3>${name}</h3><span${exceptionCount > 0 && html` class="bad"`}>${summary}</span></summary><dl class="lines">${rows}</dl></details>
`
}
