/** Collections of films, edited at the command line as in the console. */
import {
  type CollectionChanged,
  type CollectionFields,
  type StaffCollection,
  findCollectionFilms,
  hideCollection,
  listStaffCollections,
  orderCollections,
  removeCollection,
  saveCollection,
} from '#server/catalogue/catalogue.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  amount,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { recordChangeSet } from '#server/editing/editing.ts'

export const collectionsList = listCommand(
  'collections list',
  'the collections of films in their order, hidden ones too',
  async ({ work }) => {
    const collections = await listStaffCollections(work.db)
    return [
      ...collections.map(({ id, name, vids, isHidden }) => {
        const facts = `${amount(vids.length, 'film')}${isHidden ? ', hidden' : ''}`
        return `  ${String(id).padEnd(8)} ${shown(name.ru || name.uz)} (${facts})`
      }),
      `${amount(collections.length, 'collection')}.`,
    ]
  },
)

export const collectionsTitles: CliCommand = {
  name: 'collections titles',
  usage: '<id>',
  summary: 'the films of a collection in their order',
  help: `Example
  npm run ekran -- collections titles 3`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withCollection(tools, word, async ({ work }, { vids }) => {
      const films = await findCollectionFilms(work.db, vids)
      return done(
        ...films.map(
          ({ vid, name, year }) => `${String(vid).padStart(7)}  ${year}  ${shown(name.ru || name.uz)}`,
        ),
        `${amount(films.length, 'film')}.`,
      )
    }),
}

const textOptions = {
  'name-ru': { type: 'string' },
  'name-uz': { type: 'string' },
  'text-ru': { type: 'string' },
  'text-uz': { type: 'string' },
  films: { type: 'string' },
} as const

export const collectionsAdd: CliCommand = {
  name: 'collections add',
  usage: '--name-ru <name> --name-uz <name> [--text-ru <text>] [--text-uz <text>] [--films 17,4]',
  summary: 'make a collection of films',
  help: `  --films  numbers of films and series, in their order

Example
  npm run ekran -- collections add --name-ru "Новый год" --name-uz "Yangi yil" --films 17,4,211`,
  options: textOptions,
  min: 0,
  max: 0,
  run: (input, tools) =>
    withServices(tools, async (services) => {
      const none = { ru: '', uz: '' }
      const fields = fieldsOf(input, { name: none, description: none, isHidden: false, vids: [] })
      if (typeof fields === 'string') return refused(fields)
      const { db } = services.work
      const saved = await saveCollection(db, { id: null, version: 0, fields }, atTheTerminal())
      return outcomeOf(services, 'collection_saved', saved, 'was made')
    }),
}

export const collectionsChange: CliCommand = {
  name: 'collections change',
  usage:
    '<id> [--name-ru <name>] [--text-uz <text>] [--films 17,4] [--hide | --show] [--before <id> | --last]',
  summary: 'change a collection, hide it, or put it before another one',
  help: `What is not named stays; imports leave the collection from then on.

  --name-ru, --name-uz, --text-ru, --text-uz  its name and description
  --films   all of its films and series, in their order
  --before  the collection that it goes before

Examples
  npm run ekran -- collections change 3 --films 4,17
  npm run ekran -- collections change 3 --hide
  npm run ekran -- collections change 3 --before 1`,
  options: {
    ...textOptions,
    hide: { type: 'boolean' },
    show: { type: 'boolean' },
    before: { type: 'string' },
    last: { type: 'boolean' },
  },
  min: 1,
  max: 1,
  run: (input, tools) => {
    const { text, flag, words } = input
    return withCollection(tools, words[0] ?? '', async (services, collection, all) => {
      const { id, version } = collection
      const { db } = services.work
      if (flag('hide') || flag('show')) {
        const isHidden = flag('hide')
        const outcome = await hideCollection(db, id, isHidden, atTheTerminal())
        const event = isHidden ? 'collection_hidden' : 'collection_shown'
        return outcomeOf(services, event, outcome, isHidden ? 'is hidden' : 'is shown')
      }
      if (text('before') !== undefined || flag('last'))
        return moveBefore(
          services,
          id,
          all.map((one) => one.id),
          text('before'),
        )
      const fields = fieldsOf(input, collection)
      if (typeof fields === 'string') return refused(fields)
      const saved = await saveCollection(db, { id, version, fields }, atTheTerminal())
      return outcomeOf(services, 'collection_saved', saved, 'was saved')
    })
  },
}

