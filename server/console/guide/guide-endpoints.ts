/** The guide in the console: its sources, and what feeds which channel. */
import { consoleGuide as endpoints } from '#contract/console/guide.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import { authorOf, recordSet } from '#server/console/changes/record-set.ts'
import {
  type GuideSource,
  addSourceOf,
  applyGuideDraft,
  findSource,
  blockedDrafts,
  listSources,
  readingOfDraft,
  removeSource,
  requestSource,
  shownAddress,
} from '#server/imports/imports.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { GuideDraftEndpointDeps } from './draft-endpoints.ts'
import { matchingHandlers } from './matching-handlers.ts'
import { recordGuide } from './record-guide.ts'

export function guideEndpoints(deps: GuideDraftEndpointDeps): readonly BoundEndpoint[] {
  const handlers: ConsoleHandlers<typeof endpoints> = { ...sourceHandlers(deps), ...matchingHandlers(deps) }
  return bindConsole('consoleGuide', endpoints, handlers)
}

function sourceHandlers(
  deps: GuideDraftEndpointDeps,
): ConsoleHandlers<typeof endpoints, 'sources' | 'addSource' | 'readSource' | 'removeSource'> {
  const { db } = deps
  return {
    sources: async () => {
      const [sources, drafts] = [await listSources(db), await blockedDrafts(db)]
      return respond({ sources: sources.map((source) => presentSource(source, drafts.get(source.id))) })
    },
    addSource: async ({ address, every_min: everyMin, mapping_of: draftId }, call) => {
      const reading = draftId === undefined ? {} : await readingOfDraft(db, draftId)
      if (reading === undefined) return reject('guide_draft_not_found')
      const name = await addSourceOf(db, address, authorOf(call, deps).nowMs, everyMin, reading)
      if (name === undefined) return reject('guide_twice')
      await recordGuide(deps, call, 'guide_source_added', {
        subject: `source ${name}`,
        before: {},
        after: { address: shownAddress(address), every_min: everyMin },
      })
      return respond({ name })
    },
    readSource: async ({ name, accept }, call) => {
      if (accept && (await acceptDraft(deps, name, call))) return respond({ name })
      if (!(await requestSource(db, name, accept ? 'accept' : 'read')))
        return reject('guide_source_not_found')
      if (accept)
        await recordGuide(deps, call, 'guide_accepted', { subject: `source ${name}`, before: {}, after: {} })
      return respond({ name })
    },
    removeSource: async ({ name }, call) => {
      const removed = await removeSource(db, name)
      if (removed === undefined) return reject('guide_source_not_found')
      await recordGuide(deps, call, 'guide_source_removed', {
        subject: `source ${name}`,
        before: { address: shownAddress(removed.address), every_min: removed.every_min },
        after: {},
      })
      return respond({ name })
    },
  }
}

/** Applies the delivery that a source holds back as its draft shows it; false without a draft. */
async function acceptDraft(deps: GuideDraftEndpointDeps, name: string, call: ConsoleCall): Promise<boolean> {
  const source = await findSource(deps.db, name)
  const draftId = source === undefined ? undefined : (await blockedDrafts(deps.db)).get(source.id)
  if (draftId === undefined) return false
  const outcome = await applyGuideDraft(deps, draftId, { take: 'all' }, authorOf(call, deps))
  if (outcome.kind !== 'applied') return false
  await recordSet(deps, 'guide_accepted', call, outcome.changeId)
  return true
}

function presentSource(source: GuideSource, draftId: number | undefined) {
  const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)
  return {
    name: source.name,
    address: shownAddress(source.address),
    every_min: source.every_min,
    state: source.state,
    outcome: source.outcome,
    tried_at: source.tried_at === null ? null : seconds(source.tried_at),
    next_at: seconds(source.next_at),
    failures: source.failures,
    channels: source.channel_ids.length,
    is_requested: source.request !== '',
    draft_id: draftId ?? null,
  }
}
