import { expect, test } from 'vitest'
import { criticalCss, isWithin } from './critical-css.ts'

const CSS = `
/* a comment { } */
:root { --ink: #111; }
:root[data-theme="dark"] { --ink: #eee; }
.card > .sign,
.gone .sign {
  color: var(--ink);
  width: calc(100% - 2px);
}
.gone { color: red; }
.card:hover { color: blue; }
input:is(.card, .sign) { margin: 0 auto; }
@media (max-width: 900px) {
  .card { display: none; }
  .gone { display: none; }
}
@media (max-width: 100px) { .gone { color: red; } }
@media print { .card { color: black; } }
@keyframes turn { from { opacity: 0; } }
`

test('only rules that can matter to these classes are kept, without white space', () => {
  expect(criticalCss(CSS, new Set(['card', 'sign']))).toBe(
    [
      ':root{--ink:#111}',
      ':root[data-theme="dark"]{--ink:#eee}',
      '.card>.sign{color:var(--ink);width:calc(100% - 2px)}',
      'input:is(.card,.sign){margin:0 auto}',
      '@media (max-width:900px){.card{display:none}}',
    ].join(''),
  )
})

test('defect: a danger button looked like any other, because the button’s own rule stood behind it a second time', () => {
  const button = '.button-a1 { color: black; } .danger-a1 { color: red; }'
  expect(isWithin(button, '.icon-b2{width:1em}.button-a1{color:#000}.danger-a1{color:red}')).toBe(true)
  expect(isWithin(button, '.button-a12{color:#000}')).toBe(false)
  expect(isWithin(':root { --ink: black; }', '.button-a1{color:#000}')).toBe(false)
})
