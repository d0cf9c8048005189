/** Cities and the operator's networks in the console. */
import { consoleCities } from '#contract/console/cities.ts'
import { type ParsedOf, reject, respond } from '#contract/form/endpoint.ts'
import {
  type City,
  type CityRefused,
  countAccounts,
  listCities,
  listNetworks,
  markOf,
  removeCity,
  saveCity,
  saveNetworks,
  setAccountCity,
  writeNetworks,
} from '#server/cities/cities.ts'
import { bindConsole, type ConsoleCall } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'

export function cityEndpoints(deps: ContentDeps): readonly BoundEndpoint[] {
  const { db, clock } = deps
  return bindConsole('consoleCities', consoleCities, {
    list: async () => {
      const [cities, accounts] = await Promise.all([listCities(db), countAccounts(db)])
      return respond({ cities: cities.map((city) => presentCity(city, accounts.get(city.cityId) ?? 0)) })
    },
    save: async (input, call) => {
      const { city_id: cityId, version } = input
      const outcome = await saveCity(db, { cityId, version, fields: fieldsOf(input) }, authorOf(call, deps))
      if (outcome.kind === 'changed_since')
        return reject('changed_since', { values: { who: outcome.who || '—' } })
      if (outcome.kind === 'named') return reject('city_name_taken', { values: { name: outcome.name } })
      if (outcome.kind === 'unknown_region') return reject('city_region')
      if (outcome.kind === 'full') return reject('cities_full', { values: { max: outcome.max } })
      if (outcome.kind !== 'changed') return reject('city_not_found')
      await recordSet(deps, 'city_saved', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id: outcome.id })
    },
    remove: async ({ city_id: cityId }, call) => {
      const outcome = await removeCity(db, cityId, authorOf(call, deps))
      if (outcome.kind === 'used') return reject('city_in_use', { values: usesOf(outcome) })
      if (outcome.kind !== 'changed') return reject('city_not_found')
      await recordSet(deps, 'city_removed', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id: outcome.id })
    },
    networks: () => networksOf(deps),
    saveNetworks: (input, call) => putNetworks(deps, input, call),
    setAccount: async ({ account_id: accountId, city_id: cityId }, { staff, clientAddress: address }) => {
      const choice = { accountId, cityId: cityId === 0 ? null : cityId, way: 'staff' as const }
      const author = { actor: 'staff', address, staff: { staffId: staff.staffId, name: staff.name } } as const
      const outcome = await setAccountCity(deps, choice, { author, nowMs: clock.nowMs() })
      if (outcome.kind === 'account_not_found') return reject('not_found')
      if (outcome.kind !== 'set') return reject('city_not_found')
      return respond({})
    },
  })
}

function presentCity({ cityId, regionId, name, version }: City, accounts: number) {
  return { ...{ city_id: cityId, region_id: regionId ?? 0, version, accounts }, name: { ...name } }
}

function fieldsOf(input: ParsedOf<typeof consoleCities.save>) {
  const { region_id: regionId, name_ru: ru, name_uz: uz, name_en: en } = input
  return { regionId: regionId === 0 ? null : regionId, name: { ru, uz, en } }
}

function usesOf({ uses }: Extract<CityRefused, { readonly kind: 'used' }>) {
  return { accounts: uses.accounts, networks: uses.networks, cities: uses.cities }
}

async function networksOf({ db }: ContentDeps) {
  const [networks, cities] = await Promise.all([listNetworks(db), listCities(db)])
  const names = new Map(cities.map(({ cityId, name }) => [cityId, name]))
  return respond({
    networks: networks.map(({ prefix, name, cityId }) => ({
      ...{ prefix, name, city: { ...(names.get(cityId ?? 0) ?? { ru: '', uz: '', en: '' }) } },
    })),
    ...{ text: writeNetworks(networks, cities), mark: markOf(networks) },
  })
}

async function putNetworks(
  deps: ContentDeps,
  { text, mark, is_trial: isTrial }: ParsedOf<typeof consoleCities.saveNetworks>,
  call: ConsoleCall,
) {
  const outcome = await saveNetworks(deps.db, { text, mark, isTrial }, authorOf(call, deps))
  const none = { problems: [], problem_count: 0, change_id: 0 }
  switch (outcome.kind) {
    case 'changed_since':
      return reject('changed_since', { values: { who: outcome.who || '—' } })
    case 'full':
      return reject('cities_full', { values: { max: outcome.max } })
    case 'wrong':
      return respond({ ...none, problems: [...outcome.problems], problem_count: outcome.count, diff: null })
    case 'trial':
      return respond({ ...none, diff: outcome.diff })
    case 'saved':
      await recordSet(deps, 'networks_saved', call, outcome.changeId)
      return respond({ ...none, diff: outcome.diff, change_id: outcome.changeId })
  }
}
