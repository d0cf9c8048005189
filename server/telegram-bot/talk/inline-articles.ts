/** The results of an inline query as Telegram shows them, and what each sends into the chat. Pure. */
import { InlineQueryResultBuilder } from 'grammy'
import type { InlineQueryResultArticle } from 'grammy/types'
import type { Language } from '#contract/form/failures.ts'
import { pathOf } from '#contract/form/pages.ts'
import { nameOf, type TitleRecord } from '#server/catalogue/catalogue.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import type { OfferedAiring } from '#server/search/search.ts'
import { type ChannelRecord, type Guide, inLanguage } from '#server/television/television.ts'
import { cut, shownDate, shownTime } from './shown.ts'
import { say } from './texts.ts'

/** What results depend on besides what they show. */
export interface ArticleView {
  readonly language: Language
  readonly nowMs: number
  readonly guide: Pick<Guide, 'nowAndNext'>
  /** The site's address without a closing slash; undefined: results are without links. */
  readonly site: string | undefined
}

const longestTitle = 100

/** A film or a serial, with its year and poster. */
export function articleOfTitle(
  title: TitleRecord,
  { language, site }: ArticleView,
): InlineQueryResultArticle {
  const description = say(language, title.isSeries ? 'serial' : 'film', { year: title.year })
  const picture = title.poster === null ? undefined : pictureAddress('poster', title.vid, title.poster, 240)
  return article(
    { id: `v${title.vid}`, name: nameOf(title, language), description },
    { site, path: pathOf('movie', { id: title.vid }), picture },
  )
}

/** A channel, with what is on now and until when. */
export function articleOfChannel(
  channel: ChannelRecord,
  { language, nowMs, guide, site }: ArticleView,
): InlineQueryResultArticle {
  const { now } = guide.nowAndNext(channel.cid, nowMs)
  const name = inLanguage(channel.name, language)
  const programme = now === null ? '' : cut(inLanguage(now.title, language), longestTitle)
  const shown =
    now === null
      ? { description: say(language, 'channel') }
      : {
          description: say(language, 'channelNow', { programme, until: shownTime(now.endMs) }),
          message: `${shownSpan(now)}: ${programme}`,
        }
  return article(
    { id: `c${channel.cid}`, name, ...shown },
    { site, path: pathOf('channel', { id: channel.cid }), picture: undefined },
  )
}

/** A programme of the guide: on the air or coming it leads to its channel, a recorded one to the archive. */
export function articleOfAiring(
  { programme, channel, state }: OfferedAiring,
  { language, site }: ArticleView,
): InlineQueryResultArticle {
  const { pid, cid, beginMs, endMs } = programme
  const on = inLanguage(channel.name, language)
  const [date = ''] = shownDate(beginMs).split(/\.\d{4}$/)
  const times = { channel: on, date, time: shownTime(beginMs), until: shownTime(endMs) }
  const text = { now: 'airingNow', next: 'airingNext', past: 'airingPast' } as const
  return article(
    {
      ...{ id: `p${pid}`, name: cut(inLanguage(programme.title, language), longestTitle) },
      ...{ description: say(language, text[state], times), message: `«${on}», ${shownSpan(programme)}` },
    },
    {
      ...{ site, picture: undefined },
      path:
        state === 'past' ? pathOf('tvArchive', { id: cid, archiId: pid }) : pathOf('channel', { id: cid }),
    },
  )
}

/** `15.01.2026, 11:30–13:00`: a message in a chat is read later too. */
function shownSpan({ beginMs, endMs }: { readonly beginMs: number; readonly endMs: number }): string {
  return `${shownDate(beginMs)}, ${shownTime(beginMs)}–${shownTime(endMs)}`
}

interface Shown {
  readonly id: string
  readonly name: string
  readonly description: string
  /** What is sent under the name; absent: the description. */
  readonly message?: string
}

interface Where {
  readonly site: string | undefined
  readonly path: string
  /** The path of a picture. */
  readonly picture: string | undefined
}

/** Telegram shows thumbnails in JPEG. */
function article(
  { id, name, description, message = description }: Shown,
  { site, path, picture }: Where,
): InlineQueryResultArticle {
  const url = site === undefined ? undefined : `${site}${path}`
  return InlineQueryResultBuilder.article(id, name, {
    description,
    ...(url === undefined ? {} : { url }),
    ...(site === undefined || picture === undefined
      ? {}
      : { thumbnail_url: `${site}${picture.replace(/webp$/, 'jpg')}` }),
  }).text([name, message, ...(url === undefined ? [] : [url])].join('\n'))
}
