/** The people with Telegram, and their private chats with the one bot. */

export interface Person {
  readonly id: number
  readonly firstName: string
  readonly username: string
  readonly language: string
  /** With the plus; what a shared contact has. */
  readonly phone: string
  /** They have blocked the bot. */
  readonly hasBlocked: boolean
}

export interface ChatMessage {
  /** Its number in all chats. */
  readonly messageId: number
  readonly chatId: number
  readonly by: 'bot' | 'person'
  readonly text: string
  /** How often it was edited. */
  readonly edits: number
  /** `reply_markup`, as the bot sent it. */
  readonly markup: unknown
  readonly atSec: number
}

/** What the bot answered to a press or to an inline query, by its id. */
export interface BotAnswer {
  readonly id: string
  readonly method: 'answerCallbackQuery' | 'answerInlineQuery'
  readonly body: unknown
}

export interface Chats {
  person(id: number): Person | undefined
  people(): readonly Person[]
  put(person: Person): Person
  add(message: Omit<ChatMessage, 'messageId' | 'edits' | 'atSec'>): ChatMessage
  edit(
    messageId: number,
    change: { readonly text?: string; readonly markup: unknown },
  ): ChatMessage | undefined
  message(chatId: number, messageId: number): ChatMessage | undefined
  /** The oldest first. */
  messages(chatId: number): readonly ChatMessage[]
  answered(answer: BotAnswer): void
  answers(): readonly BotAnswer[]
}

const maxStored = 5000

export function createChats(): Chats {
  const people = new Map<number, Person>()
  const messages: ChatMessage[] = []
  const answers: BotAnswer[] = []
  let last = 0
  return {
    person: (id) => people.get(id),
    people: () => [...people.values()],
    put: (person) => {
      people.set(person.id, person)
      return person
    },
    add: (message) => {
      last += 1
      const stored = { messageId: last, edits: 0, atSec: Math.floor(Date.now() / 1000), ...message }
      messages.push(stored)
      if (messages.length > maxStored) messages.shift()
      return stored
    },
    edit: (messageId, { text, markup }) => {
      const index = messages.findIndex((one) => one.messageId === messageId)
      const former = messages[index]
      if (former === undefined) return undefined
      const edited = { ...former, text: text ?? former.text, markup, edits: former.edits + 1 }
      messages[index] = edited
      return edited
    },
    message: (chatId, messageId) =>
      messages.find((one) => one.chatId === chatId && one.messageId === messageId),
    messages: (chatId) => messages.filter((one) => one.chatId === chatId),
    answered: (answer) => {
      answers.push(answer)
      if (answers.length > maxStored) answers.shift()
    },
    answers: () => answers,
  }
}
