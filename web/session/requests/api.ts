/** Requests to the server: the typed client of this page, and a hook that holds one response in a component. */
import { useCallback, useEffect, useReducer, useState } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import { channels } from '#contract/channels/channels.ts'
import { createClient, type Call, type CallResult } from '#contract/client.ts'
import type { ResponseOf, Endpoint, InputOf } from '#contract/form/endpoint.ts'
import type { FailureCode, Language } from '#contract/form/failures.ts'
import { serverOrigin } from '#web/state/site-address.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { useOnChange } from '#web/state/use-on-change.ts'
import { busyMs } from './busy.ts'
import { connection, useReachable } from './connection.ts'
import { freshForMs, recall, remember, useRenewals } from './answers.ts'
import { profileIsGone, storedProfile } from '#web/session/profile.ts'
import { firstPage, noteRequest, standIn } from '#web/session/first-page.ts'
import { noteServerDate } from '#web/session/server/server-clock.ts'
import { viewerKey, type EndReason } from '#web/session/session-rules.ts'
import { currentViewerKey, session, useLanguage, useViewerKey } from '#web/session/session.ts'

const callLimitMs = 20_000
/** In the builds that old engines get. */
const mayBeOld = import.meta.env.MODE === 'old-engines' || import.meta.env.MODE === 'app'

const plainCall: Call = createClient({
  get origin() {
    return serverOrigin()
  },
  ownAddresses: true,
  token: () => session.get().token,
  namesItself: isLimited,
  language: () => session.get().language,
  deviceUid: () => session.get().deviceUid,
  fetch: (url, init) =>
    fetch(url, {
      ...init,
      signal: (init.signal ?? null) as AbortSignal | null,
      // What another profile was answered may still be in the browser's cache.
      ...(isLimited() ? { cache: 'no-store' as const } : {}),
      // `keepalive`: the request reaches the server even when the viewer leaves the page at once. Chromium before
      // 81 rejects such requests when they carry custom headers.
      keepalive: mayBeOld && !('DisplayNames' in Intl) ? false : init.method === 'POST',
    }).then((response) => {
      noteServerDate(response.headers.get('date'))
      return response
    }),
  timeoutMs: callLimitMs,
})

/** Whether something is closed to the profile of this device. */
function isLimited(): boolean {
  return storedProfile.get()?.isLimited === true
}

/** The rejections that concern the session itself, with the reason why it is no longer valid. */
const endReasons: Partial<Record<FailureCode, EndReason>> = {
  not_authorized: 'ended',
  session_blocked: 'blocked',
  session_deactivated: 'deactivated',
}

/** The endpoints whose 403 ends the session, whatever the body says (specification, 4). */
const endedByForbidden = new Set(
  [
    'video/detail',
    'customer/tariff/subscription/cost',
    'customer/tariff/subscribe',
    'customer/tariff/unsubscribe',
    'promo/activate',
    'program/url',
    'category/list',
    'customer/tariff/subscription/list',
    'video/settings/set',
    'channel/detail',
  ].map((call) => `/middleware/${call}`),
)

function endReasonOf(endpoint: Endpoint, result: CallResult<unknown>): EndReason | undefined {
  if (result.kind === 'refused') return endReasons[result.failure]
  const isForbidden = result.kind === 'unreachable' && result.forbidden === true
  return isForbidden && endedByForbidden.has(endpoint.path) ? 'ended' : undefined
}

/** Asks for the account's PIN where a request needs it, and sends the request again. */
const provenCall: Call = async (endpoint, input, signal, idempotencyKey) => {
  const result = await plainCall(endpoint, input, signal, idempotencyKey)
  if (result.kind !== 'refused' || result.failure !== 'pin_needed') return result
  const { proveAccountPin } = await import('./prove-pin.ts')
  return (await proveAccountPin(plainCall, endpoint))
    ? plainCall(endpoint, input, signal, idempotencyKey)
    : result
}

