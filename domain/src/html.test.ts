import { expect, it } from 'vitest'
import { html } from './html.ts'

it('escapes every word that is put in, in elements and in attributes', () => {
  const hostile = `<script>"&'</script>`
  const escaped = '&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;'
  expect(html`<p title="${hostile}">${hostile}${[hostile, 7]}</p>`.text).toBe(
    `<p title="${escaped}">${escaped}${escaped}7</p>`,
  )
})

it('takes its own pieces as they are, lists of them too, and leaves out what is not there', () => {
  const items = ['甲', '<乙>'].map((name) => html`<li>${name}</li>`)
  expect(html`<ul>${items}</ul>${null}${false}${''}${0}`.text).toBe('<ul><li>甲</li><li>&lt;乙&gt;</li></ul>0')
})

it('does not take an object for a piece because it looks like one', () => {
  const forged = { text: '<b>' } as unknown as string[]
  expect(() => html`${forged}`).toThrow()
})
