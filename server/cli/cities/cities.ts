/** Cities of subscribers at the command line. */
import { accountCommand, byOperator, named } from '#server/cli/accounts/account-command.ts'
import {
  type City,
  type CityRefused,
  countAccounts,
  foldCity,
  listCities,
  openNetworks,
  removeCity,
  saveCity,
  setAccountCity,
  suggestCities,
} from '#server/cities/cities.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import { type CliCommand, amount, done, refused, shown } from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { recordChangeSet } from '#server/editing/editing.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const names = { ru: { type: 'string' }, uz: { type: 'string' }, en: { type: 'string' } } as const

export const citiesList = listCommand(
  'cities list',
  'regions and their cities, with how many subscribers are there',
  async ({ work: { db } }) => {
    const [cities, accounts] = await Promise.all([listCities(db), countAccounts(db)])
    return cities.map(({ cityId, regionId, name }) => {
      const indent = regionId === null ? '' : '  '
      return `  ${String(cityId).padEnd(6)}${indent}${shown(name.ru)} / ${shown(name.uz)}  ${accounts.get(cityId) ?? 0}`
    })
  },
)

export const citiesSave: CliCommand = {
  name: 'cities save',
  usage: '[<city>] [--ru <name>] [--uz <name>] [--en <name>] [--region <region>]',
  summary: 'enter a city or a region, or change one',
  help: `A city is named by its number or its name in any language; without one a new one is entered. What is not named stays.

  --ru, --uz, --en   its names; a new one needs all three
  --region           the region that it is in; "none": it is a region itself

Examples
  npm run ekran -- cities save --ru "Зафар" --uz Zafar --en Zafar --region 11
  npm run ekran -- cities save Zafar --region "Ташкентская область"`,
  options: { ...names, region: { type: 'string' } },
  min: 0,
  max: 1,
  run: ({ words: [word], text }, tools) =>
    withServices(tools, async (services) => {
      const cities = await listCities(services.work.db)
      const city = word === undefined ? undefined : cityNamed(cities, word)
      if (typeof city === 'string') return refused(city)
      const region = text('region')
      const inRegion = region === undefined || region === 'none' ? undefined : cityNamed(cities, region)
      if (typeof inRegion === 'string') return refused(inRegion)
      const name = {
        ru: text('ru')?.trim() ?? city?.name.ru ?? '',
        uz: text('uz')?.trim() ?? city?.name.uz ?? '',
        en: text('en')?.trim() ?? city?.name.en ?? '',
      }
      if (Object.values(name).some((one) => one === '' || one.length > 100))
        return refused('--ru, --uz and --en have 1 to 100 characters each')
      const regionId = region === undefined ? (city?.regionId ?? null) : (inRegion?.cityId ?? null)
      const saved = await saveCity(
        services.work.db,
        { cityId: city?.cityId ?? null, version: city?.version ?? 0, fields: { regionId, name } },
        atTheTerminal(),
      )
      if (saved.kind !== 'changed') return refused(whyNot(saved))
      await recorded(services, 'city_saved', saved.changeId)
      const how = saved.changeId === 0 ? 'was so already' : 'was saved'
      return done(`Number ${saved.id}, ${shown(name.ru)}, ${how}.`, ...undoLines(saved))
    }),
}

export const citiesRemove: CliCommand = {
  name: 'cities remove',
  usage: '<city>',
  summary: 'delete a city or a region that nothing uses',
  help: `Example
  npm run ekran -- cities remove 1000`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withServices(tools, async (services) => {
      const city = cityNamed(await listCities(services.work.db), word)
      if (typeof city === 'string') return refused(city)
      const removed = await removeCity(services.work.db, city.cityId, atTheTerminal())
      if (removed.kind !== 'changed') return refused(whyNot(removed))
      await recorded(services, 'city_removed', removed.changeId)
      return done(`${shown(city.name.ru)} is deleted.`, ...undoLines(removed))
    }),
}

export const citiesSuggest: CliCommand = {
  name: 'cities suggest',
  usage: '',
  summary: 'give subscribers without a city that of their network, as each night does',
  help: `Looks at where a device of each was seen last, by "own-networks list". What somebody said stays.

Example
  npm run ekran -- cities suggest`,
  min: 0,
  max: 0,
  run: (_input, tools) =>
    withServices(tools, async ({ work: { db } }) => {
      const networks = await openNetworks({ db, log: tools.log })
      const changed = await suggestCities(db, networks, systemClock.nowMs(), tools.signal)
      return done(`${amount(changed, 'subscriber')} got the city of the network.`)
    }),
}

export const subscribersCity = accountCommand({
  name: 'subscribers city',
  usage: '--city <city>',
  summary: 'say in which city a subscriber is',
  help: `  --city   its number or its name in any language, as "cities list" prints them; "none": nobody says it

Example
  npm run ekran -- subscribers city +998901234567 --city Самарканд`,
  options: { city: { type: 'string' } },
  work: async ({ account, services, input }) => {
    const word = input.text('city')?.trim() ?? ''
    if (word === '') return refused('write the city after --city, or "none"')
    const { db } = services.work
    const city = word === 'none' ? undefined : cityNamed(await listCities(db), word)
    if (typeof city === 'string') return refused(city)
    const { accountId } = account
    const choice = { accountId, cityId: city?.cityId ?? null, way: 'staff' as const }
    const said = { author: byOperator, nowMs: systemClock.nowMs() }
    const set = await setAccountCity({ db, audit: services.audit }, choice, said)
    if (set.kind !== 'set') return refused('the city or the subscriber is gone')
    return done(
      city === undefined
        ? `${named(account)} has no city.`
        : `${named(account)} is in ${shown(city.name.ru)}.`,
    )
  },
})

/** The city of this number or name, or what is wrong with it. */
function cityNamed(cities: readonly City[], word: string): City | string {
  const byNumber = cities.find(({ cityId }) => String(cityId) === word.trim())
  if (byNumber !== undefined) return byNumber
  const [city, other] = cities.filter(({ name }) =>
    [name.ru, name.uz, name.en].some((one) => foldCity(one) === foldCity(word)),
  )
  if (city === undefined) return `there is no city ${shown(word)}; "cities list" prints them`
  return other === undefined
    ? city
    : `several are called ${shown(word)}: write the number, as "cities list" prints it`
}

function whyNot(refusal: CityRefused): string {
  switch (refusal.kind) {
    case 'named':
      return `the region has ${shown(refusal.name)} already`
    case 'unknown_region':
      return '--region must be a region, and one with cities cannot be in another'
    case 'used': {
      const { accounts, networks, cities } = refusal.uses
      return `it has ${amount(accounts, 'subscriber')}, ${amount(networks, 'network')} and ${amount(cities, 'city', 'cities')}; give them another city first`
    }
    case 'full':
      return `there are ${refusal.max} already`
    default:
      return 'somebody else has just changed it: try again'
  }
}

async function recorded({ work, audit }: Services, event: string, changeId: number): Promise<void> {
  await recordChangeSet({ db: work.db, audit }, event, { actor: 'operator', by: undefined }, changeId)
}
