/** The rails of the home page, ordered at the command line as in the console. */
import { railAudiences, railKinds, railLanguages, railPlatforms } from '#contract/site/home.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandTools,
  type Outcome,
  amount,
  done,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { recordChangeSet } from '#server/editing/editing.ts'
import {
  type StoredRail,
  hideRail,
  listRails,
  orderRails,
  removeRail,
  resetRails,
  saveRail,
} from '#server/site/site.ts'
import { plainRail, railOptions, readRail } from './read-rail.ts'

export const homeShow = listCommand(
  'home show',
  'the rails of the home page in their order, hidden and planned ones too',
  async ({ work }) => {
    const rails = await listRails(work.db)
    return [...rails.map(lineOf), `${amount(rails.length, 'rail')}.`]
  },
)

function lineOf(rail: StoredRail): string {
  const { id, kind, title, isHidden, shownFromMs, shownUntilMs, platforms, languages, audience, brands } =
    rail
  const facts = [
    ...(isHidden ? ['hidden'] : []),
    ...(platforms.length < railPlatforms.length ? [platforms.join('+')] : []),
    ...(languages.length < railLanguages.length ? [languages.join('+')] : []),
    ...(audience === 'everybody' ? [] : [audience]),
    ...(brands === undefined || brands.length === 0 ? [] : [`brands ${brands.join('+')}`]),
    ...(shownFromMs === null ? [] : [`from ${moment(shownFromMs)}`]),
    ...(shownUntilMs === null ? [] : [`until ${moment(shownUntilMs)}`]),
    ...Object.entries(rail.content).map(([name, value]) => `${name} ${String(value)}`),
  ]
  const name = title.ru || title.uz
  return `  ${String(id).padEnd(8)} ${kind.padEnd(18)} ${shown([name, ...facts].filter(Boolean).join(', '))}`
}

const contents = `  --title-ru, --title-uz <title>   instead of the title of its kind
  --platforms web,phone,television --languages ru,uz
  --audience ${railAudiences.join('|')}
  --brands 1,1000001|all           the brands that show it, from "service list"
  --from, --until <moment>         like 2026-12-20T18:00, Tashkent's time, or none
  --collection <number>            of a rail "collection"
  --films films|serials|kids|uzbek|all --genre <number> --country UZ --years 2020-2024 --rating 7
                                   of a rail "films"; none leaves a rule out
  --order -added|-popularity|-rating|-year|name       of a rail "films"
  --category <number>              of a rail "channel_category"
  --channels 7,12                  numbers of channels, of a rail "channels"`

export const homeAdd: CliCommand = {
  name: 'home add',
  usage: '<kind> [--title-ru <title>] [--platforms web,phone] …',
  summary: 'add a rail to the end of the home page',
  help: `The kinds are ${railKinds.join(', ')}.

${contents}

Examples
  npm run ekran -- home add collection --collection 12
  npm run ekran -- home add films --films films --genre 4 --years 2020- --title-ru "Новые комедии" --title-uz "Yangi komediyalar"`,
  options: railOptions,
  min: 1,
  max: 1,
  run: ({ words: [word = ''], text }, tools) => {
    const kind = railKinds.find((one) => one === word)
    if (kind === undefined)
      return Promise.resolve(
        refused(`${shown(word)} is no kind of a rail; the kinds are ${railKinds.join(', ')}`),
      )
    return withServices(tools, async (services) => {
      const fields = await readRail(text, plainRail(kind), services.work.db)
      if (typeof fields === 'string') return refused(fields)
      const saved = await saveRail(services.work.db, { id: null, version: 0, fields }, atTheTerminal())
      return outcomeOf(services, 'home_rail_saved', saved, 'was added')
    })
  },
}

export const homeChange: CliCommand = {
  name: 'home change',
  usage: '<id> [--title-ru <title>] [--platforms web,phone] …',
  summary: 'change a rail of the home page',
  help: `The id is that of "home show"; what is not named stays.

${contents}

Example
  npm run ekran -- home change 11 --audience subscribers --until 2027-01-10T00:00`,
  options: railOptions,
  min: 1,
  max: 1,
  run: ({ words: [word = ''], text }, tools) =>
    withRail(tools, word, async (services, rail) => {
      const { id, version } = rail
      const fields = await readRail(text, rail, services.work.db)
      if (typeof fields === 'string') return refused(fields)
      const saved = await saveRail(services.work.db, { id, version, fields }, atTheTerminal())
      return outcomeOf(services, 'home_rail_saved', saved, 'was saved')
    }),
}

