/** Blackouts at the command line: which there are. */
import { type CliCommand, done, refused, shown } from '#server/cli/command/command.ts'
import { withServices } from '#server/cli/command/changing.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import { wordsOf } from '#server/blackouts/blackouts.ts'
import { lineOf, readBlackouts, scopeLine } from './blackout-input.ts'

export const blackoutsList = listCommand(
  'blackouts list',
  'what may not be shown, the last to begin first',
  async ({ work }) => {
    const all = await readBlackouts(work.db)
    return all.length === 0 ? ['Everything may be shown.'] : all.map(lineOf)
  },
)

export const blackoutsShow: CliCommand = {
  name: 'blackouts show',
  usage: '<number>',
  summary: 'one blackout, with its words for viewers',
  help: `Example
  npm run ekran -- blackouts show 1000007`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) =>
    withServices(tools, async ({ work }) => {
      const blackout = (await readBlackouts(work.db)).find(({ id }) => String(id) === word)
      if (blackout === undefined)
        return refused(`there is no blackout ${shown(word)}; "blackouts list" shows them`)
      const { ru, uz } = wordsOf(blackout)
      const note = blackout.note === '' ? [] : [`  Note: ${shown(blackout.note)}`]
      return done(
        lineOf(blackout),
        `  ${scopeLine(blackout)}`,
        `  ru: ${shown(ru)}`,
        `  uz: ${shown(uz)}`,
        ...note,
      )
    }),
}
