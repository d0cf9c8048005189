import { accountCity } from '#contract/accounts/city.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ApiContext } from '#server/api/context/api-context.ts'
import { listCities, readAccountCities, setAccountCity } from '#server/cities/cities.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** The viewer's own city; the same that the staff sees on the card. */
export function accountCityEndpoints({
  db,
  clock,
  audit,
}: Pick<ApiContext, 'db' | 'clock' | 'audit'>): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof accountCity> = {
    show: async (_input, { viewer: { accountId }, language }) => {
      const [own, cities] = await Promise.all([readAccountCities(db, [accountId]), listCities(db)])
      const city = own.get(accountId)
      return respond({
        city_id: city?.cityId ?? 0,
        is_suggested: city?.way === 'network' ? 1 : 0,
        cities: cities.map(({ cityId, regionId, name }) => ({
          ...{ city_id: cityId, region_id: regionId ?? 0, name: name[language] },
        })),
      })
    },
    save: async ({ city_id: cityId }, { viewer: { accountId }, clientAddress: address }) => {
      const choice = { accountId, cityId: cityId === 0 ? null : cityId, way: 'subscriber' as const }
      const author = { actor: 'viewer', address } as const
      const outcome = await setAccountCity({ db, audit }, choice, { author, nowMs: clock.nowMs() })
      if (outcome.kind !== 'set') return reject('city_not_found')
      return respond({ city_id: cityId, is_suggested: 0 })
    },
  }
  return bindEndpoints('accountCity', accountCity, handlers)
}
