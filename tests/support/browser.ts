import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** What a browser needs to run as root, without a screen, and without calling anyone. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function found(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  return named ?? PLACES.find((place) => existsSync(place))
}

/**
 * The system's Chromium; on a fresh Debian machine it is installed from the system's packages, with fonts for Chinese.
 * @throws with the cure when there is none and it cannot be installed
 */
export function browserPath(): string {
  const present = found()
  if (present) return present
  const cure = 'Install Chromium (on Debian: apt-get install chromium fonts-noto-cjk) or name one in CHROMIUM_PATH.'
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error(`No Chromium was found. ${cure}`)
  process.stdout.write('No Chromium on this machine: installing it from the system packages\n')
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium', 'fonts-noto-cjk'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  } catch (cause) {
    throw new Error(`Chromium could not be installed. ${cure}`, { cause })
  }
  const installed = found()
  if (!installed) throw new Error(`Chromium was installed but not found. ${cure}`)
  return installed
}
