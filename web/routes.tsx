/** The pages of the contract's table and their screens. A screen's code is loaded when its page is opened. */
import type { ComponentType } from 'react'
import { matchPage, type PageName } from '#contract/form/pages.ts'
import type { Loaded } from '#web/router/create-router.ts'
import { HomeScreen } from '#web/screens/home/home-screen.tsx'
import { NotFoundScreen } from '#web/shell/not-found/not-found-screen.tsx'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'

/** Loaded once; after a failure the next navigation tries again. */
function lazily(load: () => Promise<ComponentType>): () => Loaded {
  let existing: Loaded | null = null
  const fetched = async () => {
    try {
      return (existing = await withinLimit(load()))
    } catch (error) {
      existing = null
      throw error
    }
  }
  return () => (existing ??= fetched())
}

function information() {
  return import('#web/screens/information/information-screen.tsx').then((file) => file.InformationScreen)
}

function list() {
  return import('#web/screens/list/list-screen.tsx').then((file) => file.ListScreen)
}

/** The screen of each page. Home is in the first file, since most visits start there. */
const screens: Record<PageName, () => Loaded> = {
  home: () => HomeScreen,
  login: lazily(() => import('#web/screens/login/login-screen.tsx').then((file) => file.LoginScreen)),
  newMovies: lazily(list),
  serials: lazily(list),
  kids: lazily(list),
  uzbek: lazily(list),
  uzbekList: lazily(list),
  collection: lazily(() =>
    import('#web/screens/collection/collection-screen.tsx').then((file) => file.CollectionScreen),
  ),
  person: lazily(() => import('#web/screens/person/person-screen.tsx').then((file) => file.PersonScreen)),
  search: lazily(() => import('#web/screens/search/search-screen.tsx').then((file) => file.SearchScreen)),
  movie: lazily(() => import('#web/screens/movie/movie-screen.tsx').then((file) => file.MovieScreen)),
  tv: lazily(() => import('#web/screens/tv/tv-screen.tsx').then((file) => file.TvScreen)),
  channel: lazily(() => import('#web/screens/channel/channel-screen.tsx').then((file) => file.ChannelScreen)),
  recordedTitle: lazily(() =>
    import('#web/screens/recorded/recorded-screen.tsx').then((file) => file.RecordedScreen),
  ),
  tvArchive: lazily(() =>
    import('#web/screens/channel/archive-screen.tsx').then((file) => file.ArchiveScreen),
  ),
  mosaic: lazily(() => import('#web/screens/mosaic/mosaic-screen.tsx').then((file) => file.MosaicScreen)),
  link: lazily(() => import('#web/screens/login/tv/link-screen.tsx').then((file) => file.LinkScreen)),
  profiles: lazily(() =>
    import('#web/screens/profiles/profiles-screen.tsx').then((file) => file.ProfilesScreen),
  ),
  devices: lazily(() => import('#web/screens/devices/devices-screen.tsx').then((file) => file.DevicesScreen)),
  paymentHistory: lazily(() =>
    import('#web/screens/payment-history/payment-history-screen.tsx').then(
      (file) => file.PaymentHistoryScreen,
    ),
  ),
  password: lazily(() =>
    import('#web/screens/password/password-screen.tsx').then((file) => file.PasswordScreen),
  ),
  news: lazily(() => import('#web/screens/news/news-screen.tsx').then((file) => file.NewsScreen)),
  newsItem: lazily(() =>
    import('#web/screens/news/news-item-screen.tsx').then((file) => file.NewsItemScreen),
  ),
  notifications: lazily(() =>
    import('#web/screens/notifications/notifications-screen.tsx').then((file) => file.NotificationsScreen),
  ),
  notification: lazily(() =>
    import('#web/screens/notifications/notification-screen.tsx').then((file) => file.NotificationScreen),
  ),
  policy: lazily(() => import('#web/screens/policy/policy-screen.tsx').then((file) => file.PolicyScreen)),
  my: lazily(() => import('#web/screens/my/my-screen.tsx').then((file) => file.MyScreen)),
  renewal: lazily(() => import('#web/screens/renewal/renewal-screen.tsx').then((file) => file.RenewalScreen)),
  status: lazily(() => import('#web/screens/status/status-screen.tsx').then((file) => file.StatusScreen)),
  tariff: lazily(() => import('#web/screens/tariff/tariff-screen.tsx').then((file) => file.TariffScreen)),
  about: lazily(information),
  answers: lazily(information),
  android: lazily(information),
  job: lazily(information),
  lg: lazily(information),
  pay: lazily(information),
  samsung: lazily(information),
  textPage: lazily(information),
  cabinet: lazily(() => import('#web/screens/cabinet/cabinet-screen.tsx').then((file) => file.CabinetScreen)),
}

/** The screen of a path. Any page may also have the prefix `/ru` or `/uz` (SHELL-11). */
export function screenAt(pathname: string): Loaded {
  const match = matchPage(pathname)
  return match === null ? NotFoundScreen : screens[match.name]()
}
