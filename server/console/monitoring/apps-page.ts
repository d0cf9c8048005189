/** The operator's page of packaged apps, `/operator/apps`: releases per platform, switches and reports. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  effectWords,
  listReleases,
  listReports,
  listSwitches,
  reportMemoryDays,
  spanWords,
  type Release,
  type ReportGroup,
  type Switch,
} from '#server/releases/releases.ts'
import { operatorDocument, table } from './page-html.ts'

const renewEverySec = 60
/** The page is a summary; `releases reports` lists more. */
const maxReports = 100

export interface AppsPageFacts {
  readonly atMs: number
  readonly releases: readonly Release[]
  readonly switches: readonly Switch[]
  /** The newest day first, the most reported first. */
  readonly reports: readonly ReportGroup[]
}

/** Renders the current page. Throws when the database is unavailable. */
export function appsPage({ db, clock }: { readonly db: Db; readonly clock: Clock }): () => Promise<string> {
  return async () => {
    const atMs = clock.nowMs()
    const [releases, switches, reports] = await Promise.all([
      listReleases(db),
      listSwitches(db),
      listReports(db, { nowMs: atMs, days: reportMemoryDays, limit: maxReports }),
    ])
    return drawAppsPage({ atMs, releases, switches, reports })
  }
}

export function drawAppsPage({ atMs, releases, switches, reports }: AppsPageFacts): string {
  const body = `<p>Packaged apps as of ${momentOf(atMs)} in Tashkent. What is set here is changed with <code>npm run ekran -- releases …</code>.</p>
<h2>Releases</h2>
${releases.length === 0 ? '<p>No release is set: every version may be used.</p>' : table(['Platform', 'Minimum', 'Recommended', 'Store'], releases.map(releaseRow))}
<h2>Switches</h2>
${switches.length === 0 ? '<p>None.</p>' : table(['№', 'Platform', 'Model', 'Firmware', 'Version', 'Switches', 'Why'], switches.map(switchRow))}
<h2>Reports</h2>
${reports.length === 0 ? `<p>Nothing was reported in ${reportMemoryDays} days.</p>` : table(['Day', 'Kind', 'Reports', 'Platform', 'Version', 'Model', 'Firmware', 'Newest message'], reports.map(reportRow))}
<p>Stored for ${reportMemoryDays} days; at most ${maxReports} lines are shown, the newest day first.</p>`
  return operatorDocument('Apps', body, renewEverySec)
}

function releaseRow({ platform, minimumVersion, recommendedVersion, storeUrl }: Release): readonly string[] {
  return [platform, minimumVersion || '–', recommendedVersion || '–', storeUrl || '–']
}

function switchRow(one: Switch): readonly string[] {
  const { switchId, platform, model, firmware, version, reason } = one
  return [
    String(switchId),
    platform,
    model || 'all',
    spanWords(firmware) || 'all',
    spanWords(version) || 'all',
    effectWords(one),
    reason,
  ]
}

const kindWords: Record<ReportGroup['kind'], string> = {
  crash: 'crash',
  stall: 'stall',
  start_failed: 'start failed',
}

function reportRow(group: ReportGroup): readonly string[] {
  const [newest] = group.messages
  return [
    ...[group.day, kindWords[group.kind], String(group.reports), group.platform, group.version || 'others'],
    ...[group.model || '–', group.firmware || '–'],
    newest === undefined ? '' : `${newest.message} ${newest.page}`.trimEnd(),
  ]
}

function momentOf(ms: number): string {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(0, 16).replace('T', ' ')
}
