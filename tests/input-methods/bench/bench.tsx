import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { CodeField } from '../../../web/src/components/scan/code-field/code-field.tsx'
import { useCodeBox } from '../../../web/src/components/scan/use-code-box.ts'
import { useScanner } from '../../../web/src/components/scan/use-scanner.ts'
import type { Command, Told } from '../bench-protocol.ts'

/** What stood in the box for words before a scan, and must stand there after it. */
const WORDS = '屏幕有一道划痕'

const byId = (id: string) => document.getElementById(id) as (HTMLElement & { value: string }) | null

function send(told: Told): void {
  void fetch('/told', { method: 'POST', body: JSON.stringify(told) })
}

/** Tells once the box for words has been put back, which happens in the same turn. */
function tell(how: 'taken' | 'refused', text: string, of: 'box' | 'page'): void {
  setTimeout(() => send({ how, text, of, words: byId('words')?.value ?? '', field: byId('code')?.value ?? '' }), 0)
}

/** The product's own field for codes, and a box for words beside it whose page listens for scans. */
function Bench() {
  const [code, setCode] = useState('')
  useScanner({
    onScan: (scanned) => tell('taken', scanned, 'page'),
    tell: ({ message }) => tell('refused', message, 'page'),
  })
  const { box, outcome } = useCodeBox({
    name: 'phone',
    onCode: (scanned) => {
      setCode(scanned)
      tell('taken', scanned, 'box')
      return { ok: true, message: '' }
    },
  })
  useEffect(() => {
    if (outcome?.ok === false) tell('refused', outcome.message, 'box')
  }, [outcome])
  return (
    <>
      <label htmlFor="code">编号</label>
      <CodeField {...box} id="code" value={code} onChange={({ target }) => setCode(target.value)} />
      <textarea id="words" aria-label="备注" defaultValue={WORDS} />
      <textarea id="typed" aria-label="输入" />
    </>
  )
}

function obey({ number, focus }: Command): void {
  const [words, typed, box] = [byId('words'), byId('typed'), byId(focus)]
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  if (words) words.value = WORDS
  if (typed) typed.value = ''
  box?.focus()
  send({ how: 'ready', number, hasFocus: document.hasFocus() && document.activeElement === box })
}

addEventListener('compositionupdate', ({ data }) => send({ how: 'composed', text: data }))
addEventListener('input', ({ target }) => {
  if (target === byId('typed')) send({ how: 'typed', text: byId('typed')?.value ?? '' })
})
createRoot(byId('root') as HTMLElement).render(<Bench />)
new EventSource('/commands').addEventListener('message', ({ data }) => obey(JSON.parse(data)))
