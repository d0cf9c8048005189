import { pathOf, type PageName } from '#contract/form/pages.ts'
import type { BaseKey } from '#web/session/text.ts'
import type { IconName } from '#web/ui/controls/icon.tsx'

interface Section {
  readonly page: PageName
  readonly key: BaseKey
  readonly icon: IconName
}

/** The sections in the order used by every menu. */
export const sections = [
  { page: 'home', key: 'nav.home', icon: 'home' },
  { page: 'tv', key: 'nav.tv', icon: 'tv' },
  { page: 'newMovies', key: 'nav.movies', icon: 'film' },
  { page: 'serials', key: 'nav.serials', icon: 'series' },
  { page: 'kids', key: 'nav.kids', icon: 'kids' },
  { page: 'uzbek', key: 'nav.uzbek', icon: 'star' },
] as const satisfies readonly Section[]

export function sectionPath(section: Pick<Section, 'page'>) {
  return pathOf(section.page)
}
