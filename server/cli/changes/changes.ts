import { type CliCommand, type Outcome, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { atTheTerminal, entryLines, shownValue, withServices } from '#server/cli/command/changing.ts'
import {
  type ListedChange,
  type UndoConflict,
  listChanges,
  loadChange,
  undoDays,
} from '#server/changes/changes.ts'
import { servicesSection } from '#server/outside-services/outside-services.ts'
import { undoContent } from '#server/editing/editing.ts'

const listedByDefault = 20
const maxListed = 1000
const maxEntries = 200
const maxConflicts = 50

export const changesList: CliCommand = {
  name: 'changes list',
  usage: '[--count <n>]',
  summary: 'what was changed by hand and by imports, the newest first',
  help: `Each line is a set of changes with its number, which "changes undo" takes back.

Example
  npm run ekran -- changes list --count 50`,
  options: { count: { type: 'string' } },
  min: 0,
  max: 0,
  run: async ({ text }, tools) => {
    const count = Number(text('count') ?? listedByDefault)
    if (!Number.isInteger(count) || count < 1 || count > maxListed)
      return refused(`--count is a number from 1 to ${maxListed}`)
    return withServices(tools, async ({ work }) => {
      const changes = await listChanges(work.db, { limit: count })
      return changes.length === 0 ? done('Nothing was changed yet.') : done(...changes.map(lineOf))
    })
  },
}

export const changesShow: CliCommand = {
  name: 'changes show',
  usage: '<number>',
  summary: 'what a set of changes changed, from which value to which',
  help: `Example
  npm run ekran -- changes show 12`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) => {
    const changeId = idOf(word)
    if (changeId === undefined) return refused(`${shown(word)} is not the number of a change`)
    return withServices(tools, async ({ work }) => {
      const loaded = await loadChange(work.db, changeId, maxEntries)
      if (loaded === undefined) return refused(`there is no change ${changeId}`)
      return done(
        lineOf(loaded.change),
        ...loaded.entries.flatMap(entryLines),
        ...(loaded.more > 0 ? [`  … and ${loaded.more} more`] : []),
      )
    })
  },
}

export const changesUndo: CliCommand = {
  name: 'changes undo',
  usage: '<number>',
  summary: 'take a set of changes back; what somebody changed since stays',
  help: `A change can be taken back for ${undoDays} days, and so can an undo.

Example
  npm run ekran -- changes undo 12`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) => {
    const changeId = idOf(word)
    if (changeId === undefined) return refused(`${shown(word)} is not the number of a change`)
    return withServices(tools, async ({ work, audit }): Promise<Outcome> => {
      const loaded = await loadChange(work.db, changeId, 1)
      if (loaded?.change.section === servicesSection)
        return refused(`change ${changeId} is one of a setting: npm run ekran -- settings undo ${changeId}`)
      const outcome = await undoContent(work.db, changeId, atTheTerminal())
      switch (outcome.kind) {
        case 'not_found':
          return refused(`there is no change ${changeId}`)
        case 'undone_already':
          return refused(`change ${changeId} was taken back already`)
        case 'too_late':
          return refused(`change ${changeId} is older than ${undoDays} days`)
        case 'undone': {
          const facts = { change: changeId, undone: outcome.undone, conflicts: outcome.conflicts.length }
          await audit.record({ event: 'change_undone', actor: 'operator', facts })
          return done(
            outcome.changeId === undefined
              ? `Nothing of change ${changeId} was left to take back.`
              : `Change ${changeId} is taken back (${outcome.undone} of its things). To undo that: npm run ekran -- changes undo ${outcome.changeId}`,
            ...outcome.conflicts.slice(0, maxConflicts).map(conflictLine),
            ...(outcome.conflicts.length > maxConflicts
              ? [`  … and ${outcome.conflicts.length - maxConflicts} more`]
              : []),
          )
        }
      }
    })
  },
}

function idOf(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

function lineOf({
  changeId,
  kind,
  title,
  created,
  changed,
  deleted,
  staffName,
  madeMs,
  undoneBy,
}: ListedChange) {
  const counts = [
    ...(created > 0 ? [`${created} new`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(deleted > 0 ? [`${deleted} deleted`] : []),
  ]
  const who = staffName === '' ? 'command line' : shown(staffName)
  const undone = undoneBy === null ? '' : `, taken back by ${undoneBy}`
  return `${changeId}  ${moment(madeMs)}  ${kind} ${shown(title)}  ${counts.join(', ')}  ${who}${undone}`
}

function conflictLine({ label, field, now }: UndoConflict): string {
  return field === ''
    ? `  left  ${shown(label)}: it was deleted or changed since`
    : `  left  ${shown(label)}: ${field} was changed since, it is ${shownValue(now)}`
}
