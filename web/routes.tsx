/** Every page of the contract's table and the screen it shows. A screen's code comes when its page is opened. */
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { pages, type PageName } from '#contract/pages.ts'
import { HomeScreen } from '#web/screens/home/home-screen.tsx'
import { NotFoundScreen } from '#web/screens/not-found/not-found-screen.tsx'
import { withinLimit } from '#web/shell/lazy-limit.ts'
import { RouteError } from '#web/shell/route-error.tsx'
import { Shell, ShellFallback } from '#web/shell/shell.tsx'

type Screen = Pick<RouteObject, 'Component' | 'lazy'>
/** The router empties a route's `lazy` when it has loaded, so every route needs one of its own. */
const lazily = (load: () => Promise<ComponentType>) => (): Screen => ({
  lazy: { Component: () => withinLimit(load()) },
})

const list = () => import('#web/screens/list/list-screen.tsx').then((file) => file.ListScreen)

/** What stands at each page. Home is in the first file, since most visits begin there. */
const screens: Record<PageName, () => Screen> = {
  home: () => ({ Component: HomeScreen }),
  login: lazily(() => import('#web/screens/login/login-screen.tsx').then((file) => file.LoginScreen)),
  newMovies: lazily(list),
  serials: lazily(list),
  kids: lazily(list),
  uzbek: lazily(list),
  collection: lazily(() =>
    import('#web/screens/collection/collection-screen.tsx').then((file) => file.CollectionScreen),
  ),
  person: lazily(() => import('#web/screens/person/person-screen.tsx').then((file) => file.PersonScreen)),
  search: lazily(() => import('#web/screens/search/search-screen.tsx').then((file) => file.SearchScreen)),
  movie: lazily(() => import('#web/screens/movie/movie-screen.tsx').then((file) => file.MovieScreen)),
  tv: lazily(() => import('#web/screens/tv/tv-screen.tsx').then((file) => file.TvScreen)),
  channel: lazily(() => import('#web/screens/channel/channel-screen.tsx').then((file) => file.ChannelScreen)),
  tvArchive: lazily(() =>
    import('#web/screens/channel/archive-screen.tsx').then((file) => file.ArchiveScreen),
  ),
  link: lazily(() => import('#web/screens/tv-login/link-screen.tsx').then((file) => file.LinkScreen)),
  devices: lazily(() => import('#web/screens/devices/devices-screen.tsx').then((file) => file.DevicesScreen)),
  password: lazily(() =>
    import('#web/screens/password/password-screen.tsx').then((file) => file.PasswordScreen),
  ),
  policy: lazily(() => import('#web/screens/policy/policy-screen.tsx').then((file) => file.PolicyScreen)),
  cabinet: lazily(() => import('#web/screens/cabinet/cabinet-screen.tsx').then((file) => file.CabinetScreen)),
}

/** Any page may stand under `/ru` or `/uz` (SHELL-11), as the contract's `matchPage` allows. */
function routesOf(name: PageName): RouteObject[] {
  const body = pages[name].pattern.replace('/:lang?', '').replace(/^\//, '')
  return ['', 'ru/', 'uz/'].map((prefix) => ({
    id: `${prefix}${name}`,
    path: (prefix + body).replace(/\/$/, '') || '/',
    ...screens[name](),
  }))
}

export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: RouteError,
    HydrateFallback: ShellFallback,
    children: [
      ...(Object.keys(pages) as PageName[]).flatMap(routesOf),
      { id: 'not-found', path: '*', Component: NotFoundScreen },
    ],
  },
]
