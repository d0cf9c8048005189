/**
 * How an endpoint is declared. An endpoint is data: the server binds and validates with it, the typed client sends
 * requests with it, and the OpenAPI document is made from it. There is no second description of an endpoint.
 */
import type * as z from 'zod/mini'
import type { ApiScope } from './api-scopes.ts'
import type { FailureCode } from './failures.ts'
import type { StaffAccess } from './permissions.ts'

/** `DELETE` has its input in the body, like `POST`. */
export type Method = 'GET' | 'POST' | 'DELETE'

/**
 * How a response is wrapped.
 * - `middleware`: `{ error: 0, message: '', data }`, (specification, section 7).
 * - `data`: `{ data }`, the main API.
 * - `payment`: `{ code: 0, message: '', data }`, the payment service; an error has another code.
 * - `bare`: the response itself.
 */
export type Envelope = 'middleware' | 'data' | 'payment' | 'bare'

/** Who may call: `guest` ignores tokens, `optional` uses a token if there is one, `viewer` requires a valid one. */
export type Access = 'guest' | 'optional' | 'viewer'

/**
 * For whom a response is made.
 * - `private`: for its own client; it may depend on the client's address and device.
 * - `{ sec }`: the same for every guest, so its handler sees neither address nor device. Cached and shared for this
 *   many seconds; with 0 it is built for each request, and shared pages may contain it. A viewer's is never cached.
 */
export type CachePolicy =
  | 'private'
  | {
      readonly sec: number
      /** Browsers check each time whether it has changed: a change of the staff is seen at once. */
      readonly isChecked?: true
    }

/** A rate limit. Above it, the request is rejected with `failure` and the seconds to wait. */
export interface RateLimitPolicy {
  /** Endpoints that name the same limit share one count. */
  readonly name: string
  /** Whose requests count together: `network` is an IPv4 address or an IPv6 /64, and the networks around it. */
  readonly per: 'account' | 'network' | 'account_or_network'
  /** This many requests … */
  readonly attempts: number
  /** … within this many seconds. */
  readonly perSec: number
  /** `too_many_requests` when left out. */
  readonly failure?: 'captcha_limit'
  /**
   * True for what could be guessed: counted in the database over all processes, or each further process would allow as
   * many attempts again. Others are counted by each process in its memory.
   */
  readonly isShared?: true
}

export interface Endpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Failure extends FailureCode = FailureCode,
  Who extends Access = Access,
  Cache extends CachePolicy = CachePolicy,
> {
  readonly method: Method
  /** The path from the site's root; `{name}` marks a path parameter, which is a field of `input` too. */
  readonly path: string
  readonly envelope: Envelope
  readonly access: Who
  /** True if it changes data or receives a secret: a GET endpoint then also accepts POST with a body (API-07). */
  readonly changes: boolean
  /**
   * For an endpoint that changes data: the specification's clients call it by GET with the token as `authkey` in the
   * URL. No other such endpoint accepts a token in the URL, which ends up in logs and histories (API-02, API-07).
   */
  readonly takesAuthkey: boolean
  /** One line for the OpenAPI document, in English. */
  readonly summary: string
  /** An object schema over query, path and body together. Everything that can be in a query must parse from text. */
  readonly input: Input
  /** The shape of `data` (or of the whole response for `bare`). */
  readonly output: Output
  /** The failures a client must expect; invalid input and a lost session are always possible. */
  readonly failures: readonly Failure[]
  readonly cache: Cache
  /** All of them apply, in this order; after one rejects, the later ones do not count the request. */
  readonly rateLimits: readonly RateLimitPolicy[]
  /**
   * `first`: every valid request counts, before its handler runs. `by_handler`: the handler counts it after its own
   * checks (a complaint about something that exists); it must not succeed without counting.
   */
  readonly countsRate: 'first' | 'by_handler'
  /**
   * For an `optional` endpoint with an expired token: `guest` responds as without a token, `refused` with 403, so that
   * the client learns that its session has ended (ACC-08).
   */
  readonly endedSession: 'guest' | 'refused'
  /** Long polling: seconds for which the response may be delayed; a client waits this much longer. */
  readonly waitsSec: number
  /**
   * For an endpoint of the console (`/api/console/`): what a member of staff needs. Present there and nowhere else:
   * the server does not start otherwise.
   */
  readonly permission?: StaffAccess
  /**
   * True for what changes the account or its money: from a child's profile it is `not_in_this_profile`, before its handler
   * runs.
   */
  readonly forAdults?: true
  /**
   * For what spends money, always or `when` that field is 1: `pin_needed` while purchases need the account's PIN and it is
   * not proven. It is for adults too.
   */
  readonly spends?: true | { readonly when: string }
  /**
   * True for what opens the account beside its profiles, to another program or device: from a profile with limits it is
   * `pin_needed` while the account has a PIN that is not proven.
   */
  readonly opensAccount?: true
  /** True for what a device may call whose profile was removed: everything else for a `viewer` is `profile_not_found`. */
  readonly withoutProfile?: true
  /**
   * True for what plays, where guests may too: for a device whose profile was removed it is `profile_not_found`, as for a
   * `viewer`.
   */
  readonly needsProfile?: true
  /** True for a dangerous act of the console: who they are must have been proven within ten minutes. */
  readonly stepUp?: boolean
  /** For an endpoint for other programs (`/api/external/`), and nowhere else: what their key must allow. */
  readonly scope?: ApiScope
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

/** Declares an endpoint; the defaults are a GET of the middleware for guests, read-only, not cached and not limited. */
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
    // When `access` and `cache` are left out, Who and Cache are their defaults; the compiler cannot infer that.
    access: 'guest' as Who,
    changes: false,
    takesAuthkey: false,
    cache: 'private' as Cache,
    rateLimits: [],
    countsRate: 'first',
    endedSession: 'guest',
    waitsSec: 0,
    ...declared,
    failures: allFailuresOf(declared) as readonly Failure[],
  }
}

