import { readFileSync } from 'node:fs'
import path from 'node:path'

const SECONDS: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'durations.json'), 'utf8'),
)

/** How long a test file took when it was measured (tests/durations.ts), in seconds; 0 for a short one. */
export const secondsOf = (name: string): number => SECONDS[name] ?? 0

/** The files of a folder that took at least so many seconds, the longest first. */
export const longFiles = (folder: string, seconds: number): string[] =>
  Object.keys(SECONDS).filter((name) => name.startsWith(folder) && secondsOf(name) >= seconds)
