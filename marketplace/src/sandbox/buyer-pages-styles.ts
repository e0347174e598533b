import { createHash } from 'node:crypto'

/** The styles of the stand-in's pages, in both themes and from a phone's width on. */
export const STYLES = `
:root{color-scheme:light dark;--bg:#f6f6f6;--card:#fff;--ink:#1f1f1f;--ink-2:#5b5b5b;--line:#e6e6e6;--brand:#ffe60f;--on-brand:#1f1f1f;--price:#c8320f;--bad:#b8230f;--bad-soft:#fdeceb;--good:#1b7036;--good-soft:#e6f4ea;--link:#0b5cab}
@media(prefers-color-scheme:dark){:root{--bg:#121212;--card:#1c1c1c;--ink:#ececec;--ink-2:#b0b0b0;--line:#333;--brand:#d8c200;--price:#ff8a68;--bad:#ff8f80;--bad-soft:#3b1a16;--good:#79d397;--good-soft:#15301e;--link:#8bbcf5}}
*{box-sizing:border-box}
body,h1,h2,h3,p,dl,dd,ul,figure{margin:0;padding:0}
ul{list-style:none}
body{background:var(--bg);color:var(--ink);font:400 15px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;overflow-wrap:anywhere}
header{background:var(--brand);color:var(--on-brand);padding:10px 16px;font-weight:600}
main,footer{max-width:720px;margin:0 auto;padding:12px}
section{background:var(--card);border-radius:12px;padding:16px;margin-bottom:12px}
h1{font-size:19px;line-height:1.4}h2{font-size:16px;margin-bottom:8px}h3{font-size:15px}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.price{color:var(--price);font-size:26px;font-weight:700;line-height:1.3}
.price small{font-size:14px;font-weight:400;color:var(--ink-2)}
.tag{display:inline-block;margin-right:6px;padding:1px 8px;border-radius:4px;background:var(--brand);color:var(--on-brand);font-size:13px;font-weight:600}
.degree{font-size:28px;font-weight:700;line-height:1.3}
.quiet{color:var(--ink-2);font-size:14px}
.text{white-space:pre-wrap}
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(92px,1fr));gap:6px}
.pictures img{display:block;width:100%;aspect-ratio:1;object-fit:cover;border-radius:8px;background:var(--bg)}
.verdict{margin-top:8px;padding:8px 12px;border-radius:8px;background:var(--good-soft);color:var(--good);font-weight:600}
.verdict.bad{background:var(--bad-soft)}
.bad,.bad *{color:var(--bad)}
dl{font-size:14px}
dl div{display:grid;grid-template-columns:8.5em 1fr;gap:10px;padding:5px 0}
dt{color:var(--ink-2)}
details{border-top:1px solid var(--line)}
details:first-of-type{border:0}
summary{display:flex;justify-content:space-between;gap:12px;padding:10px 0;cursor:pointer}
fieldset{border:0;margin:12px 0;padding:0}
legend{font-weight:600;margin-bottom:4px}
.choice{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:4px 12px;padding:8px 0;border-top:1px solid var(--line)}
.choice label:has([type=radio]){display:flex;align-items:center;gap:8px}
.choice input[type=radio]{margin:0}
.choice .tag{margin:0 0 0 6px}
.choice input:not([type=radio]){width:11em;padding:4px 8px;border:1px solid var(--ink-2);border-radius:6px;background:var(--bg);color:var(--ink);font:inherit}
.answers{display:flex;gap:12px}
button{padding:8px 22px;border:1px solid var(--ink-2);border-radius:8px;background:var(--card);color:var(--ink);font:inherit;cursor:pointer}
button[value=agree]{border-color:var(--brand);background:var(--brand);color:var(--on-brand);font-weight:600}
.links{display:flex;flex-wrap:wrap;gap:8px 20px;margin-top:10px}
footer{color:var(--ink-2);font-size:12px;text-align:center}
@media print{body{background:#fff}header{background:none}details::details-content{content-visibility:visible;block-size:auto}}
`

/** The styles as a policy names them. */
export const STYLES_SOURCE = `'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`

/** A page may hold nothing that runs, wherever its words come from: its own styles, and the goods' pictures. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${STYLES_SOURCE}`,
  'img-src http: https: data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
