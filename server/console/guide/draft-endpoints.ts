/** Guides in the console that are looked at before they are applied. */
import {
  consoleGuideDrafts as endpoints,
  guideMarks,
  guideProgrammesAtOnce,
} from '#contract/console/guide-drafts.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import {
  type InspectedSchedule,
  type LoadedGuideDraft,
  appendToGuideDraft,
  applyGuideDraft,
  checkGuideDraft,
  discardGuideDraft,
  fetchGuideDraft,
  inspectSchedule,
  listGuideDrafts,
  loadGuideDraft,
  startGuideDraft,
} from '#server/imports/imports.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { editionDifferences } from '#server/television/television.ts'
import { presentDifference, presentDraft } from './present-draft.ts'
import { recordGuide } from './record-guide.ts'

export interface GuideDraftEndpointDeps extends ContentDeps {
  readonly dataDir: string
}

type Handlers<Names extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Names>

export function guideDraftEndpoints(deps: GuideDraftEndpointDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleGuideDrafts', endpoints, {
    ...shownHandlers(deps),
    ...uploadHandlers(deps),
    ...decisionHandlers(deps),
  })
}

function shownHandlers(deps: GuideDraftEndpointDeps): Handlers<'list' | 'one' | 'programmes' | 'schedule'> {
  const { db } = deps
  return {
    list: async () => respond({ drafts: (await listGuideDrafts(db)).map(presentDraft) }),
    one: async ({ draft_id: draftId }) => {
      const loaded = await loadGuideDraft(db, draftId)
      if (loaded === undefined) return reject('guide_draft_not_found')
      const { draft, channels, proposals, missing } = loaded
      return respond({
        draft: presentDraft(draft),
        channels: channels.map(presentChannel),
        proposals: proposals.map(({ guideId, guideName, ...one }) => ({
          ...one,
          guide_id: guideId,
          guide_name: guideName,
        })),
        missing: [...missing],
        refused: [...draft.refused],
      })
    },
    programmes: async ({ draft_id: draftId, cid }) => {
      const loaded = await loadGuideDraft(db, draftId)
      if (loaded?.draft.state !== 'open') return reject('guide_draft_not_found')
      const { programmes, more } = await editionDifferences(db, draftId, cid, guideProgrammesAtOnce)
      return respond({ programmes: programmes.flatMap(presentDifference), more })
    },
    schedule: async ({ draft_id: draftId }) => {
      const inspected = await inspectSchedule(deps, draftId)
      if (inspected === 'incomplete') return reject('draft_incomplete')
      return inspected === undefined ? reject('guide_draft_not_found') : respond(presentSchedule(inspected))
    },
  }
}

function presentSchedule({ lists, mapping, first }: InspectedSchedule) {
  return {
    lists: lists.map(({ columns, ...list }) => ({ ...list, columns: [...columns] })),
    mapping: { ...mapping, fields: { ...mapping.fields } },
    first: [...first],
  }
}

function presentChannel(channel: LoadedGuideDraft['channels'][number]) {
  const { number, name_ru, name_uz, guide_id, guide_name, matched_by, score } = channel
  const { added, changed, unchanged, removed, gaps, gap_minutes, ahead, lost, shifted_hours } = channel
  return {
    cid: channel.channel_id,
    ...{ number, name_ru, name_uz, guide_id, guide_name, matched_by, score },
    ...{ added, changed, unchanged, removed, gaps, gap_minutes, ahead, lost, shifted_hours },
    begin: Math.floor(channel.begin_at.getTime() / 1000),
    end: Math.floor(channel.end_at.getTime() / 1000),
    marks: guideMarks.filter((mark) => channel.marks.includes(mark)),
  }
}

function uploadHandlers(deps: GuideDraftEndpointDeps): Handlers<'start' | 'append' | 'fetch' | 'check'> {
  const { db, clock } = deps
  return {
    start: async ({ name, size_bytes: sizeBytes }, call) => {
      const draftId = await startGuideDraft(db, { name, sizeBytes, ...authorOf(call, deps) })
      return respond({ draft_id: draftId })
    },
    append: async ({ draft_id: draftId, begins_at: beginsAt, bytes }) => {
      const outcome = await appendToGuideDraft(deps, draftId, beginsAt, Buffer.from(bytes, 'base64'))
      if (outcome.kind === 'not_found') return reject('guide_draft_not_found')
      if (outcome.kind === 'no_room') return reject('guide_no_room')
      return respond({ received_bytes: outcome.receivedBytes })
    },
    fetch: async ({ address }, call) => {
      const outcome = await fetchGuideDraft(deps, { address, ...authorOf(call, deps) })
      if (outcome.kind === 'unreadable') return reject('guide_unreachable')
      return respond({ draft_id: outcome.draftId })
    },
    check: async ({ draft_id: draftId, zone, shift_min: shiftMin, mapping }) => {
      const how = { nowMs: clock.nowMs(), zone, shiftMin, mapping }
      const outcome = await checkGuideDraft(deps, draftId, how)
      switch (outcome.kind) {
        case 'not_found':
          return reject('guide_draft_not_found')
        case 'incomplete':
          return reject('draft_incomplete')
        case 'unknown_zone':
          return reject('guide_zone_unknown', { values: { zone: zone ?? '' } })
        case 'checked':
          return respond({ draft_id: draftId })
      }
    },
  }
}

function decisionHandlers(deps: GuideDraftEndpointDeps): Handlers<'apply' | 'discard'> {
  return {
    apply: async ({ draft_id: draftId, ...taken }, call) => {
      const outcome = await applyGuideDraft(deps, draftId, taken, authorOf(call, deps))
      switch (outcome.kind) {
        case 'not_found':
          return reject('guide_draft_not_found')
        case 'nothing_taken':
          return reject('draft_nothing_taken')
        case 'outdated':
          return reject('draft_outdated')
        case 'applied':
          await recordSet(deps, 'guide_imported', call, outcome.changeId)
          return respond({ change_id: outcome.changeId, changed: outcome.changed })
      }
    },
    discard: async ({ draft_id: draftId }, call) => {
      const name = (await loadGuideDraft(deps.db, draftId))?.draft.name ?? ''
      if (!(await discardGuideDraft(deps, draftId, deps.clock.nowMs())))
        return reject('guide_draft_not_found')
      await recordGuide(deps, call, 'guide_discarded', {
        subject: `import ${draftId} ${name}`,
        ...{ before: {}, after: {} },
      })
      return respond({ draft_id: draftId })
    },
  }
}
