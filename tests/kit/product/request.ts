/** How the tests of this folder ask the running product: plain HTTP, nothing of the typed client in between. */
import { inject } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/form/endpoint.ts'

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed JSON, or undefined when it is none. */
  readonly json: Record<string, unknown> | undefined
}

export interface RequestHow {
  readonly fields?: Readonly<Record<string, unknown>>
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** A call of the contract under its name, `subject.name`. */
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

/** A machine that does too much at once is told so by a 503; then one asks again, as the answer says. */
const maxBusyAnswers = 8

/** Asks any path; a POST carries the fields as JSON, everything else as a query. */
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
  const posted = method === 'POST'
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
 * Asks `other` between two equal answers of `plain`, and gives both: time goes on, films become ready and other tests use
 * the product, so two questions in a row may have different answers with good reason.
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

/** Asks a call of the contract; fields that its path names go into the path. */
export function askCall(endpoint: Endpoint, how: RequestHow = {}): Promise<Answered> {
  const fields = { ...how.fields }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name]
    delete fields[name]
    return encodeURIComponent(String(value))
  })
  return askPath(path, { ...how, method: how.method ?? endpoint.method, fields })
}

/** What stands inside the envelope of a good answer. */
export function dataOf(endpoint: Endpoint, answered: Answered): unknown {
  return endpoint.envelope === 'bare' ? answered.json : answered.json?.['data']
}

/** Gives back the place that a login took among the account's five devices. */
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
