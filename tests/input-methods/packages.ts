import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** WebKit's own small browser, without a name in the path. */
export const MINI_BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`

/** What each of Debian's packages brings that the tests run. */
const PROGRAMS: Readonly<Record<string, string>> = {
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
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  // the small browser lies in the library's package
  'libwebkit2gtk-4.1-0': MINI_BROWSER,
}

const missing = (): string[] => Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name] ?? ''))

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
 * Gets the input methods, the browsers and the screen without a monitor that the tests need, from Debian's packages.
 * @returns what is missing and how it is had; empty when all is there
 */
export function prepareInputMethods(): string {
  const names = missing()
  if (names.length === 0) return ''
  const cure = `on a machine with Debian: apt-get install ${names.join(' ')}`
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return cure
  try {
    install(names)
  } catch {
    return cure
  }
  return missing().length === 0 ? '' : cure
}
