/** The titles that the site gives its rails, in the words of the site itself. */
import type { consoleHome } from '#contract/console/home.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { ru as baseRu } from '#web/i18n/ru/base.ts'
import { ru as homeRu } from '#web/i18n/ru/films/home.ts'
import { uz as baseUz } from '#web/i18n/uz/base.ts'
import { uz as homeUz } from '#web/i18n/uz/films/home.ts'

type Previewed = ResponseOf<typeof consoleHome.preview>['rails'][number]

const filmTitles = {
  '': 'nav.movies',
  films: 'nav.movies',
  serials: 'nav.serials',
  kids: 'home.kids',
  uzbek: 'home.uzbek',
} as const

/** The title of a rail that has none of its own. */
export function siteTitle(
  { kind, film_kind: films, is_personal: isPersonal }: Pick<Previewed, 'kind' | 'film_kind' | 'is_personal'>,
  language: 'ru' | 'uz',
): string {
  const [base, home] = language === 'ru' ? [baseRu, homeRu] : [baseUz, homeUz]
  switch (kind) {
    case 'live':
      return base['home.live']
    case 'continue':
      return home.continue
    case 'favourite_channels':
      return home.favouriteChannels
    case 'guest_offer':
      return base['home.offer']
    case 'interesting':
      return isPersonal ? home.interesting : home.popular
    case 'new_films':
      return base['home.added']
    case 'collection':
    case 'collections':
      return home.collections
    case 'uzbek':
    case 'kids':
      return base[`home.${kind}`]
    case 'news':
      return base['home.news']
    case 'cinema':
      return home.cinemas
    case 'broadcast_titles':
      return base['home.recorded']
    case 'selections':
      return home.selections
    case 'films':
      return base[filmTitles[films]]
    case 'channel_category':
    case 'channels':
      return base['nav.tv']
  }
}
