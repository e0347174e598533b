const LOOK_EVERY_MS = 10

/** Looks again and again until something holds. @throws Error after `limitMs` */
export async function until(isSo: () => boolean | Promise<boolean>, limitMs = 15_000): Promise<void> {
  const endMs = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`waited in vain for ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
