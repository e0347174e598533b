/** What a scan came to, as the operator hears and sees it. */
export interface ScanOutcome {
  readonly ok: boolean
  readonly message: string
}

let audio: AudioContext | null = null

/**
 * A short high beep for success, a long low one for failure: the operator looks at the phone, not at the screen.
 * Before the first key or click a browser allows no sound, and the colour alone speaks.
 */
export function beep(ok: boolean): void {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  const seconds = ok ? 0.09 : 0.45
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.type = ok ? 'sine' : 'square'
  tone.frequency.value = ok ? 1320 : 180
  volume.gain.setValueAtTime(ok ? 0.2 : 0.12, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + seconds)
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + seconds)
}
