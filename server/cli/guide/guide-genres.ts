/** What the words of guides mean as genres, at the command line. */
import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  amount,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import type { Services } from '#server/cli/command/services.ts'
import { recordChangeSet } from '#server/editing/editing.ts'
import {
  type CategoryWord,
  type GenreChanged,
  listCategoryWords,
  listGenreRules,
  removeGenre,
  setGenre,
} from '#server/television/television.ts'

const names: Readonly<Record<string, number | null>> = {
  ...{ general: 1, films: 2, news: 3, sport: 4, children: 5, music: 6, learning: 8 },
  ignore: null,
}
const nameOf = (code: number | null) => Object.entries(names).find(([, one]) => one === code)?.[0] ?? '—'
const choices = Object.keys(names).join(', ')

export const guideGenresList: CliCommand = {
  name: 'guide genres list',
  usage: '[--rules]',
  summary: 'the words of the guides and their genres, those without one first',
  help: `  --rules   what is said about words and parts of words, also those that no guide uses now

Example
  npm run ekran -- guide genres list`,
  options: { rules: { type: 'boolean' } },
  min: 0,
  max: 0,
  run: async ({ flag }, tools) =>
    withServices(tools, async ({ work }) => {
      if (flag('rules')) {
        const rules = await listGenreRules(work.db)
        return done(
          ...rules.map(
            ({ word, isPart, genreCode }) =>
              `${nameOf(genreCode).padEnd(9)} ${isPart ? `…${shown(word)}…` : shown(word)}`,
          ),
          `${amount(rules.length, 'rule')}.`,
        )
      }
      const words = await listCategoryWords(work.db)
      return done(...words.map(wordLine), `${amount(words.length, 'word')}.`)
    }),
}

function wordLine({ word, programmes, examples, meaning, genreCode, part }: CategoryWord): string {
  const genre = meaning === 'none' ? '?' : nameOf(genreCode)
  const by = part === '' ? '' : ` (by …${shown(part)}…)`
  const [example] = examples
  const such = example === undefined ? '' : `, such as ${shown(example.title)}`
  return `${genre.padEnd(9)} ${shown(word)}${by}: ${amount(programmes, 'programme')}${such}`
}

export const guideGenresSet: CliCommand = {
  name: 'guide genres set',
  usage: '<word> <genre> [--part]',
  summary: 'say which genre a word of the guides means; stored programmes get it at once',
  help: `Genres: ${choices}. A whole category comes before parts; of several parts the one that was said last decides.

  --part   the word is a part of categories: sport is in "Winter sport"

Examples
  npm run ekran -- guide genres set "документальное" learning
  npm run ekran -- guide genres set sport sport --part
  npm run ekran -- guide genres set "телепередача" ignore`,
  options: { part: { type: 'boolean' } },
  min: 2,
  max: 2,
  run: async (input, tools) => {
    const {
      words: [word = '', genre = ''],
    } = input
    const code = names[genre]
    if (code === undefined) return refused(`${shown(genre)} is no genre; there is ${choices}`)
    return withServices(tools, async (services) => {
      const meaning = { word, isPart: input.flag('part'), genreCode: code }
      return settled(services, input, await setGenre(services.work.db, meaning, atTheTerminal()))
    })
  },
}

export const guideGenresRemove: CliCommand = {
  name: 'guide genres remove',
  usage: '<word> [--part]',
  summary: 'forget what a word means; stored programmes follow at once',
  help: `Example
  npm run ekran -- guide genres remove "документальное"`,
  options: { part: { type: 'boolean' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const {
      words: [word = ''],
    } = input
    return withServices(tools, async (services) => {
      const which = { word, isPart: input.flag('part') }
      return settled(services, input, await removeGenre(services.work.db, which, atTheTerminal()))
    })
  },
}

async function settled(
  { work, audit }: Services,
  { words: [word = ''] }: CommandInput,
  outcome: GenreChanged,
): Promise<Outcome> {
  switch (outcome.kind) {
    case 'unknown_word':
      return refused(`nothing is said about ${shown(word)}; see: guide genres list --rules`)
    case 'full':
      return refused(`there are ${outcome.max} words already; remove some`)
    case 'changed': {
      const by = { actor: 'operator', by: undefined } as const
      await recordChangeSet({ db: work.db, audit }, 'guide_genre_changed', by, outcome.changeId)
      return done(`${amount(outcome.programmes, 'programme')} have another genre now.`, ...undoLines(outcome))
    }
  }
}