/** `quiet`: a failed request does not change the connection state. */
function callAs(quiet: boolean): Call {
  return async (endpoint, input, signal, idempotencyKey) => {
    // The storage has a renewed token before this tab is notified of it.
    session.reread()
    const request = session.get()
    const result = await provenCall(endpoint, input, signal, idempotencyKey)
    if ((signal as AbortSignal | undefined)?.aborted === true) return result
    if (result.kind !== 'unreachable')
      connection.report(endpoint.path === accounts.status.path ? 'status' : 'other_answer')
    else if (!quiet && !result.reason.startsWith('status ')) connection.report('network_error')
    if (result.kind === 'refused' && result.failure === 'profile_not_found') profileIsGone()
    const reason = endReasonOf(endpoint, result)
    if (reason === undefined || request.token === null) return result
    session.reread()
    const now = session.get()
    if (now.token === request.token || now.sessionEndNotice?.token === request.token)
      session.refused(request.token, { reason, toLogin: endpoint.path === channels.detail.path })
    else if (now.token !== null && viewerKey(now) === viewerKey(request))
      return plainCall(endpoint, input, signal, idempotencyKey)
    return result
  }
}

/**
 * Sends a request with the page's token, device and language. Never throws: a lost connection is `unreachable`. A
 * rejected token ends the session (ACC-08), unless it was only renewed meanwhile: then the request is repeated with
 * the new token. An aborted request is `unreachable` too.
 */
export const call = callAs(false)

/** The same for a long poll: proxies may cut it off at any time. */
export const callQuietly = callAs(true)

/** What a region of a screen shows. `retry` sends the request again at once. */
export type CallState<Data> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ok'; readonly data: Data; readonly retry: () => void }
  | {
      readonly kind: 'refused'
      readonly failure: FailureCode
      readonly message: string
      readonly retry: () => void
    }
  | { readonly kind: 'unreachable'; readonly retry: () => void }

/** After a network failure the request is repeated after these pauses (interface, states), for an overload at least. */
const retryPausesMs = [1000, 3000, 8000]

function questionOf(endpoint: Endpoint, input: unknown, language: Language) {
  return `${endpoint.path} ${JSON.stringify(input)} ${language} `
}

function audienceOf(endpoint: Endpoint, viewer: string) {
  return endpoint.access === 'guest' && !isLimited() ? '' : viewer
}

/** Requests before the first render what it will show: its `useCall` then has the response. A failure is left to it. */
export async function preload<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> {
  const caller = session.get()
  const key = questionOf(endpoint, input, caller.language) + audienceOf(endpoint, currentViewerKey())
  const request = call(endpoint, input)
  preloading.set(key, request)
  const result = await request
  preloading.delete(key)
  if (result.kind === 'ok' && session.get().language === caller.language) remember(key, result.data)
}

/** The requests of `preload` under way, so that what is rendered meanwhile does not send them once more. */
const preloading = new Map<string, Promise<CallResult<unknown>>>()

/** The response to the request that `key` stands for; null while it is under way. */
interface KeyedResult<E extends Endpoint> {
  readonly key: string | null
  readonly result: CallResult<ResponseOf<E>> | null
}

interface CallOptions {
  /** Request again every so many milliseconds while the page is visible. */
  readonly everyMs?: number
}

