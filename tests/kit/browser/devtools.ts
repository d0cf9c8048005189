/** A page of a Chromium of any age, over the DevTools protocol. */

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, never>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message: string }
}
interface Evaluated {
  readonly result: { readonly value?: unknown }
  readonly exceptionDetails?: {
    readonly text: string
    readonly exception?: { readonly description?: string }
  }
}
type Heard = (params: Readonly<Record<string, never>>) => void

export interface Devtools {
  /** Sends a command to the browser; fails with its message, or after half a minute. */
  send(method: string, params?: object): Promise<Readonly<Record<string, unknown>>>
  on(event: string, heard: Heard): void
  /**
   * Runs a function in the page and returns its result. It is sent as text: it has no access to its scope, and must be
   * written for the engine's age.
   */
  run<Given extends readonly unknown[], Answer>(
    inPage: (...values: Given) => Answer | Promise<Answer>,
    ...items: Given
  ): Promise<Answer>
}

const answerLimitMs = 30_000

async function pageAddress(origin: string, limitMs: number): Promise<string> {
  for (const until = Date.now() + limitMs; Date.now() < until;) {
    const answer = await fetch(`${origin}/json/list`, { signal: AbortSignal.timeout(answerLimitMs) })
    const targets = (await answer.json()) as readonly { type: string; webSocketDebuggerUrl: string }[]
    const page = targets.find(({ type }) => type === 'page')
    if (page !== undefined) return page.webSocketDebuggerUrl
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the browser has no page')
}

/** Connects to the browser's one page. */
export async function connect(origin: string, limitMs: number): Promise<Devtools> {
  const socket = new WebSocket(await pageAddress(origin, limitMs))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('no connection to the browser')))
  })
  const waiting = new Map<number, (answer: Message) => void>()
  const listeners = new Map<string, Heard[]>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else for (const heard of listeners.get(message.method ?? '') ?? []) heard(message.params ?? {})
  })
  socket.addEventListener('close', () => {
    for (const answer of waiting.values()) answer({ error: { message: 'the browser has gone' } })
  })
  let lastId = 0
  const send: Devtools['send'] = (method, params = {}) => {
    const id = ++lastId
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${method} got no response within ${answerLimitMs / 1000} s`)),
        answerLimitMs,
      )
      waiting.set(id, ({ result, error }) => {
        clearTimeout(timer)
        waiting.delete(id)
        if (error === undefined) resolve(result ?? {})
        else reject(new Error(`${method}: ${error.message}`))
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
  return {
    send,
    on: (event, heard) => listeners.set(event, [...(listeners.get(event) ?? []), heard]),
    run: async (inPage, ...values) => {
      const expression = `(${inPage.toString()})(...${JSON.stringify(values)})`
      const request = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = (await send('Runtime.evaluate', request)) as unknown as Evaluated
      if (exceptionDetails !== undefined)
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value as never
    },
  }
}
