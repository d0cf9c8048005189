/** Every page of the contract's table and the screen it shows. A screen's code comes when its page is opened. */
import type { ComponentType } from 'react'
import { matchPage, type PageName } from '#contract/form/pages.ts'
import type { Loaded } from './router/create-router.ts'
import { HomeScreen } from './screens/home/home-screen.tsx'
import { NotFoundScreen } from './screens/not-found/not-found-screen.tsx'
import { withinLimit } from './shell/lazy-limit.ts'

/** Fetched once; what did not come is fetched again by the next who wants it. */
function lazily(load: () => Promise<ComponentType>): () => Loaded {
  let known: Loaded | null = null
  const fetched = async () => {
    try {
      return (known = await withinLimit(load()))
    } catch (error) {
      known = null
      throw error
    }
  }
  return () => (known ??= fetched())
}

function information() {
  return import('./screens/information/information-screen.tsx').then((file) => file.InformationScreen)
}

function list() {
  return import('./screens/list/list-screen.tsx').then((file) => file.ListScreen)
}

/** What stands at each page. Home is in the first file, since most visits begin there. */
const screens: Record<PageName, () => Loaded> = {
  home: () => HomeScreen,
  login: lazily(() => import('./screens/login/login-screen.tsx').then((file) => file.LoginScreen)),
  newMovies: lazily(list),
  serials: lazily(list),
  kids: lazily(list),
  uzbek: lazily(list),
  uzbekList: lazily(list),
  collection: lazily(() =>
    import('./screens/collection/collection-screen.tsx').then((file) => file.CollectionScreen),
  ),
  person: lazily(() => import('./screens/person/person-screen.tsx').then((file) => file.PersonScreen)),
  search: lazily(() => import('./screens/search/search-screen.tsx').then((file) => file.SearchScreen)),
  movie: lazily(() => import('./screens/movie/movie-screen.tsx').then((file) => file.MovieScreen)),
  tv: lazily(() => import('./screens/tv/tv-screen.tsx').then((file) => file.TvScreen)),
  channel: lazily(() => import('./screens/channel/channel-screen.tsx').then((file) => file.ChannelScreen)),
  tvArchive: lazily(() => import('./screens/channel/archive-screen.tsx').then((file) => file.ArchiveScreen)),
  link: lazily(() => import('./screens/tv-login/link-screen.tsx').then((file) => file.LinkScreen)),
  devices: lazily(() => import('./screens/devices/devices-screen.tsx').then((file) => file.DevicesScreen)),
  paymentHistory: lazily(() =>
    import('./screens/payment-history/payment-history-screen.tsx').then((file) => file.PaymentHistoryScreen),
  ),
  password: lazily(() =>
    import('./screens/password/password-screen.tsx').then((file) => file.PasswordScreen),
  ),
  news: lazily(() => import('./screens/news/news-screen.tsx').then((file) => file.NewsScreen)),
  newsItem: lazily(() => import('./screens/news/news-item-screen.tsx').then((file) => file.NewsItemScreen)),
  notifications: lazily(() =>
    import('./screens/notifications/notifications-screen.tsx').then((file) => file.NotificationsScreen),
  ),
  notification: lazily(() =>
    import('./screens/notifications/notification-screen.tsx').then((file) => file.NotificationScreen),
  ),
  policy: lazily(() => import('./screens/policy/policy-screen.tsx').then((file) => file.PolicyScreen)),
  my: lazily(() => import('./screens/my/my-screen.tsx').then((file) => file.MyScreen)),
  tariff: lazily(() => import('./screens/tariff/tariff-screen.tsx').then((file) => file.TariffScreen)),
  about: lazily(information),
  answers: lazily(information),
  android: lazily(information),
  job: lazily(information),
  lg: lazily(information),
  pay: lazily(information),
  samsung: lazily(information),
  cabinet: lazily(() => import('./screens/cabinet/cabinet-screen.tsx').then((file) => file.CabinetScreen)),
}

/** What stands at a path. Any page may stand under `/ru` or `/uz` too (SHELL-11). */
export function screenAt(pathname: string): Loaded {
  const match = matchPage(pathname)
  return match === null ? NotFoundScreen : screens[match.name]()
}
