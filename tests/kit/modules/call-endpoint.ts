/** Calls a bound endpoint as the server would (validated input, checked output) without a server around it. */
import * as z from 'zod/mini'
import type { Language } from '#contract/form/failures.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Denied, Viewer } from '#server/platform/primitives/viewer.ts'
import { silentLog } from '#server/platform/log/log.ts'

export interface TestCaller {
  readonly viewer?: Viewer
  readonly denied?: Denied
  readonly token?: string
  readonly deviceUid?: string
  readonly userAgent?: string
  readonly idempotencyKey?: string
  readonly language?: Language
  readonly clientAddress?: string
  readonly audience?: string
  readonly serviceId?: number
  readonly host?: string
  readonly signal?: AbortSignal
}

/** The data of a response, or `{ refused }` with the failure's name, or `{ invalid }` with the fields. */
export async function ask(
  endpoints: readonly BoundEndpoint[],
  name: string,
  raw: Record<string, unknown> = {},
  caller: TestCaller = {},
): Promise<Record<string, unknown>> {
  const bound = endpoints.find((call) => call.name === name)
  if (bound === undefined) throw new Error(`${name} is not bound`)
  const prepared = bound.prepare(raw)
  if (prepared.kind === 'invalid') return { invalid: prepared.issues.map((issue) => issue.path.join('.')) }
  const outcome = await prepared.run({
    viewer: caller.viewer,
    denied: caller.denied,
    token: caller.token,
    deviceUid: caller.deviceUid,
    userAgent: caller.userAgent ?? '',
    idempotencyKey: caller.idempotencyKey,
    language: caller.language ?? 'ru',
    clientAddress: caller.clientAddress ?? '127.0.0.1',
    audience: caller.audience ?? 'inside',
    signal: caller.signal ?? new AbortController().signal,
    serviceId: caller.serviceId ?? 1,
    host: caller.host,
    requestId: 'test',
    log: silentLog,
  })
  if (outcome.kind === 'refused') return { refused: outcome.failure }
  return z.parse(bound.endpoint.output, outcome.data) as Record<string, unknown>
}
