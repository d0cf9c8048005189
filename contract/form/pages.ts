import { largestId, uzbekCategoryIds } from './constants.ts'

/**
 * The pages of the site. The web client makes its routes from this table and the server responds with 404 to any path
 * that is not in it, so the two cannot differ (SHELL-02, SHELL-10).
 */
export interface Page {
  /** `:name` is a parameter; a leading `/:lang?` is an optional language. */
  readonly pattern: string
  /** False hides the header or the footer (SHELL-03). */
  readonly header: boolean
  readonly footer: boolean
  /** True when it requires a login (SHELL-05). */
  readonly private: boolean
}

function page(pattern: string, more: Partial<Page> = {}): Page {
  return {
    pattern,
    header: true,
    footer: true,
    private: false,
    ...more,
  }
}

export const pages = {
  home: page('/'),
  login: page('/login', { header: false, footer: false }),
  newMovies: page('/movies'),
  serials: page('/serials'),
  kids: page('/kids'),
  uzbek: page('/uzb'),
  uzbekList: page('/uzb/:provider'),
  collection: page('/collections/:provider'),
  person: page('/personFilms/:provider'),
  search: page('/search'),
  movie: page('/movie/:id'),
  tv: page('/:lang?/tv'),
  channel: page('/:lang?/channel/:id', { footer: false }),
  /** A film of the archive that the catalogue does not have. */
  recordedTitle: page('/recorded/:id'),
  tvArchive: page('/tvArchive/:id/:archiId', { footer: false }),
  /** Up to four channels at once. */
  mosaic: page('/:lang?/mosaic'),
  my: page('/my/:slug', { private: true }),
  cabinet: page('/cabinet', { private: true }),
  /** The choice of a profile, and their changes. */
  profiles: page('/profiles', { header: false, footer: false, private: true }),
  devices: page('/cabinet/devices', { private: true }),
  paymentHistory: page('/cabinet/payment-history', { private: true }),
  password: page('/password'),
  news: page('/:lang?/news'),
  newsItem: page('/:lang?/news/:id'),
  notifications: page('/notifications'),
  notification: page('/notifications/:id'),
  policy: page('/policy'),
  tariff: page('/tariff'),
  about: page('/about'),
  answers: page('/answers'),
  android: page('/android'),
  job: page('/job'),
  lg: page('/lg'),
  pay: page('/pay'),
  samsung: page('/samsung'),
  /** The renewal of a tariff, by the signed address of a notification. */
  renewal: page('/renewal'),
  /** What works and what does not, planned works. */
  status: page('/status'),
  /** A page of text of the staff. */
  textPage: page('/info/:textName'),
  link: page('/link', { private: true, footer: false }),
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages
/** A page and the values of its parameters. */
export interface PageMatch {
  readonly name: PageName
  readonly page: Page
  readonly params: Readonly<Record<string, string>>
  readonly language: 'ru' | 'uz' | null
}

const numeric = new Set(['id', 'archiId', 'provider'])

/** The values of `/my/{slug}` (specification, 2: "/my/{slug}"), including the downloads on the device. */
export const mySlugs = [
  'favorites',
  'history',
  'channels',
  'reminders',
  'shows',
  'recordings',
  'downloads',
] as const
export type MySlug = (typeof mySlugs)[number]

/** The values of `/uzb/{provider}` (specification, 3). */
const uzbekLists: ReadonlySet<string> = new Set(Object.values(uzbekCategoryIds).map(String))

/** Whether a value is allowed for a parameter; any other address is a 404. */
function mayBe(page: PageName, name: string, value: string): boolean {
  if (page === 'uzbekList') return uzbekLists.has(value)
  if (name === 'slug') return (mySlugs as readonly string[]).includes(value)
  if (name === 'textName') return /^[a-z0-9][a-z0-9-]{0,39}$/.test(value)
  return !numeric.has(name) || (/^[1-9]\d{0,9}$/.test(value) && Number(value) <= largestId)
}

/** Finds the page of a path (without its query), or null: that is a 404. A trailing slash is accepted. */
export function matchPage(path: string): PageMatch | null {
  const parts = path.split('/').filter((part) => part !== '')
  const language = parts[0] === 'ru' || parts[0] === 'uz' ? parts[0] : null
  const named = language === null ? parts : parts.slice(1)
  // Without a slug it is the first tab.
  const rest = named.length === 1 && named[0] === 'my' ? ['my', mySlugs[0]] : named
  for (const [name, matches] of Object.entries(pages) as [PageName, Page][]) {
    const requested = matches.pattern.split('/').filter((part) => part !== '' && part !== ':lang?')
    if (requested.length !== rest.length) continue
    const params: Record<string, string> = {}
    const fits = requested.every((part, index) => {
      const value = rest[index] ?? ''
      if (!part.startsWith(':')) return part === value
      params[part.slice(1)] = value
      return mayBe(name, part.slice(1), value)
    })
    if (fits) return { name, page: matches, params, language }
  }
  return null
}

/** The address of a page by its name (SHELL-10); parameters that are not in the pattern are a bug. */
export function pathOf(
  name: PageName,
  params: Readonly<Record<string, string | number>> = {},
  language: 'ru' | 'uz' | null = null,
): string {
  const body = pages[name].pattern
    .replace('/:lang?', '')
    .replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
  return language === null ? body : `/${language}${body === '/' ? '' : body}`
}
