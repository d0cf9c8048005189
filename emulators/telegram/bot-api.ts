/** The methods of the Bot API that Ekran's bot calls, with the errors that a real bot gets. */
import { at, json, textAt, type GatewayResponse } from '#emulators/http/exchange.ts'
import type { ChatMessage, Chats, Person } from './chats.ts'
import type { Updates } from './updates.ts'

export interface Bot {
  readonly id: number
  readonly token: string
  readonly username: string
  readonly name: string
}

export interface BotApiOptions {
  readonly bot: Bot
  readonly chats: Chats
  readonly updates: Updates
}

type Method = (body: unknown) => GatewayResponse | Promise<GatewayResponse>

const maxWaitSec = 50
const maxText = 4096
const maxInline = 50
const secretPattern = /^[\w-]{0,256}$/

/** Handles `POST /bot<token>/<method>`. */
export function createBotApi(
  options: BotApiOptions,
): (call: {
  readonly token: string
  readonly method: string
  readonly body: unknown
}) => GatewayResponse | Promise<GatewayResponse> {
  const methods: Readonly<Record<string, Method>> = {
    ...ownMethods(options),
    ...updateMethods(options),
    ...messageMethods(options),
    ...answerMethods(options),
  }
  return ({ token, method, body }) => {
    if (token !== options.bot.token) return refused(401, 'Unauthorized')
    const handle = methods[method]
    return handle === undefined ? refused(404, 'Not Found') : handle(body)
  }
}

/** An error in the envelope of the Bot API. */
export function refused(code: number, description: string, parameters?: object): GatewayResponse {
  const more = parameters === undefined ? {} : { parameters }
  return json(code, { ok: false, error_code: code, description, ...more })
}

function answer(result: unknown): GatewayResponse {
  return json(200, { ok: true, result })
}

function ownMethods({ bot }: BotApiOptions): Record<string, Method> {
  const self = { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username }
  return {
    getMe: () =>
      answer({
        ...self,
        can_join_groups: true,
        can_read_all_group_messages: false,
        supports_inline_queries: true,
      }),
    setMyCommands: (body) =>
      Array.isArray(at(body, 'commands'))
        ? answer(true)
        : refused(400, "Bad Request: can't parse BotCommands JSON object"),
  }
}

function updateMethods({ updates }: BotApiOptions): Record<string, Method> {
  return {
    setWebhook: (body) => {
      const [url, secret] = [textAt(body, 'url'), textAt(body, 'secret_token')]
      const isOwn = /^http:\/\/127\.0\.0\.1:\d+\//.test(url)
      if (url !== '' && !isOwn && !url.startsWith('https://'))
        return refused(400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook')
      if (!secretPattern.test(secret))
        return refused(400, 'Bad Request: secret token contains unallowed characters')
      updates.setWebhook(url === '' ? undefined : { url, secret }, at(body, 'drop_pending_updates') === true)
      return answer(true)
    },
    deleteWebhook: (body) => {
      updates.setWebhook(undefined, at(body, 'drop_pending_updates') === true)
      return answer(true)
    },
    getWebhookInfo: () => answer(updates.webhookInfo()),
    getUpdates: async (body) => {
      const offset = numberAt(body, 'offset')
      const waitSec = Math.min(numberAt(body, 'timeout') ?? 0, maxWaitSec)
      const limit = Math.min(numberAt(body, 'limit') ?? 100, 100)
      const fetched = await updates.fetch({ offset, limit, waitMs: waitSec * 1000 })
      if (fetched !== 'conflict') return answer(fetched)
      return refused(
        409,
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      )
    },
  }
}

function messageMethods({ bot, chats }: BotApiOptions): Record<string, Method> {
  const shown = (message: ChatMessage, person: Person) => ({
    message_id: message.messageId,
    date: message.atSec,
    chat: { id: person.id, type: 'private', first_name: person.firstName },
    from: { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username },
    text: message.text,
  })
  return {
    sendMessage: (body) => {
      const [chatId, text] = [Number(textAt(body, 'chat_id')), textAt(body, 'text')]
      const person = chats.person(chatId)
      if (person === undefined) return refused(400, 'Bad Request: chat not found')
      if (person.hasBlocked) return refused(403, 'Forbidden: bot was blocked by the user')
      if (text === '') return refused(400, 'Bad Request: message text is empty')
      if (text.length > maxText) return refused(400, 'Bad Request: message is too long')
      const wrong = problemOfMarkup(at(body, 'reply_markup'))
      if (wrong !== undefined) return refused(400, `Bad Request: ${wrong}`)
      return answer(shown(chats.add({ chatId, by: 'bot', text, markup: at(body, 'reply_markup') }), person))
    },
    editMessageText: (body) => {
      const [chatId, messageId] = [Number(textAt(body, 'chat_id')), Number(textAt(body, 'message_id'))]
      const person = chats.person(chatId)
      const former = chats.message(chatId, messageId)
      if (person === undefined || former === undefined || former.by !== 'bot')
        return refused(400, 'Bad Request: message to edit not found')
      const [text, markup] = [textAt(body, 'text'), at(body, 'reply_markup')]
      if (text === '') return refused(400, 'Bad Request: message text is empty')
      if (text === former.text && JSON.stringify(markup) === JSON.stringify(former.markup))
        return refused(
          400,
          'Bad Request: message is not modified: specified new message content and reply markup are exactly the same',
        )
      const wrong = problemOfMarkup(markup)
      if (wrong !== undefined) return refused(400, `Bad Request: ${wrong}`)
      return answer(shown(chats.edit(messageId, { text, markup }) ?? former, person))
    },
  }
}

function answerMethods({ chats }: BotApiOptions): Record<string, Method> {
  return {
    answerCallbackQuery: (body) => {
      chats.answered({ id: textAt(body, 'callback_query_id'), method: 'answerCallbackQuery', body })
      return answer(true)
    },
    answerInlineQuery: (body) => {
      const results = at(body, 'results')
      if (!Array.isArray(results) || results.length > maxInline)
        return refused(400, 'Bad Request: RESULTS_TOO_MUCH')
      chats.answered({ id: textAt(body, 'inline_query_id'), method: 'answerInlineQuery', body })
      return answer(true)
    },
  }
}

/** Buttons need a text and exactly one act; the data of a callback has 1 to 64 bytes. */
function problemOfMarkup(markup: unknown): string | undefined {
  const rows = at(markup, 'inline_keyboard')
  if (rows === undefined) return undefined
  if (!Array.isArray(rows)) return "can't parse inline keyboard: expected Array"
  for (const button of rows.flat() as unknown[]) {
    const [url, data] = [textAt(button, 'url'), textAt(button, 'callback_data')]
    const isInline = at(button, 'switch_inline_query_current_chat') !== undefined
    if (textAt(button, 'text') === '' || [url !== '', data !== '', isInline].filter(Boolean).length !== 1)
      return "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
    if (Buffer.byteLength(data) > 64) return 'BUTTON_DATA_INVALID'
    if (url !== '' && !/^(?:https?|tg):\/\/./.test(url)) return 'inline keyboard button URL is invalid'
  }
  return undefined
}

function numberAt(body: unknown, name: string): number | undefined {
  const value = textAt(body, name)
  return /^-?\d+$/.test(value) ? Number(value) : undefined
}
