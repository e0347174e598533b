/** What a scan came to, as the operator hears and sees it. */
export interface ScanOutcome {
  readonly ok: boolean
  readonly message: string
  /** The code is kept, but something has to be done first: neither accepted nor refused. */
  readonly isHeld?: boolean
}

/** How an outcome is told: taken, refused, or held back until something else is done. */
export type ScanTone = 'ok' | 'refused' | 'held'

export const toneOf = ({ ok, isHeld }: ScanOutcome): ScanTone => (isHeld ? 'held' : ok ? 'ok' : 'refused')

/** Said of a code that stopped in the middle. */
export const FRAGMENT_MESSAGE = '读码不完整，请再扫一次'

interface Beep {
  readonly type: OscillatorType
  readonly hertz: number
  readonly volume: number
  /** Each tone's length in seconds, with as much silence as a tone is long between two. */
  readonly tones: readonly number[]
}

const BEEPS: Readonly<Record<ScanTone, Beep>> = {
  ok: { type: 'sine', hertz: 1320, volume: 0.2, tones: [0.09] },
  refused: { type: 'square', hertz: 180, volume: 0.12, tones: [0.45] },
  held: { type: 'triangle', hertz: 660, volume: 0.2, tones: [0.08, 0.08] },
}

const CHIME: Beep = { type: 'sine', hertz: 880, volume: 0.12, tones: [0.12, 0.12, 0.12] }

let audio: AudioContext | null = null

/**
 * A short high beep for success, a long low one for a refusal, two middle ones for a code that waits: the operator looks
 * at the phone, not at the screen. Before the first key or click a browser allows no sound, and the colour alone speaks.
 */
export function beep(tone: ScanTone): void {
  play(BEEPS[tone])
}

/** Three soft tones for a notice that cannot wait, unlike all that a scan sounds. */
export function chime(): void {
  play(CHIME)
}

function play({ type, hertz, volume, tones }: Beep): void {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  let startS = audio.currentTime
  for (const lengthS of tones) {
    const source = audio.createOscillator()
    const gain = audio.createGain()
    source.type = type
    source.frequency.value = hertz
    gain.gain.setValueAtTime(volume, startS)
    gain.gain.exponentialRampToValueAtTime(0.001, startS + lengthS)
    source.connect(gain).connect(audio.destination)
    source.start(startS)
    source.stop(startS + lengthS)
    startS += 2 * lengthS
  }
}
