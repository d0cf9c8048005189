/** Cities of subscribers, for other programs. */
import { externalCities as endpoints } from '#contract/external/cities.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { listCities, readAccountCities, setAccountCity } from '#server/cities/cities.ts'
import { type BoundEndpoint, bindEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { byKey, type ExternalDeps, report, withAccount } from './deps.ts'

export function cityEndpoints(deps: ExternalDeps): readonly BoundEndpoint[] {
  const { db, clock } = deps
  return bindEndpoints('externalCities', endpoints, {
    list: async () =>
      respond({
        cities: (await listCities(db)).map(({ cityId, regionId, name }) => ({
          ...{ city_id: cityId, region_id: regionId ?? 0 },
          ...{ name_ru: name.ru, name_uz: name.uz, name_en: name.en },
        })),
      }),
    show: ({ account_id: accountId }) =>
      withAccount(deps, accountId, async () => {
        const city = (await readAccountCities(db, [accountId])).get(accountId)
        return respond({ city_id: city?.cityId ?? 0, way: city?.way ?? '' })
      }),
    set: ({ account_id: accountId, city_id: cityId }, call) =>
      withAccount(deps, accountId, async () => {
        const choice = { accountId, cityId: cityId === 0 ? null : cityId, way: 'billing' as const }
        const author = { ...byKey(call), actor: 'system' } as const
        const outcome = await setAccountCity(deps, choice, { author, nowMs: clock.nowMs() })
        if (outcome.kind === 'account_not_found') return reject('not_found')
        if (outcome.kind !== 'set') return reject('city_not_found')
        report(deps, call, 'api_account_changed', accountId, { city: cityId })
        return respond({ city_id: cityId })
      }),
  })
}
