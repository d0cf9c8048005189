/** Drafts of the guide at the command line: what they would change, applying and discarding them. */
import { recordChangeSet } from '#server/editing/editing.ts'
import {
  type Outcome,
  amount,
  done,
  localMoment,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines } from '#server/cli/command/changing.ts'
import type { Services } from '#server/cli/command/services.ts'
import {
  type GuideDraft,
  type GuideDraftChannel,
  type LoadedGuideDraft,
  applyGuideDraft,
  discardGuideDraft,
  loadGuideDraft,
} from '#server/imports/imports.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { type ProgrammeDifference, editionDifferences } from '#server/television/television.ts'

const maxProgrammes = 500
const maxNamed = 20

/** One line of `imports list`. */
export function guideDraftLine(draft: GuideDraft): string {
  const { id, name, state, made_at: madeAt, staff_name: who, change_id: change, source_name: source } = draft
  const what = state === 'open' ? 'waits' : change === null ? 'changed nothing' : `became change ${change}`
  const by = source === null ? (who === '' ? 'command line' : who) : `held back from ${source}`
  return `${id}  guide ${shown(name)}  ${what}  ${moment(madeAt.getTime())}  ${shown(by)}`
}

/** What a guide would change: its sums and channels, or the programmes of one channel by its number. */
export async function guideDraftLines(
  { work: { db } }: Services,
  loaded: LoadedGuideDraft,
  number?: number,
): Promise<readonly string[]> {
  const { draft, channels } = loaded
  if (draft.refused_whole !== '') return [guideDraftLine(draft), `  refused: ${shown(draft.refused_whole)}`]
  if (number === undefined) return [guideDraftLine(draft), ...sumLines(loaded), ...channels.map(channelLine)]
  const channel = channels.find((one) => one.number === number)
  if (channel === undefined) return [`import ${draft.id} has no guide for channel ${number}`]
  const { programmes, more } = await editionDifferences(db, draft.id, channel.channel_id, maxProgrammes)
  return [
    channelLine(channel),
    ...programmes.map(programmeLine),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ]
}

function sumLines({ draft, proposals, missing }: LoadedGuideDraft): readonly string[] {
  const { channels, added, changed, removed, unchanged, ahead, lost } = draft.sums
  return [
    `  ${amount(channels, 'channel')} of its ${draft.channels} are ours: ${added} new, ${changed} changed, ${removed} gone, ${unchanged} unchanged`,
    ...(lost > 0 ? [`  ${lost} of the ${ahead} programmes that are ahead would be lost`] : []),
    ...(missing.length > 0 ? [`  no longer in it: ${missing.slice(0, maxNamed).map(shown).join(', ')}`] : []),
    ...(proposals.length > 0
      ? [`  ${amount(proposals.length, 'channel')} not taken, because it is not sure that they are the same`]
      : []),
    ...(draft.refused_count > 0 ? [`  ${amount(draft.refused_count, 'programme')} refused`] : []),
  ]
}

function channelLine(channel: GuideDraftChannel): string {
  const { number, name_ru: ru, name_uz: uz, added, changed, removed, begin_at: begin, end_at: end } = channel
  const time = `${momentText(begin.getTime())} to ${momentText(end.getTime())}`
  const gaps = channel.gaps === 0 ? '' : `, ${amount(channel.gaps, 'gap')}`
  const marks = channel.marks.map((mark) => markWords(mark, channel))
  const look = marks.length === 0 ? '' : `; look at it: ${marks.join(', ')}`
  return `  ${number} ${shown(ru || uz)}: ${added} new, ${changed} changed, ${removed} gone, ${time}${gaps}${look}`
}

function markWords(mark: GuideDraftChannel['marks'][number], channel: GuideDraftChannel): string {
  switch (mark) {
    case 'loss':
      return `${channel.lost} of ${channel.ahead} programmes are lost`
    case 'shifted':
      return `all times are shifted by ${channel.shifted_hours} h`
    case 'other':
      return 'entirely other programmes'
    case 'ends_soon':
      return 'it ends within a day'
    case 'unsure':
      return 'matched by its name only'
  }
}

function programmeLine({ before, after }: ProgrammeDifference): string {
  const state = after ?? before
  if (state === null) return ''
  const title = shown(state.title_ru || state.title_uz)
  if (before === null) return `    new      ${momentText(state.begin)} ${title}`
  if (after === null) return `    gone     ${momentText(state.begin)} ${title}`
  if (before.begin !== after.begin)
    return `    moved    ${momentText(before.begin)} → ${momentText(after.begin)} ${title}`
  const names = (Object.keys(after) as (keyof typeof after)[]).filter(
    (name) => name !== 'id' && JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  return `    changed  ${momentText(state.begin)} ${title}: ${names.join(', ')}`
}

function momentText(ms: number): string {
  return localMoment(ms).replace('T', ' ')
}

/** Applies a draft, or only the channels of these numbers; undefined when no guide of this number waits. */
export async function applyGuideAt(
  { work, audit }: Services,
  draftId: number,
  numbers: readonly number[] | undefined,
): Promise<Outcome | undefined> {
  const loaded = await loadGuideDraft(work.db, draftId)
  if (loaded?.draft.state !== 'open') return undefined
  const unknown = numbers?.find((number) => !loaded.channels.some((one) => one.number === number))
  if (unknown !== undefined) return refused(`import ${draftId} has no guide for channel ${unknown}`)
  const cids = loaded.channels.flatMap(({ number, channel_id: cid }) =>
    numbers?.includes(number) === false ? [] : [cid],
  )
  const deps = { db: work.db, dataDir: work.dataDir }
  const taken = { take: 'only', cids, comparison: loaded.draft.comparison } as const
  const outcome = await applyGuideDraft(deps, draftId, taken, atTheTerminal())
  if (outcome.kind === 'not_found') return refused(`the guide was refused; see: imports show ${draftId}`)
  if (outcome.kind === 'nothing_taken') return refused(`import ${draftId} has none of our channels`)
  if (outcome.kind === 'outdated') return refused(`import ${draftId} was compared again; look at it first`)
  const by = { actor: 'operator', by: undefined } as const
  await recordChangeSet({ db: work.db, audit }, 'guide_imported', by, outcome.changeId)
  return done(`${amount(outcome.changed, 'channel')} changed.`, ...undoLines(outcome))
}

/** Ends a draft; undefined when no guide of this number waits. */
export async function discardGuideAt(
  { work, audit }: Services,
  draftId: number,
): Promise<Outcome | undefined> {
  const deps = { db: work.db, dataDir: work.dataDir }
  if (!(await discardGuideDraft(deps, draftId, systemClock.nowMs()))) return undefined
  await audit.record({ event: 'guide_discarded', actor: 'operator', facts: { import: draftId } })
  return done(`Import ${draftId} is discarded; nothing was changed.`)
}
