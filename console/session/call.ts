/** Sends requests to the console's endpoints. */
import { consoleHeader, type ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { CallError, type FieldProblem, sentenceOf } from './call-error.ts'
import { meetDemand, type Demand } from './demands.ts'
import { unnamedProblem } from './input-problems.ts'
import { languageChoice } from './preferences.ts'
import { textNow } from './text.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** False: a session that has ended is reported, and no dialog opens. For everything before the login is complete. */
  readonly isGuarded?: boolean
  /** How long an answer may take; 30 s when absent. */
  readonly limitMs?: number
}

const defaultLimitMs = 30_000
/** A login and then a proof of identity may be demanded of one request. */
const maxDemands = 3

/** The response's data. Rejects with `CallError`, and with an `AbortError` when `signal` was aborted. */
export async function call<E extends ConsoleEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, isGuarded = true, limitMs = defaultLimitMs }: CallOptions = {},
): Promise<ResponseOf<E>> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await send(endpoint, input as object, { signal, limitMs })
    if (outcome.kind === 'data') return outcome.data as ResponseOf<E>
    const demand = isGuarded && attempt < maxDemands ? demandOf(outcome.error.failure) : undefined
    if (demand === undefined) throw outcome.error
    if (!(await meetDemand(demand))) throw ownError('cancelled')
  }
}

function demandOf(failure: string): Demand | undefined {
  if (failure === 'step_up_needed') return 'step_up'
  return ['not_authorized', 'second_factor_needed', 'enrolment_needed'].includes(failure)
    ? 'login'
    : undefined
}

type Sent =
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'refused'; readonly error: CallError }

interface Waiting {
  readonly signal: AbortSignal | undefined
  readonly limitMs: number
}

async function send(endpoint: ConsoleEndpoint, input: object, waiting: Waiting): Promise<Sent> {
  const { signal } = waiting
  const response = await request(endpoint, input, waiting).catch((error: unknown) => {
    if (signal?.aborted) throw error
    return undefined
  })
  if (response === undefined) return { kind: 'refused', error: ownError('network') }
  const body = (await response.json().catch(() => undefined)) as unknown
  if (typeof body !== 'object' || body === null) return { kind: 'refused', error: ownError('unreadable') }
  if (response.ok && 'data' in body && !('failure' in body)) return { kind: 'data', data: body.data }
  return { kind: 'refused', error: refusalIn(body, response) }
}

async function request(
  { method, path }: ConsoleEndpoint,
  input: object,
  { signal, limitMs }: Waiting,
): Promise<Response> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), limitMs)
  const stop = () => timeout.abort()
  signal?.addEventListener('abort', stop)
  const isPost = method === 'POST'
  try {
    return await fetch(isPost ? path : path + queryOf(input), {
      method,
      signal: timeout.signal,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        'accept-language': languageChoice.get(),
        ...(isPost ? { 'content-type': 'application/json', [consoleHeader]: '1' } : {}),
      },
      ...(isPost ? { body: JSON.stringify(input) } : {}),
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

function queryOf(input: object): string {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? '' : `?${query}`
}

/** The refusal in a response. */
export function refusalIn(body: object, response: Response): CallError {
  const { failure, message, fields, values } = body as {
    failure?: string
    message?: string
    fields?: readonly FieldProblem[]
    values?: Readonly<Record<string, string | number>>
  }
  if (failure === undefined || message === undefined) return ownError('unreadable')
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterSec = Number.isFinite(retryAfter) ? retryAfter : undefined
  const language = languageChoice.get()
  const sentence = sentenceOf(language, { failure, message, retryAfterSec, values })
  // The text of a field that the failure itself is about is that of the failure.
  const inEnglish = ({ field }: FieldProblem) =>
    failure === 'invalid_input' ? unnamedProblem(field) : { field, message: sentence }
  return new CallError({
    failure,
    message: sentence,
    fields: language === 'en' ? (fields ?? []).map(inEnglish) : (fields ?? []),
    retryAfterSec,
  })
}

function ownError(failure: 'network' | 'unreadable' | 'cancelled'): CallError {
  return new CallError({ failure, message: textNow()(`failure.${failure}`) })
}
