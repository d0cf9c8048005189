/** The console's first page: what needs somebody, and what is missing before viewers can come. */
import { consoleOverview as endpoints, setUpSteps } from '#contract/console/overview.ts'
import { respond } from '#contract/form/endpoint.ts'
import { roleMay } from '#contract/form/permissions.ts'
import type { Billing } from '#server/billing/billing.ts'
import { type LiveCatalogue, titlesWithoutUzbek } from '#server/catalogue/catalogue.ts'
import { listComplaints } from '#server/complaints/complaints.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import { readArchiveSizes } from '#server/console/channels/archive-sizes.ts'
import { forecastDraft } from '#server/console/imports/draft-disk.ts'
import type { ContentDeps } from '#server/console/changes/record-set.ts'
import {
  countProposals,
  listDrafts,
  listGuideDrafts,
  listSources,
  packagingRows,
} from '#server/imports/imports.ts'
import { hasPlayedSince, readReport } from '#server/monitoring/monitoring.ts'
import { loadService } from '#server/site/site.ts'
import { readFirstRun } from '#server/platform/installation/first-run.ts'
import { hasStreamedSince } from '#server/streams/streams.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type ChannelRecord,
  type StaffChannel,
  listStaffChannels,
  loadChannels,
} from '#server/television/television.ts'
import { type Named, type NeedFacts, maxThings, needsOf, sectionOfNeed } from './needs.ts'

export interface OverviewDeps extends ContentDeps {
  readonly billing: Pick<Billing, 'tariffs'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
}

export function overviewEndpoints(deps: OverviewDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleOverview', endpoints, {
    needs: async (_, { staff }) => {
      const [channels, listed] = await Promise.all([
        loadChannels(deps.db),
        listStaffChannels(deps.db, { deleted: false }),
      ])
      const shown = listed.filter(({ isHidden }) => !isHidden)
      const facts = { ...(await factsOf(deps, channels)), ...channelFacts(shown) }
      const needs = needsOf(facts, deps.clock.nowMs())
      const seconds = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000))
      return respond({
        needs: needs
          .filter(({ kind }) => roleMay(staff.role, { section: sectionOfNeed[kind], level: 'view' }))
          .map(({ kind, count, things, atMs }) => ({ kind, count, things: [...things], at: seconds(atMs) })),
        steps: await stepsOf(deps, channels),
        channels_off: await offOf(deps, shown),
        is_first_run: (await readFirstRun(deps.db)).endedMs === null,
        reported_at: seconds(facts.report?.atMs ?? null),
      })
    },
  })
}

/** Off: it has sources that are not received. */
function isOff({ sourceKind, isEnabled }: StaffChannel): boolean {
  return sourceKind === 'recorded' && !isEnabled
}

function channelFacts(
  channels: readonly StaffChannel[],
): Pick<NeedFacts, 'channelsOff' | 'channelsNoGuide' | 'channelsNoLogo'> {
  const named = (some: readonly StaffChannel[]): readonly Named[] =>
    some.map(({ cid, number, nameRu, nameUz }) => ({
      ...{ name: `${number} ${nameRu || nameUz}`, id: cid, atMs: null },
    }))
  return {
    channelsOff: named(channels.filter(isOff)),
    // Few stations have a guide.
    channelsNoGuide: named(channels.filter(({ guideUntilMs, isRadio }) => guideUntilMs === 0 && !isRadio)),
    channelsNoLogo: named(channels.filter(({ logo }) => logo === null)),
  }
}

/** How many channels are off, and what their archives would take; null when all are on. */
async function offOf({ db }: Pick<OverviewDeps, 'db'>, channels: readonly StaffChannel[]) {
  const off = channels.filter(isOff)
  if (off.length === 0) return null
  const recorded = channels
    .filter(({ sourceKind }) => sourceKind === 'recorded')
    .map((one) => ({
      cid: one.cid,
      archiveDays: one.archiveDays,
      isRadio: one.isRadio,
      isOfDraft: isOff(one),
    }))
  const disk = forecastDraft(recorded, await readArchiveSizes(db))
  return {
    ...{ off: off.length, total: channels.length },
    ...{ bytes: disk?.bytes ?? 0, total_bytes: disk?.total_bytes ?? 0, room_bytes: disk?.room_bytes ?? null },
  }
}

