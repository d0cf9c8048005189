import { basename } from 'node:path'
import {
  type CatalogueContent,
  type EpisodeRecord,
  type TitleRecord,
  nameOf,
} from '#server/catalogue/catalogue.ts'
import type { Playable } from './plan-schedule.ts'
import type { LineProblem, Schedule, WrittenItem } from './schedule-file.ts'

/** The assets that a schedule may play. */
export interface Playables {
  readonly content: CatalogueContent
  /** Titles by each of their names, folded. */
  readonly titlesByName: ReadonlyMap<string, readonly TitleRecord[]>
  readonly titlesByAsset: ReadonlyMap<string, TitleRecord>
  /** Assets by the names of their source files, lower case, with and without the extension. */
  readonly filesByName: ReadonlyMap<string, readonly string[]>
  isPlayable(assetId: string): boolean
}

export interface ResolvedTitles {
  playables(items: readonly WrittenItem[]): readonly Playable[]
  /** Not in the catalogue or ambiguous: the file must be corrected. */
  readonly wrong: readonly LineProblem[]
  /** Not packaged yet: skipped until it is. */
  readonly notReady: readonly LineProblem[]
}

/** Indexes playable titles by title and by file name. `files`: the source of each asset. */
export function indexPlayables(
  content: CatalogueContent,
  files: readonly { readonly assetId: string; readonly path: string }[],
  isPlayable: (assetId: string) => boolean,
): Playables {
  const titlesByName = new Map<string, TitleRecord[]>()
  const titlesByAsset = new Map<string, TitleRecord>()
  for (const title of content.titles) {
    const { ru, uz, original } = title.name
    for (const name of new Set([ru, uz, original].map(folded))) {
      if (name === '') continue
      const others = titlesByName.get(name)
      if (others === undefined) titlesByName.set(name, [title])
      else others.push(title)
    }
    for (const { file } of title.seasons.flatMap(({ episodes }) => episodes))
      titlesByAsset.set(file.assetId, title)
    for (const { kind, assetId } of title.files) if (kind === 'film') titlesByAsset.set(assetId, title)
  }
  const filesByName = new Map<string, string[]>()
  for (const { assetId, path } of files) {
    const name = basename(path).toLowerCase()
    for (const one of new Set([name, name.replace(/\.\w{2,4}$/, '')]))
      filesByName.set(one, [...(filesByName.get(one) ?? []), assetId])
  }
  return { content, titlesByName, titlesByAsset, filesByName, isPlayable }
}

/** Looks up every title of a schedule. */
export function resolveTitles(schedule: Schedule, playables: Playables): ResolvedTitles {
  const resolver = new Resolver(playables)
  const written = [
    ...schedule.filler,
    ...schedule.lines.flatMap(({ content }) => (content.kind === 'items' ? content.items : [])),
  ]
  const matches = new Map(written.map((item) => [item, resolver.resolve(item)]))
  return {
    playables: (items) => items.flatMap((item) => matches.get(item) ?? []),
    wrong: resolver.wrong,
    notReady: resolver.notReady,
  }
}

class Resolver {
  readonly wrong: LineProblem[] = []
  readonly notReady: LineProblem[] = []
  readonly #playables: Playables
  readonly #byVid: ReadonlyMap<number, TitleRecord>

  constructor(playables: Playables) {
    this.#playables = playables
    this.#byVid = new Map(playables.content.titles.map((title) => [title.vid, title]))
  }

  resolve(item: WrittenItem): readonly Playable[] {
    if (item.kind === 'collection') return this.#collection(item)
    if (item.kind === 'episode') return this.#episode(item)
    const title = this.#title(item)
    if (title === undefined) return []
    if (item.kind === 'film' && title.isSeries) {
      this.#refuse(item, `${shown(title)} is a series; write series:${title.vid}`)
      return []
    }
    if (item.kind === 'series' && !title.isSeries) {
      this.#refuse(item, `${shown(title)} is a film; write film:${title.vid}`)
      return []
    }
    return this.#ready(item, title, playablesOf(title))
  }