export const collectionsDelete: CliCommand = {
  name: 'collections delete',
  usage: '<id>',
  summary: 'delete a collection',
  help: `"changes undo" brings it back, for seven days, and no import does.

Example
  npm run ekran -- collections delete 3`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withCollection(tools, word, async (services, { id }) => {
      const outcome = await removeCollection(services.work.db, id, atTheTerminal())
      return outcomeOf(services, 'collection_removed', outcome, 'was deleted')
    }),
}

/** `before` undefined: to the end. */
async function moveBefore(
  services: Services,
  id: number,
  order: readonly number[],
  before: string | undefined,
): Promise<Outcome> {
  const others = order.filter((one) => one !== id)
  const place = before === undefined ? others.length : others.indexOf(Number(before))
  if (place < 0) return noCollection(before ?? '')
  const ids = others.toSpliced(place, 0, id)
  const moved = await orderCollections(services.work.db, { ids, shown: order }, atTheTerminal())
  return outcomeOf(services, 'collections_ordered', moved, 'is in its new place')
}

/** The collection with what the options say, or why they cannot be. */
function fieldsOf({ text }: CommandInput, before: CollectionFields): CollectionFields | string {
  const words = (name: string, { ru, uz }: CollectionFields['name']) => ({
    ru: text(`${name}-ru`)?.trim() ?? ru,
    uz: text(`${name}-uz`)?.trim() ?? uz,
  })
  const name = words('name', before.name)
  if (name.ru === '' || name.uz === '') return 'say its name in both languages: --name-ru and --name-uz'
  const films = text('films')
    ?.split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  if (films?.some((word) => !/^[1-9]\d{0,8}$/.test(word)) === true) return '--films are numbers with commas'
  const description = words('text', before.description)
  const isLonger = (limit: number, { ru, uz }: CollectionFields['name']) =>
    Math.max(ru.length, uz.length) > limit
  if (isLonger(160, name) || isLonger(2000, description) || (films?.length ?? 0) > 500)
    return 'a name has 160 characters at most, a text 2000, and a collection 500 films'
  return {
    name,
    description,
    isHidden: before.isHidden,
    vids: films === undefined ? before.vids : films.map(Number),
  }
}

function withCollection(
  tools: CommandTools,
  word: string,
  work: (
    services: Services,
    collection: StaffCollection,
    all: readonly StaffCollection[],
  ) => Promise<Outcome>,
): Promise<Outcome> {
  return withServices(tools, async (services) => {
    const all = await listStaffCollections(services.work.db)
    const collection = all.find(({ id }) => String(id) === word)
    return collection === undefined ? noCollection(word) : work(services, collection, all)
  })
}

function noCollection(word: string): Outcome {
  return refused(`there is no collection ${shown(word)}; "collections list" shows them`)
}

async function outcomeOf(
  { work, audit }: Services,
  event: string,
  outcome: CollectionChanged,
  what: string,
): Promise<Outcome> {
  switch (outcome.kind) {
    case 'changed':
      if (outcome.changeId === 0) return done('Nothing differs.')
      await recordChangeSet(
        { db: work.db, audit },
        event,
        { actor: 'operator', by: undefined },
        outcome.changeId,
      )
      return done(`Collection ${outcome.id} ${what}.`, ...undoLines(outcome))
    case 'full':
      return refused(`there are ${outcome.max} collections already`)
    case 'film_not_found':
      return refused('one of the films does not exist; "films list" shows their numbers')
    default:
      return refused('somebody has just changed the collection: try again')
  }
}
