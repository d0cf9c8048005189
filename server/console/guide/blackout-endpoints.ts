/** Blackouts in the console. */
import { consoleBlackouts } from '#contract/console/blackouts.ts'
import { type ParsedOf, type ResponseOf, reject, respond } from '#contract/form/endpoint.ts'
import {
  type BlackoutContent,
  type BlackoutFields,
  type BlackoutRefused,
  type ResolvedBlackout,
  endBlackout,
  loadBlackout,
  loadBlackouts,
  previewBlackout,
  removeBlackout,
  resolved,
  saveBlackout,
  stateOf,
} from '#server/blackouts/blackouts.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { LiveTelevision } from '#server/television/television.ts'

export interface BlackoutDeps extends ContentDeps {
  readonly television: Pick<LiveTelevision, 'now'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
}

export function blackoutEndpoints(deps: BlackoutDeps): readonly BoundEndpoint[] {
  const { db, clock } = deps
  const content = (): BlackoutContent => ({
    television: deps.television.now(),
    catalogue: deps.catalogue.now(),
  })
  return bindConsole('consoleBlackouts', consoleBlackouts, {
    list: async () => {
      const { television } = content()
      const stored = await loadBlackouts(db)
      return respond({
        blackouts: stored.map((one) => presentBlackout(resolved(one, television), clock.nowMs())),
      })
    },
    preview: async (input) => {
      const stored = input.id === null ? undefined : await loadBlackout(db, input.id)
      const effect = previewBlackout(fieldsOf(input), stored, content())
      if (effect.kind !== 'effect') return refusalOf(effect)
      const { label, fromMs, untilMs, programmes, first, holds } = effect
      return respond({
        ...{ label, programmes, holds: [...holds] },
        from: secOf(fromMs),
        until: untilMs === null ? null : secOf(untilMs),
        first: first.map(({ title, beginMs }) => ({ title, begin: secOf(beginMs) })),
      })
    },
    save: async (input, call) => {
      const { id, version } = input
      const request = { id, version, fields: fieldsOf(input) }
      const outcome = await saveBlackout(db, content(), request, authorOf(call, deps))
      if (outcome.kind === 'changed_since')
        return reject('changed_since', { values: { who: outcome.who || '—' } })
      if (outcome.kind === 'full') return reject('blackouts_full', { values: { max: outcome.max } })
      if (outcome.kind !== 'changed') return refusalOf(outcome)
      await recordSet(deps, 'blackout_saved', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id: outcome.id })
    },
    end: async ({ id }, call) => {
      const outcome = await endBlackout(db, content(), id, authorOf(call, deps))
      if (outcome.kind === 'period') return reject('blackout_not_begun')
      if (outcome.kind !== 'changed') return reject('blackout_not_found')
      await recordSet(deps, 'blackout_ended', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id })
    },
    remove: async ({ id }, call) => {
      const outcome = await removeBlackout(db, id, authorOf(call, deps))
      if (outcome.kind !== 'changed') return reject('blackout_not_found')
      await recordSet(deps, 'blackout_removed', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id })
    },
  })
}

function refusalOf({ kind }: BlackoutRefused) {
  switch (kind) {
    case 'period':
      return reject('blackout_period')
    case 'unknown_target':
      return reject('blackout_target')
    case 'holds_nothing':
      return reject('blackout_holds')
    default:
      return reject('blackout_not_found')
  }
}

function presentBlackout(
  blackout: ResolvedBlackout,
  nowMs: number,
): ResponseOf<typeof consoleBlackouts.list>['blackouts'][number] {
  const { id, version, label, target, cid, pid, vid, fromMs, untilMs, words, note } = blackout
  return {
    ...{ id, version, label, target, cid, pid, vid, note },
    ...{ from: secOf(fromMs), until: untilMs === null ? null : secOf(untilMs) },
    territories: [...blackout.territories],
    devices: [...blackout.devices],
    holds: [...blackout.holds],
    ...{ words_ru: words.ru, words_uz: words.uz },
    state: stateOf(blackout, nowMs),
  }
}

function fieldsOf(input: ParsedOf<typeof consoleBlackouts.preview>): BlackoutFields {
  const { target, cid, pid, vid, territories, devices, holds, note } = input
  return {
    ...{ target, cid, pid, vid, territories, devices, holds, note },
    fromMs: input.from * 1000,
    untilMs: input.until === null ? null : input.until * 1000,
    words: { ru: input.words_ru, uz: input.words_uz },
  }
}

function secOf(ms: number): number {
  return Math.floor(ms / 1000)
}
