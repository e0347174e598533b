import { Html, html } from '@huanji/domain/html'
import { formatShanghai } from '@huanji/domain/time'
import type { DeadLetter, QueueDepth } from '../jobs/job.ts'
import { numberOf } from '../jobs/letter-number.ts'

/** What an operator can do with dead letters: run them again, or give them up. */
export type DeadLetterAct = 'retry' | 'discard'

const STYLES = new Html(`
:root{color-scheme:light dark}
body{margin:0 auto;max-width:1280px;padding:16px;font:15px/1.5 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
h1{font-size:20px;margin:0 0 4px}
p{margin:4px 0 12px}
.told{padding:8px 12px;border:1px solid;border-radius:6px}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse}
th,td{padding:6px 10px;border-bottom:1px solid GrayText;text-align:left;vertical-align:top}
td{overflow-wrap:anywhere}
th,td.num,td.time{white-space:nowrap;font-variant-numeric:tabular-nums}
code{font-size:13px}
.bar{display:flex;flex-wrap:wrap;gap:8px;padding:12px 0}
button,a.button{padding:6px 14px;font:inherit}
`)

const document = (title: string, main: Html): string =>
  html`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<style>${STYLES}</style>
</head>
<body><main>${main}</main></body>
</html>`.text

function row(letter: DeadLetter): Html {
  const number = numberOf(letter)
  const { kind, aggregate, attempts, since, deadSince, error, merchantId } = letter
  const what = merchantId === null ? `闲鱼消息（${kind}）` : kind
  return html`<tr>
<td><input type="checkbox" name="letter" value="${number}" aria-label="选择 ${number}"></td>
<td>${what}<br><code>${aggregate}</code></td>
<td><code>${merchantId ?? '—'}</code></td>
<td class="num">${attempts}</td>
<td class="time">${formatShanghai(since)}</td>
<td class="time">${formatShanghai(deadSince)}</td>
<td>${error}</td>
</tr>`
}

/** The list of dead letters with what can be done about them. `told` is what has just come of it, or null. */
export function deadLetterPage(letters: readonly DeadLetter[], depth: QueueDepth, told: string | null): string {
  const standing = `待办 ${depth.pending} 件（最早 ${depth.oldestSeconds} 秒前），失败任务 ${depth.dead} 件，列出 ${letters.length} 条（含闲鱼消息）。`
  return document(
    '失败任务 · 焕机运维',
    html`<h1>失败任务</h1>
<p>${standing}</p>
${told !== null && html`<p class="told" role="status">${told}</p>`}
${
  letters.length === 0
    ? html`<p>没有失败任务。任务试过 12 次（约一个半小时）仍失败时，会列在这里。</p>`
    : html`<form method="post" action="/dead-letters">
<div class="bar"><button name="act" value="retry">重试所选</button><button name="act" value="discard">放弃所选…</button></div>
<div class="scroll"><table>
<thead><tr><th scope="col">选择</th><th scope="col">任务</th><th scope="col">商家</th><th scope="col">次数</th><th scope="col">始于</th><th scope="col">止于</th><th scope="col">最后的错误</th></tr></thead>
<tbody>${letters.map(row)}</tbody>
</table></div>
</form>`
}`,
  )
}

/** Asks before dead letters are given up: nobody does their work afterwards. */
export function discardPage(numbers: readonly string[]): string {
  return document(
    '放弃失败任务 · 焕机运维',
    html`<h1>放弃 ${numbers.length} 件失败任务？</h1>
<p>放弃后不再执行，三十天后删除，不能撤销。</p>
<ul>${numbers.map((number) => html`<li><code>${number}</code></li>`)}</ul>
<form method="post" action="/dead-letters">
${numbers.map((number) => html`<input type="hidden" name="letter" value="${number}">`)}
<input type="hidden" name="sure" value="yes">
<div class="bar"><button name="act" value="discard">确认放弃</button> <a class="button" href="/dead-letters">返回</a></div>
</form>`,
  )
}

/** A page of one sentence. */
export const sentencePage = (sentence: string): string =>
  document('焕机运维', html`<p>${sentence}</p><p><a href="/dead-letters">失败任务</a></p>`)
