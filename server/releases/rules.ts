/** The rules for an app: whether to update, and which switches apply to its device. Pure. */
import {
  defaultSwitches,
  type AppPlatform,
  type AppReportKind,
  type AppSwitches,
  type PlayerEngineName,
} from '#contract/site/apps.ts'
import { compareVersions, isWithin } from './versions.ts'

/** An operator's rules for a platform; '' for unset ones. */
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

/** A range of versions, both ends included; '' is no bound. */
export interface VersionSpan {
  readonly from: string
  readonly to: string
}

/** An operator's switch: for which devices, and its effects; null has none. */
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

/** For an unreadable version there is no update: an odd number must not block a viewer. */
export function updateFor(
  release: Pick<Release, 'minimumVersion' | 'recommendedVersion'> | undefined,
  version: string,
): 'none' | 'soft' | 'forced' {
  if (release === undefined) return 'none'
  if (isOlder(version, release.minimumVersion)) return 'forced'
  return isOlder(version, release.recommendedVersion) ? 'soft' : 'none'
}

/** False for a minimum above the recommended version: it would force an update to one that is not recommended. */
export function isInOrder({
  minimumVersion,
  recommendedVersion,
}: Pick<Release, 'minimumVersion' | 'recommendedVersion'>): boolean {
  if (minimumVersion === '' || recommendedVersion === '') return true
  return (compareVersions(minimumVersion, recommendedVersion) ?? 0) <= 0
}

function isOlder(version: string, bound: string): boolean {
  return bound !== '' && (compareVersions(version, bound) ?? 0) < 0
}

/**
 * Each property is decided separately: of the matching switches that set it, the most specific one. A whole model
 * comes before a pattern, a pattern with more characters before one with fewer; then one with a firmware range, then
 * one with a version range, then the newest.
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

/** Whether a model matches a pattern, in which `*` stands for any characters, ignoring case. */
export function matchesModel(pattern: string, model: string): boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split('*')
  const text = model.toLowerCase()
  if (parts.length === 0) return text === first
  if (!text.startsWith(first)) return false
  const last = parts.pop() ?? ''
  let at = first.length
  // The earliest match of each part leaves the most room for the following ones, so no backtracking is needed.
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

/** An app's error, in storable form. */
export interface AppReport extends AppDevice {
  readonly kind: AppReportKind
  readonly message: string
  readonly page: string
}

/** The report without personal data, and without characters that the database rejects. */
export function anonymousReport(report: AppReport): AppReport {
  return {
    ...report,
    version: plainText(report.version),
    model: plainText(report.model),
    firmware: plainText(report.firmware),
    message: withoutPersonalData(plainText(report.message)),
    // Only the path: a query may contain a viewer's search.
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

/** Hides queries of addresses, mail addresses, telephone and account numbers, and texts that look like a token. */
export function withoutPersonalData(text: string): string {
  return text
    .replace(/\?[^\s)'"]+/g, '?…')
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .replace(/[A-Za-z0-9_-]{24,}/g, '…')
    .replace(/\+?\d(?:[\d ()-]*\d)?/g, (number) => (number.replace(/\D/g, '').length >= 7 ? '…' : number))
}
