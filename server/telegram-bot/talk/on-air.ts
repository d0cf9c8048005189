/** What is on now, on the channels that the subscriber may watch. */
import { InlineKeyboard } from 'grammy'
import { pathOf } from '#contract/form/pages.ts'
import { inLanguage, listedChannels } from '#server/television/television.ts'
import type { TelegramLink } from '#server/telegram/telegram.ts'
import type { Answer } from './answer.ts'
import type { BotDeps } from './deps.ts'
import { cut, shownTime } from './shown.ts'
import { say } from './texts.ts'

const perPage = 12

/** One page of the list, from 1; a page behind the last is the last. */
export async function onAir(
  { television, entitlement, clock, site }: BotDeps,
  { accountId, language }: TelegramLink,
  requestedPage: number,
): Promise<Answer> {
  const { channels, guide } = television.now()
  // Rights belong to the account; there is no session here.
  const mayWatch = await entitlement.channelAccess({ accountId, sessionId: '' }, 'inside')
  const own = listedChannels(channels, 'inside', undefined).filter(mayWatch)
  if (own.length === 0) return { text: say(language, 'nowNothing') }
  const pages = Math.ceil(own.length / perPage)
  const page = Math.min(Math.max(1, requestedPage), pages)
  const nowMs = clock.nowMs()
  const lines = own.slice((page - 1) * perPage, page * perPage).map(({ cid, number, name }) => {
    const { now } = guide.nowAndNext(cid, nowMs)
    const programme =
      now === null
        ? say(language, 'noProgramme')
        : `${shownTime(now.beginMs)} ${cut(inLanguage(now.title, language), 80)}`
    return `${number}. ${inLanguage(name, language)} — ${programme}`
  })
  const keyboard = new InlineKeyboard()
  if (page > 1) keyboard.text(say(language, 'back'), `now:${page - 1}`)
  if (page < pages) keyboard.text(say(language, 'forward'), `now:${page + 1}`)
  const address = site()
  if (address !== undefined) keyboard.row().url(say(language, 'watch'), `${address}${pathOf('tv')}`)
  return { text: [say(language, 'nowTitle', { page, pages }), '', ...lines].join('\n'), keyboard }
}