  #collection(item: WrittenItem): readonly Playable[] {
    const { collections } = this.#playables.content
    const matches = collections.filter(
      ({ id, name }) => String(id) === item.ref || isName(item.ref, [name.ru, name.uz]),
    )
    const [collection, another] = matches
    if (collection === undefined || another !== undefined) {
      const others = collections
        .slice(0, 10)
        .map(({ id, name }) => `${id} ${name.ru === '' ? name.uz : name.ru}`)
      this.#refuse(
        item,
        collection === undefined
          ? `there is no collection ${item.ref}; there is ${others.join(', ')}`
          : `${matches.length} collections are called ${item.ref}; write the number: ${matches.map(({ id }) => id).join(' or ')}`,
      )
      return []
    }
    const titles = collection.vids.flatMap((vid) => this.#byVid.get(vid) ?? [])
    const items = titles.flatMap((title) => this.#ready(item, title, playablesOf(title)))
    return items
  }

  #episode(item: WrittenItem): readonly Playable[] {
    const [, name, season, number] = /^(.+)\/(\d+)x(\d+)$/.exec(item.ref) ?? []
    if (name === undefined) {
      this.#refuse(
        item,
        `episode:${item.ref} is not like episode:12/1x3 (the series, its season and episode)`,
      )
      return []
    }
    const title = this.#title({ ...item, ref: name })
    if (title === undefined) return []
    const matches = playablesOf(title).filter((one) => one.at === `${Number(season)}x${Number(number)}`)
    if (matches.length === 0) this.#refuse(item, `${shown(title)} has no episode ${season}x${number}`)
    return this.#ready(item, title, matches)
  }

  /** By number, by name, by the name of its source file. */
  #title(item: WrittenItem): TitleRecord | undefined {
    const { titlesByName, titlesByAsset, filesByName } = this.#playables
    const byVid = /^\d+$/.test(item.ref) ? this.#byVid.get(Number(item.ref)) : undefined
    if (byVid !== undefined) return byVid
    const assets = filesByName.get(item.ref.toLowerCase()) ?? []
    const matches = titlesByName.get(folded(item.ref)) ?? [
      ...new Set(assets.flatMap((assetId) => titlesByAsset.get(assetId) ?? [])),
    ]
    const [title, another] = matches
    if (title === undefined)
      this.#refuse(item, `${item.kind}:${item.ref} is not in the catalogue; see its number on its page`)
    else if (another !== undefined) {
      const vids = matches.map(({ vid, year }) => `${vid}${year > 0 ? ` (${year})` : ''}`)
      this.#refuse(
        item,
        `${matches.length} titles are called ${item.ref}; write the number: ${vids.join(' or ')}`,
      )
      return undefined
    }
    return title
  }

  #ready(item: WrittenItem, title: TitleRecord, playables: readonly Playable[]): readonly Playable[] {
    const ready = playables.filter(({ assetId }) => this.#playables.isPlayable(assetId))
    const missing = playables.length - ready.length
    if (playables.length === 0 || ready.length === 0)
      this.notReady.push({
        line: item.line,
        why: `${shown(title)} is not packaged yet, and is left out until it is`,
      })
    else if (missing > 0)
      this.notReady.push({
        line: item.line,
        why: `${missing} of ${playables.length} episodes of ${shown(title)} are not packaged yet, and are left out until they are`,
      })
    return ready
  }

  #refuse({ line }: WrittenItem, why: string): void {
    this.wrong.push({ line, why })
  }
}

function shown(title: TitleRecord) {
  return `${nameOf(title, 'ru')} (${title.vid})`
}

function isName(ref: string, names: readonly string[]) {
  return names.some((name) => name !== '' && folded(name) === folded(ref))
}

function folded(text: string) {
  return text.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()
}

/** The film, or all episodes in their order; `at` is the season and number of an episode. */
function playablesOf(title: TitleRecord): readonly (Playable & { readonly at?: string })[] {
  if (!title.isSeries) {
    const film = title.files.find(({ kind }) => kind === 'film')
    return film === undefined ? [] : [playable(title, film)]
  }
  return title.seasons.flatMap(({ number, episodes }) =>
    episodes.map((episode) => ({
      ...playable(title, episode.file, { season: number, episode }),
      at: `${number}x${episode.number}`,
    })),
  )
}

const secondMs = 1000
/** Television's genre codes: children's, and films and series. */
const [kids, films] = [5, 2]

function playable(
  title: TitleRecord,
  { assetId, durationMs }: { readonly assetId: string; readonly durationMs: number },
  of?: { readonly season: number; readonly episode: EpisodeRecord },
): Playable {
  const ofEpisode = of === undefined ? undefined : of.episode.description
  const hasOwn = ofEpisode !== undefined && (ofEpisode.ru !== '' || ofEpisode.uz !== '')
  return {
    assetId,
    durationMs: Math.max(secondMs, Math.floor(durationMs / secondMs) * secondMs),
    isEpisode: of !== undefined,
    programme: {
      title: {
        ru:
          nameOf(title, 'ru') +
          (of === undefined ? '' : `. ${of.season}-й сезон, ${of.episode.number}-я серия`),
        uz: nameOf(title, 'uz') + (of === undefined ? '' : `. ${of.season}-fasl, ${of.episode.number}-qism`),
      },
      description: hasOwn ? ofEpisode : title.description,
      genreCode: title.isKids ? kids : films,
      ageRating: title.ageRating,
      assetId,
    },
  }
}
