/** The bot by grammY: which answer belongs to which message, press or query. Each sends one message at most. */
import { Bot, type Context, type Middleware } from 'grammy'
import type { Message, User } from 'grammy/types'
import type { Language } from '#contract/form/failures.ts'
import {
  type BotInUse,
  clientOptions,
  hasPhone,
  outcomeOf,
  type TelegramLink,
  type TelegramPerson,
} from '#server/telegram/telegram.ts'
import { createRateLimit } from '#server/platform/limits/rate-limit.ts'
import { type Answer, markupOf } from './answer.ts'
import type { BotDeps } from './deps.ts'
import { inlineResults } from './inline-search.ts'
import { askUnlink, replaceLink, settings, shareContact, start, unlink } from './linking.ts'
import { balance, type RenewalStep, renewal, tariffs } from './money.ts'
import { onAir } from './on-air.ts'
import { say } from './texts.ts'

/** More from one person in a minute is dropped without a word: others wait behind it. */
const answersPerMinute = 30
/** Telegram asks while somebody types. */
const inlinePerMinute = 60
/** Telegram waits for ten seconds. */
const inlineLimitMs = 5000
const inlineCacheSec = 60

export function createBot(deps: BotDeps, { settings: { token, botId, username, ...own } }: BotInUse): Bot {
  const bot = new Bot(token, { client: clientOptions(own), botInfo: selfOf(botId, username) })
  bot.use(withinLimits())
  const chats = bot.chatType('private')
  chats.on(['message', 'callback_query'], async (context, next) => {
    // Who writes or presses lets the bot write, whatever an earlier call was answered.
    await deps.telegram.setBlocked(context.from.id, false)
    await next()
  })
  chats.command('start', async (context) => {
    await reply(context, await start(deps, personOf(context.from), context.match.trim()))
  })
  chats.on('message:contact', async (context) => {
    const { phone_number: phone, user_id: userId } = context.message.contact
    const contact = { phone, userId, isPassedOn: isPassedOn(context.message) }
    await reply(context, await shareContact(deps, personOf(context.from), contact))
  })
  for (const [name, answer] of Object.entries(commandAnswers(deps, username)))
    chats.command(name, async (context) => reply(context, await answerTo(deps, context.from, answer)))
  chats.on('callback_query:data', (context) => pressed(deps, context))
  chats.on('my_chat_member', async (context) => {
    const isBlocked = context.myChatMember.new_chat_member.status === 'kicked'
    await deps.telegram.setBlocked(context.from.id, isBlocked)
  })
  bot.on('inline_query', (context) => inline(deps, context))
  chats.on('message', async (context) => {
    const { language } = (await deps.telegram.linkOfUser(context.from.id)) ?? personOf(context.from)
    await reply(context, { text: say(language, 'help', { bot: username }) })
  })
  return bot
}

/** Counts each person's messages and presses, and their inline queries apart; a block of the bot needs no answer. */
function withinLimits(): Middleware {
  const answers = createRateLimit({ name: 'telegram-answers', attempts: answersPerMinute, perSec: 60 })
  const inline = createRateLimit({ name: 'telegram-inline', attempts: inlinePerMinute, perSec: 60 })
  return async (context, next) => {
    if (context.from !== undefined && context.myChatMember === undefined) {
      const limit = context.inlineQuery === undefined ? answers : inline
      if ((await limit.spend(String(context.from.id))).kind === 'refused') return
    }
    await next()
  }
}

type CommandAnswer = (link: TelegramLink) => Answer | Promise<Answer>

function commandAnswers(deps: BotDeps, username: string): Readonly<Record<string, CommandAnswer>> {
  return {
    balance: (link) => balance(deps, link),
    tariffs: (link) => tariffs(deps, link),
    now: (link) => onAir(deps, link, 1),
    settings,
    unlink: askUnlink,
    help: ({ language }) => ({ text: say(language, 'help', { bot: username }) }),
  }
}

/** Commands are for subscribers: others are asked to link first. */
async function answerTo(deps: BotDeps, from: User, answer: CommandAnswer): Promise<Answer> {
  const link = await deps.telegram.linkOfUser(from.id)
  return link === undefined
    ? { text: say(personOf(from).language, 'notLinked'), phoneButton: 'share' }
    : answer(link)
}

