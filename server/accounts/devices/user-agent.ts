/** Makes a device's report readable. Nothing is guessed beyond the text itself. */
import type { DeviceOf } from '#contract/accounts/devices.ts'

export type DeviceKind = DeviceOf['kind']

/** The first match decides: a browser that imitates another names itself before the other. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\b/, 'Opera'],
  [/\bYa(?:SearchBrowser|Browser)\b/, 'Yandex Browser'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:UCBrowser|UBrowser)\//, 'UC Browser'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bTizen\b/i, 'Tizen'],
  [/\bWeb0?OS\b|\bWeb0S\b/i, 'webOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\bHarmonyOS\b/, 'HarmonyOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\b(?:Linux|X11)\b/, 'Linux'],
]

const television =
  /smart-?tv|\btizen\b(?!.*mobile)|\bweb0?[o0]s\b|netcast|hbbtv|bravia|google ?tv|android ?tv|apple ?tv|\bcrkey\b|\broku\b|viera|\baft[a-z]{1,4}\b|\b(?:mibox|mitv|mi tv|stb|mag\d{3})\b|\btv\b/i
const tablet = /\bipad\b|\btablet\b|\bkindle\b|\bsilk\b|\bandroid\b(?!.*\bmobile\b)/i
const phone = /\biphone\b|\bipod\b|\bmobile\b|windows phone/i
const computer = /\bwindows\b|\bmacintosh\b|\bmac os x\b|\bcros\b|\bx11\b|\blinux\b/i

/** The stored length; the patterns search back and forth, which is slow in a long text. */
const longestRead = 400

function isUserAgent(model: string) {
  return /^(?:Mozilla|Opera|Dalvik)\//.test(model)
}

/** The kind of a device by its model or user agent; `other` where neither tells. */
export function kindOf(said: string): DeviceKind {
  const model = said.slice(0, longestRead)
  if (television.test(model)) return 'tv'
  if (tablet.test(model)) return 'tablet'
  if (phone.test(model)) return 'phone'
  return computer.test(model) ? 'computer' : 'other'
}

/** `Chrome, Windows` for a user agent, another model unchanged, '' when unknown. */
export function shownModel(said: string): string {
  const model = said.slice(0, longestRead)
  if (!isUserAgent(model)) return model.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  const named = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([sign]) => sign.test(model))?.[1]
  return [named(browsers), named(systems)].filter((part) => part !== undefined).join(', ')
}
