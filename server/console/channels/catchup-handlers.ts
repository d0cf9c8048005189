/** The archive of a channel's provider: shown without credentials, tried and set by hand. */
import type { consoleChannels } from '#contract/console/channels.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import {
  type CatchupRule,
  type ChannelCatchup,
  type StaffChannelDetails,
  catchupPreview,
  channelCatchup,
  editChannels,
  loadStaffChannel,
  shownTemplate,
} from '#server/television/television.ts'

const hourMs = 3_600_000

interface RuleInput {
  readonly mode: string
  readonly source?: string | undefined
  readonly days: number
  readonly correction_minutes: number
}

export function catchupHandlers(
  deps: ContentDeps,
): ConsoleHandlers<typeof consoleChannels, 'previewCatchup' | 'saveCatchup'> {
  const { db, clock } = deps
  return {
    previewCatchup: async ({ cid, ...input }) => {
      const details = await loadStaffChannel(db, cid)
      if (details === undefined) return reject('channel_not_found')
      const made = madeOf(details, ruleOf(input, details.catchup?.rule))
      return made === undefined ? reject('source_of_linear') : respond(presentMade(made, clock.nowMs()))
    },
    saveCatchup: async ({ cid, version, rule: input }, call) => {
      const details = await loadStaffChannel(db, cid)
      if (details === undefined) return reject('channel_not_found')
      const catchup = input === null ? null : ruleOf(input, details.catchup?.rule)
      if (catchup !== null) {
        const made = madeOf(details, catchup)
        if (made === undefined) return reject('source_of_linear')
        if (made.outcome.kind === 'refused') return reject('catchup_wrong')
      }
      const outcome = await editChannels(db, [{ cid, version, fields: { catchup } }], authorOf(call, deps))
      if (outcome.kind === 'changed_since')
        return reject('changed_since', { values: { who: outcome.who || '—' } })
      if (outcome.kind !== 'changed') return reject('channel_not_found')
      await recordSet(deps, 'channel_catchup_changed', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, changed: outcome.changed })
    },
  }
}

function madeOf({ channel, sources }: StaffChannelDetails, rule: CatchupRule): ChannelCatchup | undefined {
  return channel.sourceKind === 'recorded'
    ? channelCatchup(rule, { kind: 'recorded', sources }, 'staff')
    : undefined
}

/** A template that is not written stays: it is shown without its credentials, and cannot be sent back. */
function ruleOf(
  { mode, source, days, correction_minutes: minutes }: RuleInput,
  before?: CatchupRule,
): CatchupRule {
  const template = source ?? before?.source
  return {
    kind: mode,
    ...(template === undefined ? {} : { source: template }),
    ...(days === 0 ? {} : { days }),
    ...(minutes === 0 ? {} : { correctionHours: minutes / 60 }),
  }
}

/** The archive of a provider in the contract's shape. */
export function presentCatchup(catchup: ChannelCatchup | undefined, nowMs: number) {
  if (catchup === undefined) return null
  const { rule, days } = catchup
  return {
    ...{ mode: rule.kind, source: shownTemplate(rule.source ?? ''), days },
    correction_minutes: Math.round((rule.correctionHours ?? 0) * 60),
    ...presentMade(catchup, nowMs),
  }
}

function presentMade(catchup: ChannelCatchup, nowMs: number) {
  const { outcome } = catchup
  const window = { beginMs: nowMs - hourMs, endMs: nowMs - hourMs / 2 }
  if (outcome.kind === 'template')
    return { problem: null, problem_name: '', address: catchupPreview(catchup, window, nowMs) ?? '' }
  const { problem } = outcome
  return { problem: problem.kind, problem_name: 'name' in problem ? problem.name : '', address: '' }
}
