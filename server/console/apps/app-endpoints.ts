/** Packaged apps: releases, switches and reports. */
import { consoleApps as endpoints } from '#contract/console/apps.ts'
import { type InputOf, reject, respond } from '#contract/form/endpoint.ts'
import type { Fields } from '#server/changes/changes.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import type { ContentDeps } from '#server/console/changes/record-set.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type Release,
  type ReportGroup,
  type Switch,
  addSwitch,
  isInOrder,
  listReleases,
  listReports,
  listSwitches,
  maxSwitches,
  removeSwitch,
  reportMemoryDays,
  setRelease,
} from '#server/releases/releases.ts'

const maxReports = 100

export function appEndpoints(deps: ContentDeps): readonly BoundEndpoint[] {
  const { db, clock } = deps
  return bindConsole('consoleApps', endpoints, {
    list: async () => {
      const [releases, switches, reports] = await Promise.all([
        listReleases(db),
        listSwitches(db),
        listReports(db, { nowMs: clock.nowMs(), days: reportMemoryDays, limit: maxReports }),
      ])
      return respond({
        releases: releases.map(presentRelease),
        switches: switches.map(presentSwitch),
        reports: reports.map(presentReport),
      })
    },
    ...changeHandlers(deps),
  })
}

function changeHandlers(
  deps: ContentDeps,
): ConsoleHandlers<typeof endpoints, 'setRelease' | 'addSwitch' | 'removeSwitch'> {
  const { db, clock } = deps
  return {
    setRelease: async (input, call) => {
      const { platform, minimum_version: minimumVersion, recommended_version: recommendedVersion } = input
      if (!isInOrder({ minimumVersion, recommendedVersion })) return reject('release_order')
      const before = (await listReleases(db)).find((release) => release.platform === platform)
      const note = { ru: input.note_ru, uz: input.note_uz }
      const change = { minimumVersion, recommendedVersion, storeUrl: input.store_url, note }
      await setRelease(db, platform, change, clock.nowMs())
      await record(deps, call, 'release_changed', {
        subject: `app ${platform}`,
        before: before === undefined ? {} : presentRelease(before),
        after: { ...input },
      })
      return respond({ platform })
    },
    addSwitch: async (input, call) => {
      const added = switchOf(input)
      const { engine, lowLatency, previews, maxHeight } = added
      if ([engine, lowLatency, previews, maxHeight].every((effect) => effect === null))
        return reject('switch_empty')
      const switchId = await addSwitch(db, added, clock.nowMs())
      if (switchId === 'full') return reject('switches_full', { values: { limit: maxSwitches } })
      await record(deps, call, 'app_switch_added', {
        subject: `switch ${switchId}`,
        before: {},
        after: presentSwitch({ switchId, ...added }),
      })
      return respond({ switch_id: switchId })
    },
    removeSwitch: async ({ switch_id: switchId }, call) => {
      const before = (await listSwitches(db)).find((one) => one.switchId === switchId)
      if (!(await removeSwitch(db, switchId))) return reject('switch_not_found')
      await record(deps, call, 'app_switch_removed', {
        subject: `switch ${switchId}`,
        before: before === undefined ? {} : presentSwitch(before),
        after: {},
      })
      return respond({ switch_id: switchId })
    },
  }
}

async function record(
  { audit }: ContentDeps,
  { staff, clientAddress: address }: ConsoleCall,
  event: string,
  change: { readonly subject: string; readonly before: Fields; readonly after: Fields },
): Promise<void> {
  await audit.record({
    event,
    actor: 'staff',
    address,
    facts: {},
    change: { staff: { staffId: staff.staffId, name: staff.name }, section: 'apps', ...change },
  })
}

function switchOf(input: InputOf<typeof endpoints.addSwitch>): Omit<Switch, 'switchId'> {
  const { low_latency: lowLatency, max_height: maxHeight, ...same } = input
  return { ...same, lowLatency, maxHeight: maxHeight === null ? null : Number(maxHeight) }
}

function presentRelease({ platform, minimumVersion, recommendedVersion, storeUrl, note }: Release) {
  return {
    platform,
    minimum_version: minimumVersion,
    recommended_version: recommendedVersion,
    store_url: storeUrl,
    note_ru: note.ru,
    note_uz: note.uz,
  }
}

function presentSwitch(one: Switch) {
  return {
    ...{ switch_id: one.switchId, platform: one.platform, model: one.model },
    firmware: { ...one.firmware },
    version: { ...one.version },
    ...{ engine: one.engine, low_latency: one.lowLatency, previews: one.previews },
    ...{ max_height: one.maxHeight, reason: one.reason },
  }
}

function presentReport({ day, kind, reports, platform, version, model, firmware, messages }: ReportGroup) {
  const [newest] = messages
  return {
    ...{ day, kind, count: reports, platform, version, model, firmware },
    message: newest?.message ?? '',
    page: newest?.page ?? '',
  }
}
