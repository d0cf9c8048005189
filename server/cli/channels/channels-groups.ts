import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { atTheTerminal, withServices } from '#server/cli/command/changing.ts'
import type { Services } from '#server/cli/command/services.ts'
import { listGroupRules, loadCategories, mapGroups, removeGroupRule } from '#server/television/television.ts'

const maxCharacters = 60

/** `channels groups set|remove|list`: one command, because its first two words are the same. */
export const channelsGroups: CliCommand = {
  name: 'channels groups',
  usage: 'set <group> <category> [--create] | remove <group> | list',
  summary: 'which category the groups of lists belong to',
  help: `Channels of a list whose group (group-title) has a rule go into its category, at every import to come. Case and spaces
do not matter. A channel whose category was edited by hand stays where it is.

  --create   create a category of the group's own name when there is none

Examples
  npm run ekran -- channels groups set "Kids & Cartoons" Детские
  npm run ekran -- channels groups set Italia Italia --create
  npm run ekran -- channels groups remove Italia
  npm run ekran -- channels groups list`,
  options: { create: { type: 'boolean' } },
  min: 1,
  max: 3,
  run: async (input, tools) =>
    withServices(tools, async (services) => {
      const { words } = input
      const [verb = '', group = ''] = words
      if (verb === 'list' && words.length === 1) return list(services)
      if (verb === 'remove' && words.length === 2) return remove(services, group)
      if (verb === 'set' && words.length === 3) return set(services, input)
      return refused(
        'say set <group> <category>, remove <group> or list; see: npm run ekran -- channels groups --help',
      )
    }),
}

async function list({ work }: Services): Promise<Outcome> {
  const rules = await listGroupRules(work.db)
  if (rules.length === 0) return done('No group of a list has a category of its own yet.')
  return done(
    ...rules.map(({ group_name: group, name_ru: category }) => `${shown(group)} → ${shown(category)}`),
  )
}

async function remove({ work, audit }: Services, group: string): Promise<Outcome> {
  if (!(await removeGroupRule(work.db, group))) return refused(`the group ${shown(group)} has no category`)
  await audit.record({ event: 'channel_groups_mapped', actor: 'operator', facts: { group, category: '' } })
  return done(
    `${shown(group)} has no category any more; its channels stay where they are until a list is imported.`,
  )
}

async function set({ work, audit }: Services, { words, flag }: CommandInput): Promise<Outcome> {
  const [, group = '', name = ''] = words
  if (group.trim() === '' || group.length > maxCharacters)
    return refused(`the name of a group has 1 to ${maxCharacters} characters`)
  const categories = await loadCategories(work.db)
  const fold = (text: string) => text.trim().toLowerCase()
  const category = categories.find((one) =>
    [one.name.ru, one.name.uz].some((own) => fold(own) === fold(name)),
  )
  if (category === undefined && !(flag('create') && fold(name) === fold(group)))
    return refused(
      `there is no category ${shown(name)}: ${categories.map((one) => one.name.ru).join(', ')}; ` +
        "with --create one of the group's own name is created",
    )
  const outcome = await mapGroups(work.db, [{ group, categoryId: category?.id ?? null }], atTheTerminal())
  if (outcome.kind === 'full')
    return refused(`there are ${outcome.max} own categories already; delete one first`)
  if (outcome.kind === 'unknown_category') return refused(`${shown(name)} takes no channels of lists`)
  await audit.record({ event: 'channel_groups_mapped', actor: 'operator', facts: { group, category: name } })
  return done(`Channels of the group ${shown(group)} go into ${shown(name)} from now on.`)
}
