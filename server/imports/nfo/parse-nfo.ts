import { SaxesParser } from 'saxes'
import { ageOfRating } from '#server/imports/source/age-of-rating.ts'
import { readWindow, type NfoWindow } from '#server/imports/source/read-window.ts'

/** The data of a Kodi or Jellyfin NFO. Empty texts and lists where it has none. */
export interface Nfo {
  readonly root: 'movie' | 'tvshow' | 'season' | 'episodedetails'
  readonly title: string
  readonly originalTitle: string
  readonly plot: string
  readonly year: number | null
  readonly runtimeMin: number | null
  readonly ageRating: string
  readonly genres: readonly string[]
  readonly countries: readonly string[]
  readonly directors: readonly string[]
  readonly writers: readonly string[]
  readonly actors: readonly { readonly name: string; readonly role: string }[]
  /** 0 to 10 by the site's name in lower case (`imdb`, `kinopoisk`). */
  readonly ratings: ReadonlyMap<string, number>
  readonly season: number | null
  readonly episode: number | null
  /** ISO date of the first release, as the file writes it. */
  readonly premiered: string
  /** Our own fields, besides those of Kodi and Jellyfin. */
  readonly window: NfoWindow
}

export type NfoReading =
  | { readonly kind: 'nfo'; readonly parts: readonly [Nfo, ...Nfo[]] }
  | { readonly kind: 'refused'; readonly why: string }

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

const maxCharacters = 2_000_000

/**
 * Parses an NFO; one of a double episode has two parts. An address before or after the XML is allowed, as in Kodi.
 */
export function parseNfo(text: string): NfoReading {
  if (text.length > maxCharacters) return { kind: 'refused', why: 'it is larger than 2 MB' }
  const documents = documentsIn(text)
  if (documents.length === 0) {
    return { kind: 'refused', why: 'it holds no <movie>, <tvshow>, <season> or <episodedetails>' }
  }
  try {
    const [first, ...rest] = documents.map((xml) => readNfo(readElement(xml)))
    if (first === undefined) return { kind: 'refused', why: 'it is empty' }
    return { kind: 'nfo', parts: [first, ...rest] }
  } catch (error) {
    return { kind: 'refused', why: `its XML is broken (${error instanceof Error ? error.message : ''})` }
  }
}

const maxDocuments = 50

/** The text of each root element, in one pass. */
function documentsIn(text: string): string[] {
  const documents: string[] = []
  const endless = new Set<string>()
  const begins = /<(movie|tvshow|season|episodedetails)(?=[\s/>])/g
  for (
    let opening = begins.exec(text);
    opening !== null && documents.length < maxDocuments;
    opening = begins.exec(text)
  ) {
    const [, name = ''] = opening
    if (endless.has(name)) continue
    const end = text.indexOf(`</${name}`, opening.index)
    const close = end === -1 ? -1 : text.indexOf('>', end)
    if (close === -1) {
      // Other elements of this name are not closed either.
      endless.add(name)
      continue
    }
    documents.push(text.slice(opening.index, close + 1))
    begins.lastIndex = close + 1
  }
  return documents
}

function readElement(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new Error(error.message)
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > 30) throw new Error('elements are nested too deep')
    const element: Element = { name: name.toLowerCase(), attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const add = (text: string) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root.children[0] ?? root
}

function readNfo(root: Element): Nfo {
  const texts = (name: string) =>
    root.children
      .filter((child) => child.name === name)
      .map((child) => clean(child.text))
      .filter((text) => text !== '')
  const first = (...names: string[]) => names.flatMap(texts)[0] ?? ''
  const many = (name: string) =>
    texts(name)
      .flatMap((text) => text.split(/\s*[/|]\s*/))
      .filter((text) => text !== '')
  const premiered = first('premiered', 'releasedate', 'aired')
  return {
    root: rootOf(root.name),
    title: first('title', 'localtitle', 'name'),
    originalTitle: first('originaltitle'),
    plot: first('plot', 'outline'),
    year: wholeBetween(first('year'), 1880, 2200) ?? wholeBetween(premiered.slice(0, 4), 1880, 2200),
    runtimeMin: wholeBetween(first('runtime').replace(/\D.*$/, ''), 1, 2000),
    ageRating: ageOfRating(first('mpaa', 'customrating', 'certification')),
    genres: many('genre'),
    countries: [...many('country'), ...many('countrycode')],
    directors: many('director'),
    writers: [...new Set([...many('credits'), ...many('writer')])],
    actors: root.children
      .filter((child) => child.name === 'actor')
      .slice(0, 60)
      .map((actor) => ({ name: childText(actor, 'name'), role: childText(actor, 'role') }))
      .filter(({ name }) => name !== ''),
    ratings: ratingsOf(root),
    season: wholeBetween(first('season'), 0, 999),
    episode: wholeBetween(first('episode'), 0, 9999),
    premiered,
    window: readWindow(first('availablefrom'), first('availableuntil')),
  }
}

function rootOf(name: string): Nfo['root'] {
  return name === 'tvshow' || name === 'season' || name === 'episodedetails' ? name : 'movie'
}

function ratingsOf(root: Element): Map<string, number> {
  const ratings = new Map<string, number>()
  for (const rating of root.children.find((child) => child.name === 'ratings')?.children ?? []) {
    const max = Number(rating.attributes['max'] ?? '10')
    const value = Number(childText(rating, 'value').replace(',', '.'))
    const name = (rating.attributes['name'] ?? '').toLowerCase()
    if (value > 0 && max > 0 && value <= max) ratings.set(name, Math.round((value / max) * 100) / 10)
  }
  // A viewers' rating without the name of a site: Emby and Jellyfin write their source's rating there.
  const ofViewers = Number(childText(root, 'communityrating').replace(',', '.'))
  if (ofViewers > 0 && ofViewers <= 10 && !ratings.has('imdb'))
    ratings.set('community', Math.round(ofViewers * 10) / 10)
  return ratings
}

function childText(element: Element, name: string): string {
  return clean(element.children.find((child) => child.name === name)?.text ?? '')
}

function clean(text: string) {
  return text.replace(/\s+/g, ' ').trim()
}

function wholeBetween(text: string, min: number, max: number): number | null {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}
