/** How the tests of this folder send requests to the running product: plain HTTP, without the typed client. */
import { inject } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/form/endpoint.ts'

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed JSON, or undefined when it is not JSON. */
  readonly json: Record<string, unknown> | undefined
}

export interface RequestHow {
  readonly fields?: Readonly<Record<string, unknown>>
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** An endpoint of the contract under its name, `subject.name`. */
export interface NamedCall {
  readonly name: string
  readonly endpoint: Endpoint
}

export const allCalls: readonly NamedCall[] = Object.entries<Record<string, Endpoint>>(api).flatMap(
  ([subject, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => ({ name: `${subject}.${name}`, endpoint })),
)

export function origin(): string {
  return inject('product').url
}

/** An overloaded machine responds with a 503; then the request is repeated after the time in the response. */
const maxBusyAnswers = 8

/** Requests any path; a POST or DELETE sends the fields as JSON, all other methods as a query. */
export async function askPath(path: string, how: RequestHow = {}): Promise<Answered> {
  for (let times = 1; ; times++) {
    const answered = await askOnce(path, how)
    const isBusy = answered.status === 503 && answered.json?.['failure'] === 'busy'
    if (!isBusy || times === maxBusyAnswers) return answered
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function askOnce(path: string, how: RequestHow): Promise<Answered> {
  const { fields = {}, method = 'GET', token } = how
  const posted = method === 'POST' || method === 'DELETE'
  const query = new URLSearchParams(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  ).toString()
  const response = await fetch(`${origin()}${path}${posted || query === '' ? '' : `?${query}`}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(posted ? { 'content-type': 'application/json' } : {}),
      ...how.headers,
    },
    ...(posted ? { body: JSON.stringify(fields) } : {}),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: jsonOf(text) }
}

const maxChanges = 10

/**
 * Sends `other` between two equal responses of `plain`, and returns both: time advances, films become ready and other
 * tests use the product, so two consecutive requests may have different responses for good reasons.
 */
export async function askBetween<Plain, Other>(
  plain: () => Promise<Plain>,
  other: () => Promise<Other>,
): Promise<readonly [Plain, Other]> {
  for (let times = 1; ; times++) {
    const before = await plain()
    const result = await other()
    const after = await plain()
    if (JSON.stringify(before) === JSON.stringify(after) || times === maxChanges) return [after, result]
  }
}

/** Calls an endpoint of the contract; fields named in its path go into the path. */
export function askCall(endpoint: Endpoint, how: RequestHow = {}): Promise<Answered> {
  const fields = { ...how.fields }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name]
    delete fields[name]
    return encodeURIComponent(String(value))
  })
  return askPath(path, { ...how, method: how.method ?? endpoint.method, fields })
}

/** The data inside the envelope of a successful response. */
export function dataOf(endpoint: Endpoint, answered: Answered): unknown {
  return endpoint.envelope === 'bare' ? answered.json : answered.json?.['data']
}

/** Releases the slot that a login took among the account's five devices. */
export async function endSession(login: Answered): Promise<void> {
  const data = login.json?.['data'] as { authkey?: string } | undefined
  await askPath('/middleware/logout', { method: 'POST', token: data?.authkey })
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
