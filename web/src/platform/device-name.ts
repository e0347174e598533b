type Signs = readonly (readonly [sign: RegExp, name: string])[]

// The order matters: WeChat, Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
const BROWSERS: Signs = [
  [/MicroMessenger\//, '微信'],
  [/DingTalk\//, '钉钉'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/QQBrowser\//, 'QQ浏览器'],
  [/(UCBrowser|UBrowser)\//, 'UC浏览器'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

// HarmonyOS and Android call themselves Linux, and an iPhone says that it is like Mac OS X.
const SYSTEMS: Signs = [
  [/Windows/, 'Windows'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, '安卓'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (signs: Signs, text: string, unknown: string): string =>
  signs.find(([sign]) => sign.test(text))?.[1] ?? unknown

/**
 * What a person calls a device: `Windows · Chrome`.
 * @param userAgent as the browser sent it when signing in; may be empty or anything
 */
export function deviceName(userAgent: string): string {
  const system = nameIn(SYSTEMS, userAgent, '')
  const browser = nameIn(BROWSERS, userAgent, '')
  return [system, browser].filter(Boolean).join(' · ') || '未知设备'
}
