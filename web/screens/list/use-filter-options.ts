import { ownName, useServiceName } from '#web/session/service-name.ts'
import { useMemo, useState } from 'react'
import type { Facets } from '#contract/films/films.ts'
import { site } from '#contract/site/site.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { optionsOf, type Options } from '#web/features/films/filter-options.ts'
import type { Filters } from '#web/features/films/list-filters.ts'
import { useListText } from '#web/features/films/list-text.ts'

/** The values of every filter in the viewer's language, with their counts once those have loaded. */
export function useFilterOptions(filters: Filters, facets: Facets | null): Options {
  const t = useListText()
  const language = useLanguage()
  const genres = useCall(site.genres, {})
  const providers = useCall(site.providers, {})
  const genresLoaded = genres.kind === 'ok' ? genres.data : null
  const providersLoaded = providers.kind === 'ok' ? providers.data : null
  const service = useServiceName()
  const [currentYear] = useState(() => new Date().getFullYear())
  return useMemo(
    () =>
      optionsOf(
        {
          genres: genresLoaded ?? [],
          providers: (providersLoaded ?? []).map((one) => ({
            id: one.provider_id,
            name: ownName(one.provider_name, service),
          })),
          currentYear,
          language,
          min: (rating) => t('ratingFrom', { rating }),
        },
        filters,
        facets,
      ),
    [genresLoaded, providersLoaded, service, currentYear, language, t, filters, facets],
  )
}
