import { toast } from '../toast/toast.ts'

/** Copies without the clipboard API, which browsers give to secure pages only; many shops open the product over plain HTTP. */
function copyBySelection(text: string): boolean {
  const box = document.createElement('textarea')
  box.value = text
  box.setAttribute('readonly', '')
  box.style.position = 'fixed'
  box.style.opacity = '0'
  // Inside an open dialog, anything outside it cannot take the focus.
  const host = document.querySelector('dialog[open]') ?? document.body
  const before = document.activeElement
  host.append(box)
  box.select()
  try {
    return document.execCommand('copy')
  } finally {
    box.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

/**
 * Puts text on the clipboard and says so: 复制成功, or 没有可复制的内容 for an empty text (docs/specification.md §8).
 * @returns true when it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  if (text === '') {
    toast('info', '没有可复制的内容')
    return false
  }
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text)
    else if (!copyBySelection(text)) throw new Error('copy was refused')
  } catch {
    toast('error', '复制失败，请手动选择后复制')
    return false
  }
  toast('success', '复制成功')
  return true
}
