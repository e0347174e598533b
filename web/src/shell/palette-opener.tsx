import { latePart } from '../components/late/late-part.ts'
import { openOverlay } from '../components/overlay/overlay-host.tsx'
import { activeShortcuts } from '../components/shortcuts/shortcuts.ts'

const Palette = latePart(async () => (await import('./palette/palette.tsx')).Palette)

/**
 * Opens the quick search.
 * @param code looked up at once, as after a scan
 */
export function openPalette(code = ''): void {
  // What works on the page is asked now: once the palette is open, the page's keys are quiet.
  const commands = activeShortcuts()
  void openOverlay((close) => <Palette code={code} commands={commands} onClose={close} />)
}
