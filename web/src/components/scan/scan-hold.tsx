import { createContext, type ReactNode, type RefObject, useContext, useEffect, useState } from 'react'
import type { ScanBoxHandle } from './scan-box.tsx'
import { useScanner } from './use-scanner.ts'

/** Codes that came while no box was there to take them, oldest first. */
const Held = createContext<string[] | null>(null)

function Listener({ held }: { held: string[] }) {
  useScanner({ onScan: (code) => held.push(code) })
  return null
}

/**
 * Keeps what is scanned while a drawer goes from one step to the next and has no scan box: nobody waits for the screen
 * before the next label. The next box takes it (`useHeldScans`).
 */
export function ScanHold({ children }: { children: ReactNode }) {
  const [held] = useState<string[]>([])
  return (
    <Held value={held}>
      {/* Before the steps: the box of a step listens after it, and so goes first. */}
      <Listener held={held} />
      {children}
    </Held>
  )
}

/** Gives the box of a step what was scanned before it was there. */
export function useHeldScans(box: RefObject<ScanBoxHandle | null>): void {
  const held = useContext(Held)
  useEffect(() => {
    for (const code of held?.splice(0) ?? []) box.current?.scan(code)
  }, [held, box])
}
