/** What an app is told: whether to update, and what is switched for its device. Pure. */
import {
  defaultSwitches,
  type AppPlatform,
  type AppReportKind,
  type AppSwitches,
  type PlayerEngineName,
} from '#contract/site/apps.ts'
import { compareVersions, isWithin } from './versions.ts'

/** What an operator has set for a platform; '' for what is not set. */
export interface Release {
  readonly platform: AppPlatform
  readonly minimumVersion: string
  readonly recommendedVersion: string
  readonly storeUrl: string
  readonly note: { readonly ru: string; readonly uz: string }
}

/** An app on a device. */
export interface AppDevice {
  readonly platform: AppPlatform
  readonly version: string
  readonly model: string
  readonly firmware: string
}

/** A span of versions, both ends included; '' is no bound. */
export interface VersionSpan {
  readonly from: string
  readonly to: string
}

/** A switch of an operator: for which devices, and what of it; null says nothing. */
export interface Switch {
  readonly switchId: number
  readonly platform: AppPlatform
  /** `*` stands for any characters; '' is every model. */
  readonly model: string
  readonly firmware: VersionSpan
  readonly version: VersionSpan
  readonly engine: PlayerEngineName | null
  readonly lowLatency: boolean | null
  readonly previews: boolean | null
  readonly maxHeight: number | null
  readonly reason: string
}

/** A version that cannot be read is left alone: nobody is kept out of a service by an odd number. */
export function updateFor(
  release: Pick<Release, 'minimumVersion' | 'recommendedVersion'> | undefined,
  version: string,
): 'none' | 'soft' | 'forced' {
  if (release === undefined) return 'none'
  if (isOlder(version, release.minimumVersion)) return 'forced'
  return isOlder(version, release.recommendedVersion) ? 'soft' : 'none'
}

function isOlder(version: string, bound: string): boolean {
  return bound !== '' && (compareVersions(version, bound) ?? 0) < 0
}

/**
 * Each property is decided by itself: of the switches that match the device and speak of it, the most specific one. A
 * whole model goes before a pattern, a pattern with more characters before one with fewer; then one with a span of
 * firmware, then one with a span of versions, then the newest.
 */
export function switchesFor(switches: readonly Switch[], device: AppDevice): AppSwitches {
  const matching = switches.filter((one) => matchesDevice(one, device)).toSorted(specificFirst)
  const first = <Value>(read: (one: Switch) => Value | null): Value | null => {
    for (const one of matching) {
      const value = read(one)
      if (value !== null) return value
    }
    return null
  }
  return {
    engine: first((one) => one.engine) ?? defaultSwitches.engine,
    lowLatency: first((one) => one.lowLatency) ?? defaultSwitches.lowLatency,
    previews: first((one) => one.previews) ?? defaultSwitches.previews,
    maxHeight: first((one) => one.maxHeight),
  }
}

function matchesDevice(one: Switch, device: AppDevice): boolean {
  return (
    one.platform === device.platform &&
    (one.model === '' || matchesModel(one.model, device.model)) &&
    isWithin(device.firmware, one.firmware) &&
    isWithin(device.version, one.version)
  )
}

/** Whether a model fits a pattern, in which `*` stands for any characters, whatever the letters' case. */
export function matchesModel(pattern: string, model: string): boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split('*')
  const text = model.toLowerCase()
  if (parts.length === 0) return text === first
  if (!text.startsWith(first)) return false
  const last = parts.pop() ?? ''
  let at = first.length
  // The earliest place of each part leaves the most room for those that follow, so none has to be tried twice.
  for (const part of parts) {
    const place = text.indexOf(part, at)
    if (place === -1) return false
    at = place + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

function specificFirst(one: Switch, other: Switch): number {
  const [ranks, others] = [ranksOf(one), ranksOf(other)]
  for (const [at, rank] of ranks.entries()) {
    const order = (others[at] ?? 0) - rank
    if (order !== 0) return order
  }
  return other.switchId - one.switchId
}

function ranksOf({ model, firmware, version }: Switch): readonly number[] {
  const isWhole = model !== '' && !model.includes('*')
  return [
    isWhole ? Number.MAX_SAFE_INTEGER : model.replaceAll('*', '').length,
    isBounded(firmware) ? 1 : 0,
    isBounded(version) ? 1 : 0,
  ]
}

function isBounded({ from, to }: VersionSpan): boolean {
  return from !== '' || to !== ''
}

/** What went wrong with an app, as it may be stored. */
export interface AppReport extends AppDevice {
  readonly kind: AppReportKind
  readonly message: string
  readonly page: string
}

/** The report without what could say whose it is, and without characters that the database does not take. */
export function anonymousReport(report: AppReport): AppReport {
  return {
    ...report,
    version: plainText(report.version),
    model: plainText(report.model),
    firmware: plainText(report.firmware),
    message: withoutPersonalData(plainText(report.message)),
    // The path alone: a query may hold what somebody searched for.
    page: withoutPersonalData(plainText(report.page).split(/[?#]/, 1)[0] ?? ''),
  }
}

function plainText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
}

/** Hides queries of addresses, mail addresses, telephone and account numbers, and what looks like a token. */
export function withoutPersonalData(text: string): string {
  return text
    .replace(/\?[^\s)'"]+/g, '?…')
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .replace(/[A-Za-z0-9_-]{24,}/g, '…')
    .replace(/\+?\d(?:[\d ()-]*\d)?/g, (number) => (number.replace(/\D/g, '').length >= 7 ? '…' : number))
}
