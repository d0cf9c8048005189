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
  type Draft,
  type StoredItem,
  applyDraft,
  discardDraft,
  listDrafts,
  loadDraft,
} from '#server/imports/imports.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const maxItems = 500

export const importsList: CliCommand = {
  name: 'imports list',
  usage: '',
  summary: 'lists that wait for a decision, and those that were applied',
  help: `Lists come here from the console and from "lists add".

Example
  npm run ekran -- imports list`,
  min: 0,
  max: 0,
  run: async (_, tools) =>
    withServices(tools, async ({ work }) => {
      const drafts = await listDrafts(work.db)
      return drafts.length === 0 ? done('No list was loaded yet.') : done(...drafts.map(lineOf))
    }),
}

function lineOf({ id, name, state, made_at: madeAt, staff_name: who, change_id: change }: Draft): string {
  const what = state === 'open' ? 'waits' : change === null ? 'changed nothing' : `became change ${change}`
  return `${id}  ${shown(name)}  ${what}  ${moment(madeAt.getTime())}  ${shown(who === '' ? 'command line' : who)}`
}

export const importsShow: CliCommand = {
  name: 'imports show',
  usage: '<number>',
  summary: 'what a list would change, from which value to which',
  help: `Example
  npm run ekran -- imports show 3`,
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withDraft(input, tools, async (id, { work }) => {
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
  usage: '<number>',
  summary: 'apply a list; channels that it has no more stay',
  help: `All that is new or changed is applied in one transaction. To take only some of it use /console/imports.

Example
  npm run ekran -- imports apply 3`,
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withDraft(input, tools, async (id, { work, audit }) => {
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
    withDraft(input, tools, async (id, { work }) => {
      if (!(await discardDraft(work.db, id, systemClock.nowMs())))
        return refused(`no import ${id} waits for a decision`)
      return done(`Import ${id} is discarded; nothing was changed.`)
    }),
}

async function withDraft(
  { words: [word = ''] }: CommandInput,
  tools: CommandTools,
  act: (id: number, services: Services) => Promise<Outcome>,
): Promise<Outcome> {
  if (!/^\d{1,9}$/.test(word)) return refused(`${shown(word)} is not the number of an import`)
  return withServices(tools, (services) => act(Number(word), services))
}
