/** The screens of the site’s content; their code is loaded when one is opened. */
import { lazyScreen } from '#console/shell/lazy-screen.tsx'

export const BannersScreen = lazyScreen(() =>
  import('#console/screens/content/banners-screen.tsx').then((one) => ({ default: one.BannersScreen })),
)
export const BannerScreen = lazyScreen(() =>
  import('#console/screens/content/banner-screen.tsx').then((one) => ({ default: one.BannerScreen })),
)
export const HomeScreen = lazyScreen(() =>
  import('#console/screens/content/home/home-screen.tsx').then((one) => ({ default: one.HomeScreen })),
)
export const RailScreen = lazyScreen(() =>
  import('#console/screens/content/home/rail-screen.tsx').then((one) => ({ default: one.RailScreen })),
)
export const CollectionsScreen = lazyScreen(() =>
  import('#console/screens/content/home/collections-screen.tsx').then((one) => ({
    default: one.CollectionsScreen,
  })),
)
export const CollectionScreen = lazyScreen(() =>
  import('#console/screens/content/home/collection-screen.tsx').then((one) => ({
    default: one.CollectionScreen,
  })),
)
export const FilmsScreen = lazyScreen(() =>
  import('#console/screens/content/films/films-screen.tsx').then((one) => ({ default: one.FilmsScreen })),
)
export const FilmScreen = lazyScreen(() =>
  import('#console/screens/content/films/film-screen.tsx').then((one) => ({ default: one.FilmScreen })),
)
export const PeopleScreen = lazyScreen(() =>
  import('#console/screens/content/films/people-screen.tsx').then((one) => ({ default: one.PeopleScreen })),
)
export const PersonScreen = lazyScreen(() =>
  import('#console/screens/content/films/person-screen.tsx').then((one) => ({ default: one.PersonScreen })),
)
export const NewsScreen = lazyScreen(() =>
  import('#console/screens/content/news-screen.tsx').then((one) => ({ default: one.NewsScreen })),
)
export const NewsItemScreen = lazyScreen(() =>
  import('#console/screens/content/news-item-screen.tsx').then((one) => ({ default: one.NewsItemScreen })),
)
export const BlackoutsScreen = lazyScreen(() =>
  import('#console/screens/content/blackouts/blackouts-screen.tsx').then((one) => ({
    default: one.BlackoutsScreen,
  })),
)
export const BlackoutScreen = lazyScreen(() =>
  import('#console/screens/content/blackouts/blackout-screen.tsx').then((one) => ({
    default: one.BlackoutScreen,
  })),
)
export const NoticesScreen = lazyScreen(() =>
  import('#console/screens/content/notices-screen.tsx').then((one) => ({ default: one.NoticesScreen })),
)
export const NoticeScreen = lazyScreen(() =>
  import('#console/screens/content/notice-screen.tsx').then((one) => ({ default: one.NoticeScreen })),
)
export const PagesScreen = lazyScreen(() =>
  import('#console/screens/content/pages-screen.tsx').then((one) => ({ default: one.PagesScreen })),
)
export const PageScreen = lazyScreen(() =>
  import('#console/screens/content/page-screen.tsx').then((one) => ({ default: one.PageScreen })),
)
