import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  amount,
  done,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import { editTitles, existingTitles } from '#server/catalogue/catalogue.ts'

function help(example: string) {
  return `Titles are named by the number in the address of their page. A hidden title is in no list and no search, and
nothing of it can be played; its page still exists at its address and says that it is not available. An Ekran that
runs follows at once; no import shows a hidden title again.

Examples
  npm run ekran -- ${example}`
}

export const titlesHide: CliCommand = {
  name: 'titles hide',
  usage: '<vid> [<vid> …]',
  summary: 'hide films or series from every list',
  help: help('titles hide 17 214'),
  min: 1,
  max: 1000,
  run: (input, tools) => setHidden(input, tools, true),
}

export const titlesShow: CliCommand = {
  name: 'titles show',
  usage: '<vid> [<vid> …]',
  summary: 'show hidden films or series again',
  help: help('titles show 17'),
  min: 1,
  max: 1000,
  run: (input, tools) => setHidden(input, tools, false),
}

async function setHidden({ words }: CommandInput, tools: CommandTools, isHidden: boolean): Promise<Outcome> {
  const wrong = words.filter((word) => !/^[1-9]\d{0,8}$/.test(word))
  if (wrong.length > 0) return refused(`${shown(wrong.slice(0, 10).join(', '))} is not the number of a title`)
  const vids = [...new Set(words.map(Number))]
  return withServices(tools, async ({ work, audit }) => {
    const { matches, unknown } = await existingTitles(work.db, vids)
    if (matches.length === 0) return refused(`there is no title ${unknown.slice(0, 10).join(', ')}`)
    const edits = matches.map((vid) => ({ vid, edit: { columns: { is_hidden: isHidden } } }))
    const outcome = await editTitles(work.db, edits, atTheTerminal())
    if (outcome.kind !== 'changed') return refused('a title was deleted meanwhile: try again')
    const facts = { count: matches.length, vids: matches.join(' '), change: outcome.changeId }
    await audit.record({ event: isHidden ? 'titles_hidden' : 'titles_shown', actor: 'operator', facts })
    return done(
      `${amount(matches.length, 'title')} ${matches.length === 1 ? 'is' : 'are'} ${isHidden ? 'hidden' : 'shown'}.`,
      ...(unknown.length === 0 ? [] : [`There is no title ${unknown.join(', ')}.`]),
      ...undoLines(outcome),
    )
  })
}
