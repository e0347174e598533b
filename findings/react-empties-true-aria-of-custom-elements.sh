#!/bin/bash
# Software: react and react-dom 19.3.1, happy-dom 21.0.4 as the page.
#
# Guess: `aria-` attributes take true and false as their words on every element, as React writes them on `div`: false means
#   something there, and is not the same as missing. What the server writes is what the page has.
# Seen: on a custom element true becomes an empty text, and false is left out by the server and written in the page; and onChange
#   hears `change` alone there, not `input` as on an input:
#     server div          <div aria-invalid="false" aria-disabled="true"></div>
#     server code-field   <code-field aria-disabled=""></code-field>
#     page   code-field   aria-invalid "false", aria-disabled ""
#     page   code-field   onChange heard: change
#     page   input        onChange heard: input change
# Why it matters: `aria-disabled=""` and `aria-invalid=""` count as not set: a screen reader is told that a box is right which is
#   wrong, and a controlled field made of a custom element never hears what is typed.
# Our product: web/src/components/scan/code-field writes the words itself and listens to `input` by hand.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned react@19.3.1 react-dom@19.3.1 happy-dom@21.0.4

cat >page.mjs <<'JS'
import { Window } from 'happy-dom'

const window = new Window()
for (const name of ['window', 'document', 'HTMLElement', 'Node', 'Event', 'Element', 'HTMLIFrameElement'])
  Object.defineProperty(globalThis, name, { value: name === 'window' ? window : window[name], configurable: true })
globalThis.IS_REACT_ACT_ENVIRONMENT = true
const { act, createElement } = await import('react')
const { createRoot } = await import('react-dom/client')
const { renderToStaticMarkup } = await import('react-dom/server')
const aria = { 'aria-invalid': false, 'aria-disabled': true }
for (const tag of ['div', 'code-field'])
  console.log('server', tag.padEnd(12), renderToStaticMarkup(createElement(tag, aria)))
const place = document.body.appendChild(document.createElement('div'))
const root = createRoot(place)
for (const tag of ['div', 'code-field']) {
  await act(async () => root.render(createElement(tag, aria)))
  const element = place.firstElementChild
  console.log('page  ', tag.padEnd(12), `aria-invalid ${JSON.stringify(element.getAttribute('aria-invalid'))},`,
    `aria-disabled ${JSON.stringify(element.getAttribute('aria-disabled'))}`)
}
for (const tag of ['code-field', 'input']) {
  const heard = []
  await act(async () => root.render(createElement(tag, { onChange: ({ type, nativeEvent }) => heard.push(nativeEvent.type) })))
  const element = place.firstElementChild
  for (const type of ['input', 'change'])
    await act(async () => {
      // React asks an input whether its text is another one
      if (tag === 'input') Object.getOwnPropertyDescriptor(window.HTMLInputElement.prototype, 'value').set.call(element, type)
      element.dispatchEvent(new window.Event(type, { bubbles: true }))
    })
  console.log('page  ', tag.padEnd(12), 'onChange heard:', heard.join(' '))
}
process.exit(0)
JS
seen=$(node page.mjs)
verdict 'the same words on both elements, and `input` heard by both' 'server div          <div aria-invalid="false" aria-disabled="true"></div>
server code-field   <code-field aria-disabled=""></code-field>
page   div          aria-invalid "false", aria-disabled "true"
page   code-field   aria-invalid "false", aria-disabled ""
page   code-field   onChange heard: change
page   input        onChange heard: input change' "$seen"
