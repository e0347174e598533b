import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Chromium without a window of its own: the same engine, without the tabs and the menus of a desktop browser, which are
 * drawn for every page though nobody looks. They take nearly half of what the journeys take.
 */
const WITHOUT_WINDOW = '/usr/bin/chromium-headless-shell'
const PLACES = [WITHOUT_WINDOW, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const PACKAGES = ['chromium-headless-shell', 'fonts-noto-cjk']

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

const canInstall = (): boolean => process.platform === 'linux' && process.getuid?.() === 0

function install(): void {
  process.stdout.write('Installing Chromium without a window from the system packages\n')
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  execFileSync('apt-get', ['install', '-y', '-qq', ...PACKAGES], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/**
 * The system's Chromium, without a window where there is such a one. On a fresh Debian machine it is installed from the
 * system's packages, with fonts for Chinese.
 * @throws with the cure when there is none and it cannot be installed
 */
export function browserPath(): string {
  const present = found()
  if (present) return present
  const cure = `Install Chromium (on Debian: apt-get install ${PACKAGES.join(' ')}) or name one in CHROMIUM_PATH.`
  if (!canInstall()) throw new Error(`No Chromium was found. ${cure}`)
  try {
    install()
  } catch (cause) {
    throw new Error(`Chromium could not be installed. ${cure}`, { cause })
  }
  const installed = found()
  if (!installed) throw new Error(`Chromium was installed but not found. ${cure}`)
  return installed
}

/**
 * Gets the browser ready that the journeys are quickest in; one that is there already will do where that cannot be had.
 * @throws as `browserPath` does
 */
export function prepareBrowser(): void {
  const present = found()
  if (present !== undefined && present !== WITHOUT_WINDOW && !process.env.CHROMIUM_PATH && canInstall()) {
    try {
      install()
    } catch {
      process.stdout.write(`It could not be installed: the journeys run in ${present}, more slowly\n`)
    }
  }
  browserPath()
}
