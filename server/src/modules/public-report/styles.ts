/**
 * The styles of a report's page. The colours are the web client's, which a test compares; they are written out here since
 * the page must not load anything.
 */
export const STYLES = `
:root{color-scheme:light dark;
--bg:#f3f5f4;--surface:#ffffff;--sunken:#f7f9f8;--ink:#16211f;--ink-2:#4c5b57;--ink-3:#5f6e6a;--line:#dde4e1;
--primary-ink:#0a5e55;--primary-soft:#dff1ed;--danger:#b42318;--danger-soft:#fdebe9;--success:#18713a;--success-soft:#e2f4e8;--focus:#0b6e63}
@media(prefers-color-scheme:dark){:root{
--bg:#0d1312;--surface:#151d1b;--sunken:#111817;--ink:#e4ecea;--ink-2:#aebfba;--ink-3:#93a59f;--line:#293532;
--primary-ink:#6fd3c3;--primary-soft:#14342f;--danger:#ff8a7e;--danger-soft:#3a1a17;--success:#6cd08e;--success-soft:#14301f;--focus:#6bd3c2}}
*{box-sizing:border-box}
html{background:var(--bg);color:var(--ink);font:400 15px/1.6 system-ui,-apple-system,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif;-webkit-text-size-adjust:100%}
body,h1,h2,h3,p,dl,dd,ul,ol,figure{margin:0;padding:0}
ul,ol{list-style:none}
body{max-width:760px;margin:0 auto;padding:0 12px 32px;overflow-wrap:anywhere}
h1{font-size:22px;line-height:1.3}h2{font-size:17px}h3{font-size:15px}
a{color:var(--primary-ink)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.top{display:flex;justify-content:space-between;gap:12px;padding:14px 4px 10px;color:var(--ink-2);font-size:13px}
.top b{color:var(--primary-ink)}
section,.card{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:16px;margin-bottom:12px}
h2{margin-bottom:10px}
.sku{color:var(--ink-2);margin-top:2px}
.grade{display:flex;flex-wrap:wrap;align-items:center;gap:8px 14px;margin:14px 0}
.grade strong{font-size:34px;line-height:1.1;color:var(--primary-ink)}
.label{color:var(--ink-2);font-size:13px}
.chip{padding:2px 10px;border-radius:99px;background:var(--primary-soft);color:var(--primary-ink);font-size:13px}
.facts{display:grid;grid-template-columns:auto 1fr;gap:6px 16px;padding-top:12px;border-top:1px solid var(--line);font-size:14px}
.facts dt{color:var(--ink-3)}
.num{font-variant-numeric:tabular-nums}
.verdict{padding:10px 12px;border-radius:6px;background:var(--success-soft);color:var(--success);font-weight:600;margin-bottom:10px}
.verdict.bad{background:var(--danger-soft);color:var(--danger)}
.groups{display:grid;grid-template-columns:repeat(auto-fill,minmax(130px,1fr));gap:8px}
.groups li{padding:8px 10px;border-radius:6px;background:var(--sunken)}
.groups span{display:block;color:var(--ink-3);font-size:13px}
.bad{color:var(--danger)}
.faults>li{padding:12px 0;border-top:1px solid var(--line)}
.faults>li:first-child{padding-top:0;border:0}
.faults h3,.faults p{color:var(--danger)}
.faults p{font-weight:600}
.shots{display:grid;grid-template-columns:repeat(auto-fill,minmax(140px,1fr));gap:10px;margin-top:8px}
.shots.large{grid-template-columns:repeat(auto-fill,minmax(260px,1fr))}
figure a{position:relative;display:block;aspect-ratio:4/3;border:1px solid var(--line);border-radius:6px;overflow:hidden;background:var(--sunken)}
figure img,figure svg{position:absolute;inset:0;width:100%;height:100%;object-fit:contain}
figure path{fill:none;stroke:#e5322d;stroke-width:3px;stroke-linecap:round;stroke-linejoin:round;vector-effect:non-scaling-stroke}
figure path.edge{stroke:#fff;stroke-width:6px}
figcaption{padding-top:4px;color:var(--ink-2);font-size:13px;line-height:1.4}
figcaption small{display:block;color:var(--ink-3);font-size:12px}
details{border-top:1px solid var(--line)}
details:first-of-type{border:0}
summary{display:flex;justify-content:space-between;gap:12px;padding:10px 0;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"";flex:none;width:8px;height:8px;margin:7px 4px 0 0;border:solid var(--ink-3);border-width:0 2px 2px 0;transform:rotate(45deg)}
[open]>summary::after{margin-top:11px;transform:rotate(225deg)}
summary span{margin-left:auto;color:var(--ink-2);font-size:14px}
summary span.bad{color:var(--danger)}
.lines{padding-bottom:8px;font-size:14px}
.lines div{display:grid;grid-template-columns:9em 1fr;gap:12px;padding:5px 0}
.lines dt{color:var(--ink-3)}
.lines .bad *{color:var(--danger)}
.note{color:var(--ink-2);font-size:13px}
.note li{padding-left:1.2em;text-indent:-1.2em}
.note li::before{content:"· ";display:inline-block;width:1.2em;text-indent:0;text-align:center}
.plain{padding:48px 16px;margin-top:12px;text-align:center}
.plain p{margin-top:8px;color:var(--ink-2)}
footer{padding:4px;color:var(--ink-3);font-size:12px;text-align:center}
@media(min-width:600px){body{padding:0 20px 40px}section,.card{padding:20px 24px}h1{font-size:26px}}
@media print{@page{margin:14mm}
:root{color-scheme:light;--bg:#fff;--surface:#fff;--sunken:#fff;--ink:#000;--ink-2:#333;--ink-3:#444;--line:#bbb;--primary-ink:#0a5e55;--primary-soft:#fff;--danger:#b42318;--danger-soft:#fff;--success:#18713a;--success-soft:#fff}
body{max-width:none;padding:0}section,.card{padding:0 0 8px;border:0}
section,figure,.lines div{break-inside:avoid}section.long{break-inside:auto}
summary::after{display:none}details::details-content{content-visibility:visible;block-size:auto}
.lines{columns:2}.shots{grid-template-columns:repeat(4,1fr)}.shots.large{grid-template-columns:repeat(3,1fr)}}
`
