/** The emulated Bot API of Telegram with its people, for tests. */
import { parseSetting } from '#server/platform/settings/settings.ts'
import type { BotAnswer, ChatMessage } from '#emulators/telegram/chats.ts'
import type { FaultName } from '#emulators/telegram/faults.ts'
import { startEmulator } from './emulator-program.ts'

export interface TelegramEmulator extends TelegramAt {
  /** As the setting EKRAN_TELEGRAM_BOT, with polling. */
  readonly bot: string
  readonly token: string
  readonly username: string
  /** As the server reads it. */
  readonly settings: NonNullable<ReturnType<typeof botSettings>>
  stop(): Promise<void>
}

/** One that runs. */
export interface TelegramAt {
  readonly page: string
  /** What a person does; returns what the emulator answers, as its numbers. */
  play(person: number, what: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>
  /** The chat of a person, the oldest first. */
  messages(person: number): Promise<readonly ChatMessage[]>
  /** What the bot answered to a press or an inline query. */
  answer(id: string): Promise<BotAnswer | undefined>
  /** Updates that the bot has not confirmed. */
  pending(): Promise<number>
  webhook(): Promise<Readonly<Record<string, unknown>>>
  repeat(updateId: number): Promise<void>
  fault(fault: FaultName, times?: number): Promise<void>
}

interface State {
  readonly messages: readonly ChatMessage[]
  readonly answers: readonly BotAnswer[]
  readonly pending: number
  readonly webhook: Readonly<Record<string, unknown>>
}

function botSettings(text: string) {
  const read = parseSetting('EKRAN_TELEGRAM_BOT', text)
  if (read.kind === 'wrong') throw new Error(read.problem)
  return read.value
}

export async function startTelegram(args: readonly string[] = []): Promise<TelegramEmulator> {
  const { addresses, stop } = await startEmulator('telegram', args)
  const { page = '', bot = '', token = '', username = '' } = addresses
  const settings = botSettings(bot)
  if (settings === undefined) throw new Error('the emulator printed no bot')
  return { ...telegramAt(page), ...{ bot, token, username, settings, stop } }
}

/** The one beside the running product, by the output of the product. */
export function telegramOf(output: string): TelegramAt {
  const page = /^Demo Telegram: (http:\/\/127\.0\.0\.1:\d+)$/m.exec(output)?.[1]
  if (page === undefined) throw new Error('the product printed no page of Telegram')
  return telegramAt(page)
}

function telegramAt(page: string): TelegramAt {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${page}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5000),
    })
    if (response.status !== 200) throw new Error(`the emulator refused: ${await response.text()}`)
    return (await response.json()) as Readonly<Record<string, unknown>>
  }
  const state = async (person = 0): Promise<State> => {
    const response = await fetch(`${page}/messages?person=${person}`, { signal: AbortSignal.timeout(5000) })
    return (await response.json()) as State
  }
  return {
    page,
    play: (person, what) => post('/play', { person, ...what }),
    messages: async (person) => (await state(person)).messages,
    answer: async (id) => (await state()).answers.find((one) => one.id === id),
    pending: async () => (await state()).pending,
    webhook: async () => (await state()).webhook,
    repeat: async (updateId) => void (await post('/repeat', { update_id: updateId })),
    fault: async (fault, times) => {
      await post('/faults', { part: 'api', fault, ...(times === undefined ? {} : { times }) })
    },
  }
}