export const homeMove: CliCommand = {
  name: 'home move',
  usage: '<id> <before id> | <id> --last',
  summary: 'put a rail before another one',
  help: `The ids are those of "home show".

Examples
  npm run ekran -- home move 11 2
  npm run ekran -- home move 11 --last`,
  options: { last: { type: 'boolean' } },
  min: 1,
  max: 2,
  run: ({ words: [word = '', target], flag }, tools) =>
    withRail(tools, word, async (services, { id }, rails) => {
      if (flag('last') === (target !== undefined)) return refused('say a rail to go before, or --last')
      const order = rails.map((one) => one.id)
      const others = order.filter((one) => one !== id)
      const place = target === undefined ? others.length : others.indexOf(Number(target))
      if (place < 0) return noRail(target ?? '')
      const ids = others.toSpliced(place, 0, id)
      const moved = await orderRails(services.work.db, { ids, shown: order }, atTheTerminal())
      return outcomeOf(services, 'home_ordered', moved, 'is in its new place')
    }),
}

export const homeHide = hiding('home hide', 'hide a rail of the home page', true)
export const homeShowRail = hiding('home show-rail', 'show a hidden rail again', false)

function hiding(name: string, summary: string, isHidden: boolean): CliCommand {
  return {
    name,
    usage: '<id>',
    summary,
    help: `Example
  npm run ekran -- ${name} 11`,
    min: 1,
    max: 1,
    run: ({ words: [word = ''] }, tools) =>
      withRail(tools, word, async (services, { id }) => {
        const outcome = await hideRail(services.work.db, id, isHidden, atTheTerminal())
        const event = isHidden ? 'home_rail_hidden' : 'home_rail_shown'
        return outcomeOf(services, event, outcome, isHidden ? 'is hidden' : 'is shown')
      }),
  }
}

export const homeDelete: CliCommand = {
  name: 'home delete',
  usage: '<id>',
  summary: 'delete a rail of the home page',
  help: `"changes undo" brings it back, for seven days.

Example
  npm run ekran -- home delete 1000017`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withRail(tools, word, async (services, { id }) =>
      outcomeOf(
        services,
        'home_rail_removed',
        await removeRail(services.work.db, id, atTheTerminal()),
        'was deleted',
      ),
    ),
}

export const homeReset: CliCommand = {
  name: 'home reset',
  usage: '',
  summary: 'put the rails of the home page back as they came',
  help: `Rails that were added are deleted. "changes undo" brings back what an editor had made, for seven days.

Example
  npm run ekran -- home reset`,
  min: 0,
  max: 0,
  run: (_, tools) =>
    withServices(tools, async (services) => {
      const outcome = await resetRails(services.work.db, atTheTerminal())
      if (outcome.kind !== 'changed') return refused('somebody has just changed the page: try again')
      await recordOf(services, 'home_reset', outcome.changeId)
      return done('The home page is as it came.', ...undoLines(outcome))
    }),
}

function withRail(
  tools: CommandTools,
  word: string,
  work: (services: Services, rail: StoredRail, rails: readonly StoredRail[]) => Promise<Outcome>,
): Promise<Outcome> {
  return withServices(tools, async (services) => {
    const rails = await listRails(services.work.db)
    const rail = rails.find(({ id }) => String(id) === word)
    return rail === undefined ? noRail(word) : work(services, rail, rails)
  })
}

function noRail(word: string): Outcome {
  return refused(`there is no rail ${shown(word)}; "home show" lists them`)
}

async function recordOf({ work, audit }: Services, event: string, changeId: number): Promise<void> {
  await recordChangeSet({ db: work.db, audit }, event, { actor: 'operator', by: undefined }, changeId)
}

async function outcomeOf(
  services: Services,
  event: string,
  outcome: Awaited<ReturnType<typeof saveRail>>,
  what: string,
): Promise<Outcome> {
  switch (outcome.kind) {
    case 'changed':
      if (outcome.changeId === 0) return done('Nothing differs.')
      await recordOf(services, event, outcome.changeId)
      return done(`Rail ${outcome.id} ${what}.`, ...undoLines(outcome))
    case 'full':
      return refused(`there are ${outcome.max} rails already`)
    case 'period':
      return refused('--until must be later than --from')
    case 'years':
      return refused('the second year must not be before the first')
    case 'content_missing':
      return refused('say what the rail shows: --collection, --category or --channels')
    default:
      return refused('somebody has just changed the page: try again')
  }
}