/** A press changes its message. */
async function pressed(
  deps: BotDeps,
  context: Context & { readonly callbackQuery: { readonly data: string; readonly from: User } },
): Promise<void> {
  const { data, from } = context.callbackQuery
  const link = await deps.telegram.linkOfUser(from.id)
  if (link === undefined) {
    await context.answerCallbackQuery({ text: say(personOf(from).language, 'notLinked'), show_alert: true })
    return
  }
  const [, code] = /^link:([\w-]{1,59})$/.exec(data) ?? []
  const answer =
    code === undefined
      ? await pressAnswer(deps, link, data)
      : await replaceLink(deps, personOf(from), { language: link.language, code })
  if (answer === undefined) {
    await context.answerCallbackQuery()
    return
  }
  if ('alert' in answer) {
    await context.answerCallbackQuery({ text: answer.alert, show_alert: true })
    return
  }
  await context
    .editMessageText(answer.text, {
      ...(answer.keyboard === undefined ? {} : { reply_markup: answer.keyboard }),
      link_preview_options: { is_disabled: true },
    })
    .catch((error: unknown) => {
      // Two presses in a row: the message says it already, or is gone.
      if (outcomeOf(error)?.kind !== 'refused') throw error
    })
  await context.answerCallbackQuery().catch((error: unknown) => {
    // It only ends the clock on the button.
    if (outcomeOf(error) === undefined) throw error
  })
}

async function pressAnswer(
  deps: BotDeps,
  link: TelegramLink,
  data: string,
): Promise<Answer | { readonly alert: string } | undefined> {
  const [what = '', which = '', value = ''] = data.split(':')
  if (what === 'renew' && /^(?:end|ask|off|on|keep)$/.test(which) && /^\d{1,9}$/.test(value))
    return renewal(deps, link, { step: which as RenewalStep, tariffId: Number(value) })
  if (what === 'now' && /^\d{1,4}$/.test(which)) return onAir(deps, link, Number(which))
  if (what === 'unlink') return unlink(deps, link)
  return what === 'set' ? changeSetting(deps, link, which, value) : undefined
}

async function changeSetting(
  { telegram, accounts }: BotDeps,
  link: TelegramLink,
  which: string,
  value: string,
): Promise<Answer | { readonly alert: string } | undefined> {
  const { accountId } = link
  if (which === 'codes' && value === '1') {
    const phone = (await accounts.accountOf(accountId))?.phone ?? null
    if (!hasPhone(link, phone)) return { alert: say(link.language, 'codesNeedPhone') }
  }
  const choices =
    which === 'language'
      ? { language: value === 'uz' ? ('uz' as const) : ('ru' as const) }
      : which === 'notices'
        ? { notices: value === '1' }
        : { codes: value === '1' }
  const changed = await telegram.choose(accountId, choices)
  return changed === undefined ? undefined : settings(changed)
}

async function inline(
  deps: BotDeps,
  context: Context & { readonly inlineQuery: { readonly query: string; readonly from: User } },
): Promise<void> {
  const { query, from } = context.inlineQuery
  const link = await deps.telegram.linkOfUser(from.id)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, inlineLimitMs, undefined).unref())
  const language = link?.language ?? personOf(from).language
  const results = await Promise.race([inlineResults(deps, query.slice(0, 200), language), late])
  // A late answer is refused by Telegram; the person types on.
  await context
    .answerInlineQuery(results ?? [], {
      cache_time: results === undefined ? 0 : inlineCacheSec,
      is_personal: true,
    })
    .catch((error: unknown) => {
      if (outcomeOf(error)?.kind !== 'refused') throw error
    })
}

async function reply(context: Context, answer: Answer): Promise<void> {
  if (context.from === undefined) return
  const markup = markupOf(answer, personOf(context.from).language)
  await context.reply(answer.text, {
    ...(markup === undefined ? {} : { reply_markup: markup }),
    link_preview_options: { is_disabled: true },
  })
}

/** It was written elsewhere, or by a bot: the person did not give it to this chat by themselves. */
function isPassedOn(message: Message): boolean {
  return ['forward_origin', 'forward_date', 'via_bot'].some((field) => field in message)
}

/** Telegram says the language of the app, which may be any. */
function personOf({
  id,
  first_name: first,
  last_name: last,
  language_code: code = '',
}: User): TelegramPerson {
  const language: Language = code.startsWith('uz') ? 'uz' : 'ru'
  return { userId: id, name: [first, last].filter((part) => part).join(' '), language }
}

/** What the bot would learn of itself by a call. */
function selfOf(id: number, username: string) {
  return {
    ...{ id, is_bot: true as const, first_name: username, username },
    ...{ can_join_groups: false, can_read_all_group_messages: false, supports_inline_queries: true },
    ...{ can_connect_to_business: false, has_main_web_app: false, has_topics_enabled: false },
    ...{ allows_users_to_create_topics: false, can_manage_bots: false },
    supports_join_request_queries: false,
  }
}
