/** People of films at the command line, as in the console. */
import {
  type PeopleChanged,
  editPerson,
  findStaffPerson,
  listDoubles,
  listStaffPeople,
  mergePeople,
} from '#server/catalogue/catalogue.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import { type CliCommand, type Outcome, amount, done, refused, shown } from '#server/cli/command/command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { readPicture } from './read-picture.ts'

const pageSize = 50

type Listed = Awaited<ReturnType<typeof listStaffPeople>>['people'][number]

function line({ id, nameRu, nameUz, nameOriginal, titles }: Listed): string {
  const names = [...new Set([nameRu, nameUz, nameOriginal])].filter(Boolean)
  return `${String(id).padStart(7)}  ${shown(names.join(' / '))}  ${amount(titles, 'title')}`
}

export const peopleList: CliCommand = {
  name: 'people list',
  usage: '[<name>] [--doubles]',
  summary: 'list people of films, or those who may be one person',
  help: `  --doubles  groups of people whose names are the same in another script or spelling

Examples
  npm run ekran -- people list Каримов
  npm run ekran -- people list --doubles`,
  options: { doubles: { type: 'boolean' } },
  min: 0,
  max: 1,
  run: ({ words: [name = ''], flag }, tools) =>
    withServices(tools, async ({ work: { db } }) => {
      if (flag('doubles')) {
        const groups = await listDoubles(db, pageSize)
        return done(
          ...groups.flatMap((group) => [...group.map(line), '']),
          `${amount(groups.length, 'group')}.`,
        )
      }
      const { people, count } = await listStaffPeople(db, { text: name, page: 1, pageSize })
      return done(...people.map(line), `${amount(count, 'person', 'people')}.`)
    }),
}

const options = {
  ...{ 'name-ru': 'name_ru', 'name-uz': 'name_uz', 'name-original': 'name_original' },
  ...{ 'about-ru': 'about_ru', 'about-uz': 'about_uz' },
} as const

export const peopleEdit: CliCommand = {
  name: 'people edit',
  usage: '<id> [--name-ru <name>] [--photo <file>] …',
  summary: 'correct a person; imports leave who was corrected',
  help: `  --name-ru, --name-uz, --name-original
  --about-ru, --about-uz                 a few sentences
  --photo <file>                         JPEG, PNG, WebP or SVG

Example
  npm run ekran -- people edit 17 --name-uz "Nora Karimova"`,
  options: Object.fromEntries([...Object.keys(options), 'photo'].map((name) => [name, { type: 'string' }])),
  min: 1,
  max: 1,
  run: ({ words: [word = ''], text }, tools) =>
    withServices(tools, async (services) => {
      const texts = Object.entries(options).flatMap(([option, column]) => {
        const value = text(option)
        return value === undefined ? [] : [[column, value.trim()] as const]
      })
      const path = text('photo')
      const photo = path === undefined ? undefined : await readPicture(services.work.dataDir, tools.log, path)
      if (path !== undefined && photo === undefined)
        return refused(`${shown(path)} is no picture of at most 25 MB that can be read`)
      const edit = { ...Object.fromEntries(texts), ...(photo === undefined ? {} : { photo }) }
      const outcome = await editPerson(services.work.db, { id: numberOf(word), edit }, atTheTerminal())
      return outcomeOf(services, word, outcome, 'people_edited')
    }),
}

export const peopleMerge: CliCommand = {
  name: 'people merge',
  usage: '<id> <double> [<double> …]',
  summary: 'merge doubles into a person: their films become those of the person',
  help: `"people list --doubles" shows who may be one person. "changes undo" parts them again.

Example
  npm run ekran -- people merge 17 912 4410`,
  min: 2,
  max: 100,
  run: ({ words: [word = '', ...doubles] }, tools) =>
    withServices(tools, async (services) => {
      const { db } = services.work
      const chosen = { into: numberOf(word), doubles: doubles.map(numberOf) }
      if ((await findStaffPerson(db, chosen.into)) === undefined) return missing(word)
      const outcome = await mergePeople(db, chosen, atTheTerminal())
      return outcomeOf(services, word, outcome, 'people_merged')
    }),
}

async function outcomeOf(
  { audit }: Services,
  word: string,
  outcome: PeopleChanged,
  event: string,
): Promise<Outcome> {
  switch (outcome.kind) {
    case 'changed':
      if (outcome.changeId === 0) return done('Nothing differs.')
      await audit.record({
        ...{ event, actor: 'operator', facts: { person: numberOf(word), change: outcome.changeId } },
      })
      return done(`Person ${word} is changed.`, ...undoLines(outcome))
    case 'nameless':
      return refused('a person needs a name in Russian, in Uzbek, or the original one')
    case 'merged':
      return refused('one of them was merged into another person already')
    default:
      return missing(word)
  }
}

function numberOf(word: string): number {
  return /^[1-9]\d{0,8}$/.test(word) ? Number(word) : 0
}

function missing(word: string): Outcome {
  return refused(`there is no such person as ${shown(word)}; "people list" shows their numbers`)
}
