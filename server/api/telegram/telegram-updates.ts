/** Where Telegram posts updates of the bot: its requests have their own form, so it is no endpoint of the contract. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TelegramBot, webhookPath } from '#server/telegram-bot/telegram-bot.ts'
import type { Mount } from '#server/platform/http/server.ts'
import type { Log } from '#server/platform/log/log.ts'

const maxBodyBytes = 256 * 1024
/** A slower request body is cut off. */
const bodyLimitMs = 10_000
/** Telegram sends up to forty at once, and the others again. */
const atOnce = 40
/** `off`: the bot was taken away while the body was read. */
const statuses = { done: 200, later: 503, wrong: 403, off: 503 } as const

/**
 * Serves the address only while a bot is set whose updates are posted. Without the secret nothing of a request is read,
 * and it takes no place of Telegram's.
 */
export function telegramUpdatesMount({
  telegramBot,
  log,
}: {
  readonly telegramBot: Pick<TelegramBot, 'accepts' | 'posted'>
  readonly log: Log
}): Mount {
  let running = 0
  const statusOf = async (request: IncomingMessage, secret: string): Promise<number> => {
    const body = await readBody(request)
    if (body === undefined) return 413
    const outcome = await telegramBot.posted(secret, parsed(body))
    return statuses[outcome]
  }
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (request.method !== 'POST' || request.url?.split('?', 1)[0] !== webhookPath) return false
    const header = request.headers['x-telegram-bot-api-secret-token']
    const secret = typeof header === 'string' ? header : ''
    const accepted = telegramBot.accepts(secret)
    if (accepted === 'off') return false
    if (accepted === 'wrong') {
      response.writeHead(403, { 'cache-control': 'no-store', connection: 'close' }).end()
      return true
    }
    if (running >= atOnce) {
      response.writeHead(503, { 'retry-after': '1', connection: 'close' }).end()
      return true
    }
    running += 1
    try {
      const status = await statusOf(request, secret)
      response.writeHead(status, { 'cache-control': 'no-store' }).end()
    } catch (error) {
      log.warn('telegram.request_failed', { error })
      if (!response.headersSent) response.writeHead(503, { connection: 'close' }).end()
    } finally {
      running -= 1
    }
    return true
  }
  return { prefix: '/telegram/', handle }
}

/** Undefined when it is too long; throws when it is too slow or its sender disconnected. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const timer = setTimeout(() => request.destroy(new Error('the body took too long')), bodyLimitMs)
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length
      if (size > maxBodyBytes) return undefined
      parts.push(part)
    }
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
