/** Search in any chat: `@bot name`. */
import { InlineQueryResultBuilder } from 'grammy'
import type { InlineQueryResultArticle } from 'grammy/types'
import { pathOf } from '#contract/form/pages.ts'
import type { Language } from '#contract/form/failures.ts'
import { nameOf, type TitleRecord } from '#server/catalogue/catalogue.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import { broadcastLists, libraryLists, type Scored, understand } from '#server/search/search.ts'
import { type ChannelRecord, inLanguage } from '#server/television/television.ts'
import type { BotDeps } from './deps.ts'
import { say } from './texts.ts'

const maxResults = 10
/** Below this the best hit matches only one word of many. */
const minFit = 0.3
/** A hit that is this much worse than the best is noise. */
const minOfBest = 0.6

type Deps = Pick<BotDeps, 'search' | 'catalogue' | 'television' | 'clock' | 'site'>

/** Films, serials and channels with this name, the best first, at most ten; none for an empty query. */
export async function inlineResults(
  deps: Deps,
  query: string,
  language: Language,
): Promise<InlineQueryResultArticle[]> {
  if (query.trim() === '') return []
  const { library, broadcasts } = await deps.search.current()
  const snapshot = deps.catalogue.now('inside')
  const television = deps.television.now()
  const titleAt = (docId: number) => snapshot.title(library.listed.titleAt(docId)?.vid ?? 0)
  const channelAt = (docId: number) => television.channel(broadcasts.listed.channelAt(docId)?.cid ?? 0)
  const { results } = understand(query, [library.index, broadcasts.index], {
    ...{ isLiteral: false, max: maxResults },
    accepts: [(docId) => titleAt(docId) !== undefined, (docId) => channelAt(docId) !== undefined],
  })
  const titles = results[0]?.lists[libraryLists.titles] ?? []
  const channels = results[1]?.lists[broadcastLists.channels] ?? []
  const hits = [
    ...titles.map((hit) => ({ hit, article: () => ofTitle(titleAt(hit.docId), deps.site(), language) })),
    ...channels.map((hit) => ({ hit, article: () => ofChannel(deps, channelAt(hit.docId), language) })),
  ]
  return best(hits).flatMap(({ article }) => article() ?? [])
}

function best<Hit extends { readonly hit: Scored }>(hits: readonly Hit[]): readonly Hit[] {
  const top = Math.max(0, ...hits.map(({ hit }) => hit.fit))
  if (top < minFit) return []
  return hits
    .filter(({ hit }) => hit.fit >= top * minOfBest)
    .toSorted((a, b) => b.hit.score - a.hit.score)
    .slice(0, maxResults)
}

function ofTitle(
  title: TitleRecord | undefined,
  site: string | undefined,
  language: Language,
): InlineQueryResultArticle | undefined {
  if (title === undefined) return undefined
  const description = say(language, title.isSeries ? 'serial' : 'film', { year: title.year })
  return article(
    { id: `v${title.vid}`, name: nameOf(title, language), description },
    {
      site,
      path: pathOf('movie', { id: title.vid }),
      picture: title.poster === null ? undefined : pictureAddress('poster', title.vid, title.poster, 240),
    },
  )
}

function ofChannel(
  { television, clock, site }: Deps,
  channel: ChannelRecord | undefined,
  language: Language,
): InlineQueryResultArticle | undefined {
  if (channel === undefined) return undefined
  const { now } = television.now().guide.nowAndNext(channel.cid, clock.nowMs())
  const description =
    now === null
      ? say(language, 'channel')
      : say(language, 'channelNow', { programme: inLanguage(now.title, language) })
  const name = inLanguage(channel.name, language)
  return article(
    { id: `c${channel.cid}`, name, description },
    { site: site(), path: pathOf('channel', { id: channel.cid }), picture: undefined },
  )
}

interface Shown {
  readonly id: string
  readonly name: string
  readonly description: string
}

interface Where {
  readonly site: string | undefined
  readonly path: string
  /** The path of a picture. */
  readonly picture: string | undefined
}

/** Telegram shows thumbnails in JPEG. */
function article({ id, name, description }: Shown, { site, path, picture }: Where): InlineQueryResultArticle {
  const url = site === undefined ? undefined : `${site}${path}`
  const text = url === undefined ? `${name}\n${description}` : `${name}\n${description}\n${url}`
  return InlineQueryResultBuilder.article(id, name, {
    description,
    ...(url === undefined ? {} : { url }),
    ...(site === undefined || picture === undefined
      ? {}
      : { thumbnail_url: `${site}${picture.replace(/webp$/, 'jpg')}` }),
  }).text(text)
}