const maxComplaints = 1000

async function factsOf(
  { db }: OverviewDeps,
  channels: readonly ChannelRecord[],
): Promise<Omit<NeedFacts, keyof ReturnType<typeof channelFacts>>> {
  const [report, films, sources, complaints, drafts, proposals, uzbek] = await Promise.all([
    readReport(db),
    packagingRows(db),
    listSources(db),
    listComplaints(db, { openOnly: true, limit: maxComplaints }),
    listDrafts(db),
    countProposals(db),
    titlesWithoutUzbek(db, maxThings),
  ])
  const inState = (state: 'failed' | 'held') =>
    sources
      .filter((source) => source.state === state)
      .map(({ name, tried_at: triedAt }): Named => ({ name, atMs: triedAt?.getTime() ?? null }))
  return {
    report,
    filmsRefused: films
      .filter(({ state, step }) => state === 'refused' && step === 'playable')
      .map(({ name, changed_at: at }) => ({ name, atMs: at.getTime() })),
    filmsNoUzbek: {
      count: uzbek.count,
      first: uzbek.first.map(({ vid, name }) => ({ name, id: vid, atMs: null })),
    },
    guideFailed: inState('failed'),
    guideBlocked: inState('held'),
    complaints: complaints.map(({ problem, createdAtMs }) => ({ name: problem, atMs: createdAtMs })),
    drafts: drafts
      .filter(({ state, refused_whole: refused }) => state === 'open' && refused === '')
      .map(({ id, name, made_at: at }) => ({ name, id, atMs: at.getTime() })),
    proposals,
    isRecording: channels.some(({ isEnabled, source }) => isEnabled && source.kind === 'recorded'),
  }
}

type Step = (typeof setUpSteps)[number]

async function stepsOf(
  { db, billing, catalogue }: OverviewDeps,
  channels: readonly ChannelRecord[],
): Promise<{ step: Step; is_done: boolean; count: number }[]> {
  const service = await loadService(db)
  const counts: Readonly<Record<Step, number>> = {
    service: service.nameRu === '' && service.nameUz === '' ? 0 : 1,
    phone: service.supportPhone === '' ? 0 : 1,
    channels: channels.length,
    recording: channels.filter(({ isEnabled, source }) => isEnabled && source.kind !== 'none').length,
    guide: await countGuides(db, channels),
    tariffs: (await billing.tariffs()).size,
    films: catalogue.now().content.titles.length,
    watch: (await wasWatched(db)) ? 1 : 0,
  }
  return setUpSteps.map((step) => ({ step, is_done: counts[step] > 0, count: counts[step] }))
}

/** Whether anybody has watched since the first run began; one that was ended is complete. */
async function wasWatched(db: Db): Promise<boolean> {
  const { beganMs, endedMs } = await readFirstRun(db)
  if (endedMs !== null) return true
  return (await hasPlayedSince(db, beganMs)) || hasStreamedSince(db, beganMs)
}

/**
 * Sources of which something was taken, and a guide that was loaded from a file; channels that follow the schedule of
 * their films have one of their own.
 */
async function countGuides(db: Db, channels: readonly ChannelRecord[]): Promise<number> {
  const sources = await listSources(db)
  const taken = sources.filter(({ taken_at: takenAt }) => takenAt !== null).length
  const files = (await listGuideDrafts(db)).some(({ state }) => state === 'applied') ? 1 : 0
  return taken + files + (channels.some(({ source }) => source.kind === 'linear') ? 1 : 0)
}