/** Those that are declared, and those that come of who may call it: its handler returns none of these. */
function allFailuresOf({
  forAdults,
  needsProfile,
  opensAccount,
  spends,
  failures,
}: Partial<
  Pick<Endpoint, 'failures' | 'forAdults' | 'needsProfile' | 'opensAccount' | 'spends'>
>): readonly FailureCode[] {
  const possible: readonly FailureCode[] = [
    ...(forAdults === true || spends !== undefined ? (['not_in_this_profile'] as const) : []),
    ...(spends === undefined && opensAccount !== true ? [] : (['pin_needed'] as const)),
    ...(needsProfile === true ? (['profile_not_found'] as const) : []),
  ]
  // The browser's build has no lists of failures (`web/contract-in-browser.ts`).
  return Array.isArray(failures) ? [...new Set<FailureCode>([...failures, ...possible])] : possible
}

/** Whether an endpoint can also respond as XML under `<rss>`: it has a `format` parameter. */
export function speaksXml({ input }: Endpoint): boolean {
  const shape: unknown = 'shape' in input ? input.shape : undefined
  return typeof shape === 'object' && shape !== null && 'format' in shape
}

/** The input a client passes. */
export type InputOf<E extends Endpoint> = z.input<E['input']>
/** What a handler receives: validated, with defaults filled in. */
export type ParsedOf<E extends Endpoint> = z.output<E['input']>
/** The output of a handler, as a client gets it. */
export type ResponseOf<E extends Endpoint> = z.output<E['output']>
/** The failures a handler of this endpoint may return. */
export type FailureOf<E extends Endpoint> = E['failures'][number]

/** What a handler returns. */
export type Outcome<Data, Failure extends FailureCode> =
  | { readonly kind: 'ok'; readonly data: Data }
  | {
      readonly kind: 'refused'
      readonly failure: Failure
      /** Values for the placeholders of the failure's text. */
      readonly values?: Readonly<Record<string, string | number>>
      /** Seconds after which the request may be repeated. */
      readonly retryAfterSec?: number
      /** The field of the input that the failure is about: a form shows its text there. */
      readonly field?: string
      /** Data that helps the client, under `data` of the error: the devices of a full account. */
      readonly details?: unknown
    }
export type OutcomeOf<E extends Endpoint> = Outcome<ResponseOf<E>, FailureOf<E>>

/** A successful result. */
export function respond<Data>(data: Data): { readonly kind: 'ok'; readonly data: Data } {
  return { kind: 'ok', data }
}

/** An expected failure, by its name in `failures.ts`. */
export function reject<const Failure extends FailureCode>(
  failure: Failure,
  more: {
    values?: Readonly<Record<string, string | number>>
    retryAfterSec?: number
    field?: string
    details?: unknown
  } = {},
): Outcome<never, Failure> {
  return { kind: 'refused', failure, ...more }
}
