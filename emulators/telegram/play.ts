/** What a person does in the chat with the bot: it becomes an update as Telegram sends it. */
import { randomUUID } from 'node:crypto'
import { at, json, textAt, type GatewayResponse } from '#emulators/http/exchange.ts'
import type { Bot } from './bot-api.ts'
import type { ChatMessage, Chats, Person } from './chats.ts'
import type { Updates } from './updates.ts'

export interface PlayOptions {
  readonly bot: Bot
  readonly chats: Chats
  readonly updates: Updates
}

export const playable = ['message', 'share', 'contact', 'press', 'inline', 'block', 'unblock'] as const

/**
 * `{ person, do, … }`: `message` with `text`; `share`, the press of the bot's button for the own contact, which
 * must be shown; `contact`, their own or with `user_id` and `phone` another's, with `passed_on` (`forward`
 * or `bot`) one that was forwarded or came by another bot; `press` with
 * `message_id` and `data`; `inline` with `query`; `block` and `unblock`. A person that is new gets `name`, `phone` and
 * `language`.
 */
export function play(options: PlayOptions, body: unknown): GatewayResponse {
  const { chats } = options
  const what = playable.find((one) => one === textAt(body, 'do'))
  const id = Number(textAt(body, 'person'))
  if (what === undefined || !Number.isSafeInteger(id) || id <= 0)
    return json(400, { message: 'Give { "person", "do", … } as JSON', do: playable })
  const person = chats.person(id) ?? chats.put(newPerson(id, body))
  switch (what) {
    case 'block':
    case 'unblock':
      return setBlocked(options, person, what === 'block')
    case 'message':
      return message(options, person, textAt(body, 'text'))
    case 'share':
      return hasShareButton(chats.messages(person.id))
        ? contact(options, person, {})
        : json(409, { message: 'the chat shows no button that shares the contact' })
    case 'contact':
      return contact(options, person, body)
    case 'press':
      return press(options, person, body)
    case 'inline': {
      const query = textAt(body, 'query')
      const inlineId = randomUUID()
      const from = userOf(person)
      options.updates.add({
        inline_query: { id: inlineId, from, query, offset: '', chat_type: 'sender' },
      })
      return json(200, { id: inlineId })
    }
  }
}

function newPerson(id: number, body: unknown): Person {
  return {
    id,
    firstName: textAt(body, 'name') || `Person ${id}`,
    username: '',
    language: textAt(body, 'language') || 'ru',
    phone: textAt(body, 'phone'),
    hasBlocked: false,
  }
}

function userOf({ id, firstName, language, username }: Person) {
  return {
    ...{ id, is_bot: false, first_name: firstName, language_code: language },
    ...(username === '' ? {} : { username }),
  }
}

function chatOf({ id, firstName }: Person) {
  return { id, type: 'private', first_name: firstName }
}

function message({ chats, updates }: PlayOptions, person: Person, text: string): GatewayResponse {
  if (text === '') return json(400, { message: 'the text is empty' })
  const { messageId, atSec } = chats.add({ chatId: person.id, by: 'person', text, markup: undefined })
  const length = /^\/\w+/.exec(text)?.[0].length ?? 0
  const entities = length > 0 ? { entities: [{ type: 'bot_command', offset: 0, length }] } : {}
  const updateId = updates.add({
    message: {
      message_id: messageId,
      ...{ date: atSec, chat: chatOf(person), from: userOf(person), text, ...entities },
    },
  })
  return json(200, { update_id: updateId, message_id: messageId })
}

function contact({ chats, updates }: PlayOptions, person: Person, body: unknown): GatewayResponse {
  const phone = textAt(body, 'phone') || person.phone
  const userId = at(body, 'user_id') === undefined ? person.id : Number(textAt(body, 'user_id'))
  const { messageId, atSec } = chats.add({ chatId: person.id, by: 'person', text: phone, markup: undefined })
  const shared = { phone_number: phone.replace('+', ''), first_name: person.firstName, user_id: userId }
  const updateId = updates.add({
    message: {
      message_id: messageId,
      ...{ date: atSec, chat: chatOf(person), from: userOf(person), contact: shared },
      ...passedOn(textAt(body, 'passed_on'), person, atSec),
    },
  })
  return json(200, { update_id: updateId, message_id: messageId })
}

/** A keyboard under the chat stays until the bot replaces or removes it. */
function hasShareButton(messages: readonly ChatMessage[]): boolean {
  const last = messages.findLast(
    ({ markup }) => at(markup, 'keyboard') !== undefined || at(markup, 'remove_keyboard') !== undefined,
  )
  const rows = at(last?.markup, 'keyboard')
  const buttons = Array.isArray(rows) ? (rows.flat() as unknown[]) : []
  return buttons.some((button) => at(button, 'request_contact') === true)
}

/** What a message has that its sender did not write here. */
function passedOn(way: string, person: Person, atSec: number): object {
  if (way === 'forward')
    return { forward_origin: { type: 'user', date: atSec - 1, sender_user: userOf(person) } }
  if (way !== 'bot') return {}
  return { via_bot: { id: 9_000_000_001, is_bot: true, first_name: 'Other', username: 'other_bot' } }
}

function press({ bot, chats, updates }: PlayOptions, person: Person, body: unknown): GatewayResponse {
  const [messageId, data] = [Number(textAt(body, 'message_id')), textAt(body, 'data')]
  const pressed = chats.message(person.id, messageId)
  if (pressed === undefined || data === '') return json(400, { message: 'no such message, or no data' })
  const id = randomUUID()
  updates.add({
    callback_query: {
      ...{ id, from: userOf(person), chat_instance: String(person.id), data },
      message: {
        message_id: messageId,
        ...{ date: pressed.atSec, chat: chatOf(person), text: pressed.text },
        from: { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username },
      },
    },
  })
  return json(200, { id })
}

function setBlocked({ bot, chats, updates }: PlayOptions, person: Person, isBlocked: boolean) {
  chats.put({ ...person, hasBlocked: isBlocked })
  const self = { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username }
  const member = (isOut: boolean) => ({ user: self, status: isOut ? 'kicked' : 'member', until_date: 0 })
  const updateId = updates.add({
    my_chat_member: {
      ...{ chat: chatOf(person), from: userOf(person), date: Math.floor(Date.now() / 1000) },
      ...{ old_chat_member: member(!isBlocked), new_chat_member: member(isBlocked) },
    },
  })
  return json(200, { update_id: updateId })
}
