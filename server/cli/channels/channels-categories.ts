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
import {
  type CategoryChanged,
  type CategoryRefused,
  type StaffCategory,
  listStaffCategories,
  orderCategories,
  removeCategory,
  saveCategory,
} from '#server/television/television.ts'

const maxCharacters = 60

/** `channels categories list|add|rename|remove|order`: one command, because its first two words are the same. */
export const channelsCategories: CliCommand = {
  name: 'channels categories',
  usage:
    'list | add <name> [--uz <name>] | rename <name> <new name> [--uz <name>] | remove <name> --into <name> | order <name> …',
  summary: 'the categories of channels',
  help: `Own categories can be added, renamed and removed; those that every app has can be renamed and ordered only.

  --uz    the name in Uzbek, if it differs
  --into  where the channels of a removed category go

Examples
  npm run ekran -- channels categories list
  npm run ekran -- channels categories add Ertaklar
  npm run ekran -- channels categories remove Ertaklar --into Детские
  npm run ekran -- channels categories order Узбекские Новости`,
  options: { uz: { type: 'string' }, into: { type: 'string' } },
  min: 1,
  max: 200,
  run: async (input, tools) =>
    withServices(tools, async (services) => {
      const [verb = '', name] = input.words
      const categories = await listStaffCategories(services.work.db)
      if (verb === 'list') return list(categories)
      if (verb === 'order' && name !== undefined) return order(services, categories, input.words.slice(1))
      if (verb === 'add' && name !== undefined) return save(services, null, name, input)
      const one = categoryOf(categories, name)
      if (one === undefined)
        return refused(`there is no category ${shown(name ?? '')}: ${namesOf(categories)}`)
      if (verb === 'rename') return save(services, one.id, input.words[2] ?? '', input)
      if (verb === 'remove') return remove(services, categories, one, input)
      return refused(
        'say list, add, rename, remove or order; see: npm run ekran -- channels categories --help',
      )
    }),
}

function categoryOf(categories: readonly StaffCategory[], name = '') {
  const fold = (text: string) => text.trim().toLowerCase()
  return categories.find(({ nameRu, nameUz }) => [nameRu, nameUz].some((own) => fold(own) === fold(name)))
}

function namesOf(categories: readonly StaffCategory[]): string {
  return categories.map(({ nameRu }) => nameRu).join(', ')
}

function list(categories: readonly StaffCategory[]): Outcome {
  return done(
    ...categories.map(
      ({ nameRu, nameUz, channelCount, isOwn }) =>
        `${shown(nameRu)} / ${shown(nameUz)}: ${amount(channelCount, 'channel')}${isOwn ? '' : ', in every app'}`,
    ),
  )
}

async function save(services: Services, id: number | null, name: string, { text }: CommandInput) {
  const names = { nameRu: name.trim(), nameUz: (text('uz') ?? name).trim() }
  if (Object.values(names).some((one) => one === '' || one.length > maxCharacters))
    return refused(`a name has 1 to ${maxCharacters} characters`)
  const outcome = await saveCategory(services.work.db, { id, ...names }, atTheTerminal())
  return settle(services, 'channel_category_saved', outcome, `${shown(name)} is saved.`)
}

async function remove(
  services: Services,
  categories: readonly StaffCategory[],
  { id, nameRu }: StaffCategory,
  { text }: CommandInput,
): Promise<Outcome> {
  const into = categoryOf(categories, text('into'))
  if (into === undefined) return refused(`say with --into where its channels go: ${namesOf(categories)}`)
  const outcome = await removeCategory(services.work.db, id, into.id, atTheTerminal())
  const removed = `${shown(nameRu)} is removed; its channels are in ${shown(into.nameRu)}.`
  return settle(services, 'channel_category_removed', outcome, removed)
}

async function order(
  services: Services,
  categories: readonly StaffCategory[],
  names: readonly string[],
): Promise<Outcome> {
  const ids: number[] = []
  for (const name of names) {
    const category = categoryOf(categories, name)
    if (category === undefined) return refused(`there is no category ${shown(name)}: ${namesOf(categories)}`)
    ids.push(category.id)
  }
  const outcome = await orderCategories(services.work.db, ids, atTheTerminal())
  return settle(
    services,
    'channel_categories_ordered',
    outcome,
    'The categories are in this order, the others follow.',
  )
}

async function settle(
  { audit }: Services,
  event: string,
  outcome: CategoryChanged | CategoryRefused,
  text: string,
): Promise<Outcome> {
  switch (outcome.kind) {
    case 'changed':
      await audit.record({ event, actor: 'operator', facts: { change: outcome.changeId } })
      return done(text, ...undoLines(outcome))
    case 'named':
      return refused('another category has this name')
    case 'full':
      return refused(`there are ${outcome.max} own categories already; remove one first`)
    case 'fixed':
      return refused('this category is in every app and cannot be removed')
    case 'unknown_category':
      return refused('channels cannot go into that category')
  }
}
