import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { FIREFOX } from './firefox.ts'
import { MINI_BROWSER, WEBKIT_DRIVER } from './webkit-driver.ts'

/** What each of Debian's packages brings that tests run. */
const PROGRAMS = {
  xvfb: '/usr/bin/Xvfb',
  openbox: '/usr/bin/openbox',
  xdotool: '/usr/bin/xdotool',
  'dbus-x11': '/usr/bin/dbus-launch',
  fcitx5: '/usr/bin/fcitx5',
  'fcitx5-pinyin': '/usr/share/fcitx5/inputmethod/pinyin.conf',
  'fcitx5-frontend-gtk3': '/usr/share/doc/fcitx5-frontend-gtk3',
  ibus: '/usr/bin/ibus-daemon',
  'ibus-libpinyin': '/usr/share/ibus/component/libpinyin.xml',
  'ibus-gtk3': '/usr/share/doc/ibus-gtk3',
  chromium: '/usr/bin/chromium',
  'firefox-esr': FIREFOX,
  'webkit2gtk-driver': WEBKIT_DRIVER,
  // the small browser lies in the library's package
  'libwebkit2gtk-4.1-0': MINI_BROWSER,
  'fonts-noto-cjk': '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  'poppler-utils': '/usr/bin/pdftoppm',
  'zbar-tools': '/usr/bin/zbarimg',
} as const

type SystemPackage = keyof typeof PROGRAMS

/** Firefox, WebKit and a screen without a monitor; what reads a printed label back. */
export const BROWSER_PACKAGES: readonly SystemPackage[] = [
  'xvfb',
  'firefox-esr',
  'webkit2gtk-driver',
  'libwebkit2gtk-4.1-0',
  'fonts-noto-cjk',
  'poppler-utils',
  'zbar-tools',
]

/** Input methods, the browsers they write into, and a keyboard that can be pressed from outside. */
export const INPUT_METHOD_PACKAGES: readonly SystemPackage[] = [
  'xvfb',
  'openbox',
  'xdotool',
  'dbus-x11',
  'fcitx5',
  'fcitx5-pinyin',
  'fcitx5-frontend-gtk3',
  'ibus',
  'ibus-libpinyin',
  'ibus-gtk3',
  'chromium',
  'firefox-esr',
  'webkit2gtk-driver',
  'libwebkit2gtk-4.1-0',
]

const missingOf = (names: readonly SystemPackage[]): SystemPackage[] =>
  names.filter((name) => !existsSync(PROGRAMS[name]))

function install(names: readonly string[]): void {
  process.stdout.write(`Installing from the system's packages: ${names.join(' ')}\n`)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  execFileSync('apt-get', ['update', '-qq'], { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/**
 * Gets programs that tests need from Debian's packages.
 * @returns what is missing and how it is had; empty when all is there
 */
export function prepareSystem(wanted: readonly SystemPackage[]): string {
  const names = missingOf(wanted)
  if (names.length === 0) return ''
  const cure = `on a machine with Debian: apt-get install ${names.join(' ')}`
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return cure
  try {
    install(names)
  } catch {
    return cure
  }
  return missingOf(wanted).length === 0 ? '' : cure
}
