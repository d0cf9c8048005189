/** What happened, on its way to the bot: fetched by `getUpdates`, or posted to its webhook until it accepts. */

export interface Webhook {
  readonly url: string
  readonly secret: string
}

export interface Updates {
  /** Adds one and returns its number. */
  add(what: Readonly<Record<string, unknown>>): number
  /** Forgets those below `offset`, and waits up to `waitMs` for the first of the others. */
  fetch(request: {
    readonly offset: number | undefined
    readonly limit: number
    readonly waitMs: number
  }): Promise<readonly unknown[] | 'conflict'>
  /** Posts to this address from now on; undefined: nowhere. */
  setWebhook(webhook: Webhook | undefined, dropPending: boolean): void
  webhookInfo(): Readonly<Record<string, unknown>>
  pending(): number
  /** Sends one again that was delivered, as Telegram does after a lost response. False: there is no such one. */
  repeat(updateId: number): boolean
}

interface Update {
  readonly update_id: number
}

const postLimitMs = 10_000
const retryMs = 300
const maxDelivered = 500

interface State {
  readonly waiting: Update[]
  readonly delivered: Update[]
  webhook: Webhook | undefined
  /** Why the last post failed; '' for none. */
  problem: string
  isPosting: boolean
  /** Ends the waiting of a request with what happened, or because another one came. */
  end: ((isRefused: boolean) => void) | undefined
}

export function createUpdates(): Updates {
  const state: State = {
    ...{ waiting: [], delivered: [], webhook: undefined, problem: '', isPosting: false, end: undefined },
  }
  let last = 1000
  const added = () => {
    state.end?.(false)
    void postAll(state)
  }
  return {
    add: (what) => {
      last += 1
      state.waiting.push({ update_id: last, ...what })
      added()
      return last
    },
    fetch: (request) => fetched(state, request),
    setWebhook: (next, dropPending) => {
      state.webhook = next
      state.problem = ''
      if (dropPending) state.waiting.length = 0
      added()
    },
    webhookInfo: () => ({
      url: state.webhook?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: state.waiting.length,
      ...(state.problem === ''
        ? {}
        : { last_error_date: Math.floor(Date.now() / 1000), last_error_message: state.problem }),
    }),
    pending: () => state.waiting.length,
    repeat: (updateId) => {
      const update = state.delivered.find((one) => one.update_id === updateId)
      if (update === undefined) return false
      state.waiting.unshift(update)
      added()
      return true
    },
  }
}

/** The first one was taken by the bot. */
function confirm({ waiting, delivered }: State): void {
  const first = waiting.shift()
  if (first !== undefined) delivered.push(first)
  if (delivered.length > maxDelivered) delivered.shift()
}

async function fetched(
  state: State,
  { offset, limit, waitMs }: Parameters<Updates['fetch']>[0],
): ReturnType<Updates['fetch']> {
  if (state.webhook !== undefined) return 'conflict'
  state.end?.(true)
  const { waiting } = state
  const first = offset ?? 0
  while ((waiting[0]?.update_id ?? first) < first) confirm(state)
  if (waiting.length === 0 && waitMs > 0) {
    const isRefused = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), waitMs)
      state.end = (refuses) => {
        clearTimeout(timer)
        resolve(refuses)
      }
    })
    if (isRefused) return 'conflict'
    state.end = undefined
  }
  return waiting.slice(0, limit)
}

async function postAll(state: State): Promise<void> {
  if (state.isPosting) return
  state.isPosting = true
  while (state.webhook !== undefined) {
    const [first] = state.waiting
    if (first === undefined) break
    state.problem = await posted(state.webhook, first)
    if (state.problem === '') confirm(state)
    else await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
  state.isPosting = false
}

/** '' when it was accepted, else why not. */
async function posted({ url, secret }: Webhook, update: Update): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret === '' ? {} : { 'x-telegram-bot-api-secret-token': secret }),
      },
      body: JSON.stringify(update),
      signal: AbortSignal.timeout(postLimitMs),
    })
    await response.arrayBuffer()
    return response.ok
      ? ''
      : `Wrong response from the webhook: ${response.status} ${response.statusText}`.trim()
  } catch (error) {
    return `Connection failed: ${error instanceof Error ? error.message : 'unknown'}`
  }
}