/**
 * Sends the request when the component mounts and whenever the endpoint, the input, the language or the viewer
 * changes; aborts outdated requests. A cached response is returned in the first render, so that going back is
 * instant, and is refreshed in the background. `input: null` sends nothing and stays `loading`.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | null,
  options: CallOptions = {},
): CallState<ResponseOf<E>> {
  const viewer = useViewerKey()
  const question = questionOf(endpoint, input, useLanguage())
  const key = input === null ? null : question + audienceOf(endpoint, viewer)
  const [round, again] = useReducer((count: number) => count + 1, 0)
  const renewals = useRenewals()
  const begin = (): KeyedResult<E> => {
    const data = key === null ? undefined : (recall(key)?.data ?? standIn(question))
    if (key !== null && data === undefined) noteRequest({ key, endpoint, input })
    return { key, result: data === undefined ? null : { kind: 'ok', data: data as ResponseOf<E> } }
  }
  const [state, setState] = useState(begin)
  const current = state.key === key ? state : begin()
  if (current !== state) setState(current)

  useOnChange([endpoint, key, round, renewals], () => {
    if (key === null) return
    const existing = recall(key)
    if (round === 0 && existing !== undefined && Date.now() - existing.atMs < freshForMs) return
    return asking({
      ask: (signal) =>
        (preloading.get(key) as Promise<CallResult<ResponseOf<E>>> | undefined) ??
        call(endpoint, input as InputOf<E>, signal),
      tell: (result) => {
        if (result.kind === 'ok') remember(key, result.data)
        // When a refresh fails, the content on the screen stays.
        setState((shown) =>
          (result.kind === 'unreachable' || busyMs(result) > 0) &&
          shown.key === key &&
          shown.result?.kind === 'ok'
            ? shown
            : { key, result },
        )
      },
    })
  })

  const { everyMs } = options
  useEffect(() => {
    if (everyMs === undefined || key === null) return
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, key])

  const retry = useCallback(() => {
    setState((shown) => (shown.result?.kind === 'ok' ? shown : { ...shown, result: null }))
    again()
  }, [])
  const { result } = current
  useRetryOnReturn(result?.kind === 'unreachable', again)
  return result === null ? { kind: 'loading' } : { ...result, retry }
}

/**
 * The response the server rendered the page with, for components with their own cache: available while the server
 * renders and until the page is a few seconds old, else undefined.
 */
export function useDrawnResponse<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
): ResponseOf<E> | undefined {
  const question = `${endpoint.path} ${JSON.stringify(input)} ${useLanguage()} `
  const data = standIn(question)
  if (data === undefined) noteRequest({ key: question, endpoint, input })
  return data as ResponseOf<E> | undefined
}

/**
 * The part of a response the server embeds for content below the first screen: enough for headings, which readers
 * without scripts and search engines follow, and no cards. Undefined where no server rendered the page.
 */
export function useOutline<E extends Endpoint, Outline>(
  endpoint: E,
  input: InputOf<E>,
  outline: (data: ResponseOf<E>) => Outline,
): Outline | undefined {
  const key = `${endpoint.path} ${JSON.stringify(input)} ${useLanguage()} outline`
  const existing = recall(key)?.data ?? firstPage()?.responses[key]
  if (existing === undefined)
    noteRequest({ key, endpoint, input, outline: (data) => outline(data as ResponseOf<E>) })
  return existing as Outline | undefined
}

/**
 * A request lost with the connection is repeated with it (SHELL-08); until the response arrives, the screen stays as it
 * is.
 */
function useRetryOnReturn(isLost: boolean, retry: () => void): void {
  const reachable = useReachable()
  const lost = useLatest(isLost)
  useEffect(() => {
    if (reachable && lost.current) retry()
  }, [reachable, lost, retry])
}

interface Asking<Data> {
  ask: (signal: AbortSignal) => Promise<CallResult<Data>>
  tell: (result: CallResult<Data>) => void
}

/**
 * Sends the request and repeats it after each pause when it fails; a failure is reported at once, a later response
 * replaces it.
 */
function asking<Data>({ ask, tell }: Asking<Data>): () => void {
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = async (count: number) => {
    const result = await ask(abort.signal)
    if (abort.signal.aborted) return
    tell(result)
    const pauseMs = retryPausesMs[count]
    if (pauseMs === undefined) return
    if (result.kind === 'unreachable' || busyMs(result) > 0)
      timer = setTimeout(attempt, Math.max(pauseMs, busyMs(result)), count + 1)
  }
  void attempt(0)
  return () => {
    abort.abort()
    clearTimeout(timer)
  }
}
