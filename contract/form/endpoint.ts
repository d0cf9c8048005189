/**
 * How a call is declared. An endpoint is data: the server binds and validates with it, the typed client calls with
 * it, and the OpenAPI document is printed from it. There is no second description of a call anywhere.
 */
import type * as z from 'zod/mini'
import type { FailureCode } from './failures.ts'

/**
 * How an answer is wrapped.
 * - `middleware`: `{ error: 0, message: '', data }`, (specification, section 7).
 * - `data`: `{ data }`, the main API.
 * - `payment`: `{ code: 0, message: '', data }`, the payment service; a refusal has another code.
 * - `bare`: the answer itself.
 */
export type Envelope = 'middleware' | 'data' | 'payment' | 'bare'

/** Who may call: `guest` never looks at a token, `optional` uses one when it is there, `viewer` demands a valid one. */
export type Access = 'guest' | 'optional' | 'viewer'

/**
 * For whom a response is made.
 * - `private`: for its own client; it may depend on the client's address and device.
 * - `{ sec }`: the same for every guest, so its handler sees neither address nor device. Kept and shared for so many
 *   seconds; with 0 it is made anew each time, and a page drawn for everybody may hold it. A viewer's is never kept.
 */
export type CachePolicy = 'private' | { readonly sec: number }

/** How often a client may ask. Over it, the request is refused with `failure` and the seconds to wait. */
export interface RateLimitPolicy {
  /** Endpoints that name the same limit share one count. */
  readonly name: string
  /** Whose requests count together: `network` is an IPv4 address or the /64 of an IPv6 one, and those around it. */
  readonly per: 'account' | 'network' | 'account_or_network'
  /** So many requests … */
  readonly attempts: number
  /** … within this many seconds. */
  readonly perSec: number
  /** `too_many_requests` when left out. */
  readonly failure?: 'captcha_limit'
}

export interface Endpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Failure extends FailureCode = FailureCode,
  Who extends Access = Access,
  Cache extends CachePolicy = CachePolicy,
> {
  readonly method: 'GET' | 'POST'
  /** The path from the site's root; `{name}` marks a path parameter, which is a field of `input` too. */
  readonly path: string
  readonly envelope: Envelope
  readonly access: Who
  /** True for a call that changes something or carries a secret: a GET one then also takes POST with a body (API-07). */
  readonly changes: boolean
  /**
   * Of a call that changes something: the specification's clients ask it by GET with the token as `authkey` in the
   * address. No other such call takes a token from an address, which ends up in logs and histories (API-02, API-07).
   */
  readonly takesAuthkey: boolean
  /** One line for the document, in English. */
  readonly summary: string
  /** An object schema over query, path and body together. Everything a query can carry must parse from text. */
  readonly input: Input
  /** The shape of `data` (or of the whole answer for `bare`). */
  readonly output: Output
  /** The outcomes a caller must expect besides an answer; bad input and a lost session are always possible. */
  readonly failures: readonly Failure[]
  readonly cache: Cache
  /** All of them apply, in this order; one that refuses leaves those after it uncounted. */
  readonly rateLimits: readonly RateLimitPolicy[]
  /**
   * `first`: every valid request counts, before its handler runs. `by_handler`: the handler counts it, because only
   * what it has checked itself counts (a complaint of something that exists); it may not succeed without.
   */
  readonly countsRate: 'first' | 'by_handler'
  /**
   * Of an `optional` call with a token that is good no longer: `guest` is answered as without one, `refused` with 403,
   * so that the client learns that its session has ended (ACC-08).
   */
  readonly endedSession: 'guest' | 'refused'
  /** Seconds for which the answer may be held back until there is something to tell; a caller waits so much longer. */
  readonly waitsSec: number
}

type Defaults =
  | 'envelope'
  | 'access'
  | 'changes'
  | 'takesAuthkey'
  | 'failures'
  | 'cache'
  | 'rateLimits'
  | 'countsRate'
  | 'endedSession'
  | 'waitsSec'
  | 'method'

/** Declares one call; what is left out is a GET of the middleware for guests that changes nothing, is not kept and not limited. */
export function endpoint<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  const Failure extends FailureCode = never,
  const Who extends Access = 'guest',
  const Cache extends CachePolicy = 'private',
>(
  declared: Omit<Endpoint<Input, Output, Failure, Who, Cache>, Defaults> &
    Partial<Pick<Endpoint<Input, Output, Failure, Who, Cache>, Defaults>>,
): Endpoint<Input, Output, Failure, Who, Cache> {
  return {
    method: 'GET',
    envelope: 'middleware',
    // Where `access` and `cache` are left out, Who and Cache are their defaults; the compiler cannot see that.
    access: 'guest' as Who,
    changes: false,
    takesAuthkey: false,
    failures: [],
    cache: 'private' as Cache,
    rateLimits: [],
    countsRate: 'first',
    endedSession: 'guest',
    waitsSec: 0,
    ...declared,
  }
}

/** Whether a call also answers as XML under `<rss>`: it says so by taking `format`. */
export function speaksXml({ input }: Endpoint): boolean {
  const shape: unknown = 'shape' in input ? input.shape : undefined
  return typeof shape === 'object' && shape !== null && 'format' in shape
}

/** What a caller passes. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** What a handler receives: validated, with defaults filled in. */
export type ParsedOf<E extends Endpoint> = z.output<E['input']>
/** What a handler gives and a caller gets. */
export type ResponseOf<E extends Endpoint> = z.output<E['output']>
/** The failures a handler of this call may name. */
export type FailureOf<E extends Endpoint> = E['failures'][number]

/** What a handler returns. */
export type Outcome<Data, Failure extends FailureCode> =
  | { readonly kind: 'ok'; readonly data: Data }
  | {
      readonly kind: 'refused'
      readonly failure: Failure
      /** Values for the placeholders of the failure's text. */
      readonly values?: Readonly<Record<string, string | number>>
      /** Seconds after which the call may be repeated. */
      readonly retryAfterSec?: number
      /** What helps the caller out, under `data` of the refusal: the devices of a full account. */
      readonly details?: unknown
    }
export type OutcomeOf<E extends Endpoint> = Outcome<ResponseOf<E>, FailureOf<E>>

/** An expected good end of a call. */
export function respond<Data>(data: Data): { readonly kind: 'ok'; readonly data: Data } {
  return { kind: 'ok', data }
}

/** An expected refusal, by its name in `failures.ts`. */
export function reject<const Failure extends FailureCode>(
  failure: Failure,
  more: {
    values?: Readonly<Record<string, string | number>>
    retryAfterSec?: number
    details?: unknown
  } = {},
): Outcome<never, Failure> {
  return { kind: 'refused', failure, ...more }
}
