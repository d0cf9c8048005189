/** The HTTP requests of a payment system, with simulated network faults. */
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

export interface CallResponse {
  readonly status: number
  /** The body as JSON, or its text when it is not JSON. */
  readonly body: unknown
}

export interface Sent {
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * `delayed`: the second half of the body is sent a moment after the first. `dropped`: the connection is closed as soon
 * as the request was sent, before its response can be read.
 */
export type Mishap = 'delayed' | 'dropped'

const limitMs = 30_000
const delayMs = 400

/** Sends a request and reads its complete response. */
export async function call(url: string, sent: Sent, mishap?: 'delayed'): Promise<CallResponse> {
  const asking = open(url, sent)
  const answering = once(asking, 'response') as Promise<[IncomingMessage]>
  // The response may fail before the body is sent: the error is reported where it is awaited.
  answering.catch(() => undefined)
  const half = Math.ceil(sent.body.length / 2)
  if (mishap === 'delayed') {
    asking.write(sent.body.slice(0, half))
    await sleep(delayMs)
    asking.end(sent.body.slice(half))
  } else asking.end(sent.body)
  const [answer] = await answering
  const pieces: Buffer[] = []
  for await (const piece of answer as AsyncIterable<Buffer>) pieces.push(piece)
  const text = Buffer.concat(pieces).toString('utf8')
  return { status: answer.statusCode ?? 0, body: parsed(text) }
}

/** Sends a request and closes the connection: its result is unknown. */
export async function drop(url: string, sent: Sent): Promise<void> {
  const asking = open(url, sent)
  asking.on('error', () => undefined)
  const finished = once(asking, 'finish')
  asking.end(sent.body)
  await finished
  asking.destroy()
}

function open(url: string, { method = 'POST', headers, body }: Sent): ClientRequest {
  const ask = url.startsWith('https:') ? secureRequest : request
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const asking = ask(url, { method, headers: all, agent: false })
  asking.setTimeout(limitMs, () => asking.destroy(new Error(`no answer within ${limitMs} ms`)))
  return asking
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A field of a response, by its path: `at(response.body, 'error', 'code')`. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (field, name) =>
      typeof field === 'object' && field !== null && Object.hasOwn(field, name)
        ? Reflect.get(field, name)
        : undefined,
    value,
  )
}

export function basic(login: string, key: string): string {
  return `Basic ${Buffer.from(`${login}:${key}`).toString('base64')}`
}
