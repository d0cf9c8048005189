import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  amount,
  done,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { atTheTerminal, entryLines, undoLines, withServices } from '#server/cli/command/changing.ts'
import type { Services } from '#server/cli/command/services.ts'
import {
  applyGuideAt,
  discardGuideAt,
  guideDraftLine,
  guideDraftLines,
} from '#server/cli/guide/guide-drafts.ts'
import {
  type Draft,
  type StoredItem,
  applyDraft,
  discardDraft,
  listDrafts,
  listGuideDrafts,
  loadDraft,
  loadGuideDraft,
} from '#server/imports/imports.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const maxItems = 500

export const importsList: CliCommand = {
  name: 'imports list',
  usage: '',
  summary: 'lists and guides that wait for a decision, and those that were applied',
  help: `They come here from the console, from "lists add", from "import guide --dry-run", and guides of sources that were held back.

Example
  npm run ekran -- imports list`,
  min: 0,
  max: 0,
  run: async (_, tools) =>
    withServices(tools, async ({ work }) => {
      const [lists, guides] = [await listDrafts(work.db), await listGuideDrafts(work.db)]
      const lines = [...lists.map(lineOf), ...guides.map(guideDraftLine)]
      return lines.length === 0 ? done('Nothing was loaded yet.') : done(...lines)
    }),
}

function lineOf({ id, name, state, made_at: madeAt, staff_name: who, change_id: change }: Draft): string {
  const what = state === 'open' ? 'waits' : change === null ? 'changed nothing' : `became change ${change}`
  return `${id}  ${shown(name)}  ${what}  ${moment(madeAt.getTime())}  ${shown(who === '' ? 'command line' : who)}`
}

export const importsShow: CliCommand = {
  name: 'imports show',
  usage: '<number> [--channel <number>]',
  summary: 'what a list or a guide would change, from which value to which',
  help: `  --channel   of a guide: the programmes of this channel

Examples
  npm run ekran -- imports show 3
  npm run ekran -- imports show 4 --channel 12`,
  options: { channel: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withDraft(input, tools, async (id, services) => {
      const { work } = services
      const number = numbersIn(input.text('channel'))
      if (number === 'wrong' || (number?.length ?? 1) !== 1) return refused(wrongChannel)
      const guide = await loadGuideDraft(work.db, id)
      if (guide !== undefined) return done(...(await guideDraftLines(services, guide, number?.[0])))
      const loaded = await loadDraft(work.db, id, { view: 'all', fromItem: 0, limit: maxItems })
      if (loaded === undefined) return refused(`there is no import ${id}`)
      const { draft, items, counts } = loaded
      if (draft.refused_whole !== '') return done(lineOf(draft), `  refused: ${shown(draft.refused_whole)}`)
      return done(
        lineOf(draft),
        ...items.flatMap(itemLines),
        ...(counts.all > items.length ? [`  … and ${counts.all - items.length} more`] : []),
        ...draft.refused.map(({ where, what, why }) => `  refused  ${where} ${shown(what)}: ${shown(why)}`),
      )
    }),
}

function itemLines(item: StoredItem): readonly string[] {
  const { kind, label, before, after, marks, similar_to: similar, channel_id: cid } = item
  if (kind === 'gone') return [`  gone     ${shown(label)}; it stays`]
  const look = marks.length === 0 ? [] : [`           look at it: ${marks.join(', ')} ${shown(similar)}`]
  return [...entryLines({ entity: 'channel', entityId: cid ?? 0, label, before, after }), ...look]
}

export const importsApply: CliCommand = {
  name: 'imports apply',
  usage: '<number> [--channels <numbers>]',
  summary: 'apply a list or a guide; channels that a list has no more stay',
  help: `All that is new or changed is applied in one transaction. To take only some of a list use /console/imports.

  --channels   of a guide: only these channels, with commas

Examples
  npm run ekran -- imports apply 3
  npm run ekran -- imports apply 4 --channels 1,2,12`,
  options: { channels: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withDraft(input, tools, async (id, services) => {
      const { work, audit } = services
      const numbers = numbersIn(input.text('channels'))
      if (numbers === 'wrong') return refused(wrongChannel)
      const guide = await applyGuideAt(services, id, numbers)
      if (guide !== undefined) return guide
      if (numbers !== undefined) return refused(`no guide of the number ${id} waits for a decision`)
      const outcome = await applyDraft(work.db, id, { take: 'all' }, atTheTerminal())
      if (outcome.kind === 'not_found' || outcome.kind === 'outdated')
        return refused(`no import ${id} waits for a decision`)
      if (outcome.kind === 'nothing_taken') return refused(`import ${id} has nothing new and nothing changed`)
      await audit.record({
        event: 'channels_imported',
        actor: 'operator',
        facts: { change: outcome.changeId, import: id },
      })
      return done(`${amount(outcome.changed, 'channel')} changed.`, ...undoLines(outcome))
    }),
}

export const importsDiscard: CliCommand = {
  name: 'imports discard',
  usage: '<number>',
  summary: 'end an import without applying it',
  help: `Example
  npm run ekran -- imports discard 3`,
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withDraft(input, tools, async (id, services) => {
      const { work } = services
      const guide = await discardGuideAt(services, id)
      if (guide !== undefined) return guide
      if (!(await discardDraft(work.db, id, systemClock.nowMs())))
        return refused(`no import ${id} waits for a decision`)
      return done(`Import ${id} is discarded; nothing was changed.`)
    }),
}

const wrongChannel = 'a channel is meant by its number, such as 12; several with commas'

/** Numbers of channels with commas; undefined without the option. */
function numbersIn(text: string | undefined): readonly number[] | undefined | 'wrong' {
  if (text === undefined) return undefined
  return /^\d{1,6}(?:,\d{1,6})*$/.test(text) ? text.split(',').map(Number) : 'wrong'
}

async function withDraft(
  { words: [word = ''] }: CommandInput,
  tools: CommandTools,
  act: (id: number, services: Services) => Promise<Outcome>,
): Promise<Outcome> {
  if (!/^\d{1,9}$/.test(word)) return refused(`${shown(word)} is not the number of an import`)
  return withServices(tools, (services) => act(Number(word), services))
}
