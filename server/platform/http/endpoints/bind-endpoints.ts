import * as z from 'zod/mini'
import {
  type Endpoint,
  type Outcome,
  type OutcomeOf,
  type ParsedOf,
  reject,
} from '#contract/form/endpoint.ts'
import type { FailureCode, Language } from '#contract/form/failures.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Denied, Viewer } from '#server/platform/primitives/viewer.ts'
import { type EndpointLimits, createEndpointLimits } from './endpoint-limits.ts'
import { checkExternalEndpoint, type KeyBearer } from './key-admission.ts'
import { refusedToProfile } from './profile-admission.ts'
import { type ConsoleRequest, checkConsoleEndpoint } from './staff-admission.ts'

/** What a handler gets of the request besides its validated input. */
export interface RequestContext<Who extends Viewer | undefined = Viewer | undefined> {
  readonly viewer: Who
  /** Why there is no viewer although a token was sent. */
  readonly denied?: Denied | undefined
  /** The token itself, for the endpoint that renews it; never to be logged. */
  readonly token?: string | undefined
  /** For endpoints of the console: who sends it. */
  readonly console?: ConsoleRequest | undefined
  /** For endpoints of other programs: with which key. */
  readonly apiKey?: KeyBearer | undefined
  /** The device's own number, from the header `x-ekran-device`, 1 to 100 characters. */
  readonly deviceUid: string | undefined
  /** The first 200 characters of the header. */
  readonly userAgent: string
  /** The header `Idempotency-Key`, 1 to 100 characters. */
  readonly idempotencyKey?: string | undefined
  /** The language of texts: `lang`, else Accept-Language, else Russian. */
  readonly language: Language
  /** The client's address, behind the trusted proxies. */
  readonly clientAddress: string
  /**
   * The client's audience, from the application's `audienceOf` (inside or outside the national network). Responses
   * are cached per audience, so a handler of a shared response may depend on this.
   */
  readonly audience: string
  /**
   * The service whose host was requested, from the application's `serviceAt`: 1 is the one of every host that belongs to
   * no other. Responses are cached per service too.
   */
  readonly serviceId: number
  /** The header `Host`; anybody may write anything there. Undefined without a request over HTTP. */
  readonly host?: string | undefined
  /** Aborted when the client disconnects or the server stops: long polling ends then. */
  readonly signal: AbortSignal
  /** Counts the limits that endpoints declare; absent: each subject counts its own in memory. */
  readonly limits?: EndpointLimits | undefined
  /** The request's id, also in the `x-request-id` header of the response and in every log line. */
  readonly requestId: string
  readonly log: Log
}

/** What a handler of a shared response gets: nothing of a single client (`cache` in the endpoint's declaration). */
export type SharedRequestContext<Who extends Viewer | undefined = Viewer | undefined> = Omit<
  RequestContext<Who>,
  'console' | 'apiKey' | 'deviceUid' | 'userAgent' | 'idempotencyKey' | 'clientAddress' | 'host' | 'signal'
>

/** The context type, by the endpoint's cache declaration. */
export type ContextOf<E extends Endpoint> = E['cache'] extends 'private'
  ? RequestContext<ViewerOf<E>>
  : SharedRequestContext<ViewerOf<E>>

/** The viewer's type by the endpoint's access: present for `viewer`, absent for `guest`, else optional. */
export type ViewerOf<E extends Endpoint> = E['access'] extends 'viewer'
  ? Viewer
  : E['access'] extends 'guest'
    ? undefined
    : Viewer | undefined

/** Refusals that every endpoint may return without declaring them. */
const alwaysPossible = [
  ...(['invalid_input', 'not_authorized', 'busy', 'profile_not_found'] as const),
] as const satisfies readonly FailureCode[]
export type AlwaysPossible = (typeof alwaysPossible)[number]
type HandlerOutcome<E extends Endpoint> = OutcomeOf<E> | Outcome<never, AlwaysPossible>

/**
 * Counts the request under the limits of an endpoint with `countsRate: 'by_handler'`; returns the refusal once they
 * are used up.
 */
export type CountRate = () => Promise<Outcome<never, 'too_many_requests'> | undefined>

/** Handles one endpoint: validated input in, an outcome out. Only bugs and lost infrastructure throw. */
export type Handler<E extends Endpoint> = (
  input: ParsedOf<E>,
  call: ContextOf<E>,
  countRate: CountRate,
) => HandlerOutcome<E> | Promise<HandlerOutcome<E>>

/**
 * The handlers of a subject, `Handlers<typeof channels>`, or of some of its endpoints, `Handlers<typeof films,
 * 'url'>`.
 */
export type Handlers<Subject extends Record<string, Endpoint>, Name extends keyof Subject = keyof Subject> = {
  readonly [N in Name]: Handler<Subject[N]>
}

/** An endpoint with its handler, its types closed over. */
export interface BoundEndpoint {
  /** `subject.name`, for metrics and logs. */
  readonly name: string
  readonly endpoint: Endpoint
  /** Validates the input. */
  prepare(raw: unknown): PreparedRequest
}

export type PreparedRequest =
  | { readonly kind: 'invalid'; readonly issues: readonly z.core.$ZodIssue[] }
  | {
      readonly kind: 'ready'
      readonly input: unknown
      run(call: RequestContext): Promise<Outcome<unknown, FailureCode>>
    }

/**
 * Binds handlers to the endpoints of one subject: what a file of handlers in `server/api` returns. Two such files
 * may each bind some endpoints of a subject. `limits` counts what the endpoints declare as `rateLimits`.
 */
export function bindEndpoints<Subject extends Record<string, Endpoint>, Name extends keyof Subject & string>(
  subjectName: string,
  subject: Subject,
  handlers: Handlers<Subject, Name>,
  limits: EndpointLimits = createEndpointLimits(),
): readonly BoundEndpoint[] {
  return Object.keys(handlers).map((name) => {
    invariant(isNameOf(handlers, name), `${subjectName}.${name} has no handler`)
    const declared = subject[name]
    invariant(declared !== undefined, `${subjectName}.${name} is not declared in the contract`)
    return bindEndpoint(`${subjectName}.${name}`, declared, handlers[name], limits)
  })
}

/** Binds one handler to one endpoint. */
export function bindEndpoint<E extends Endpoint>(
  name: string,
  endpoint: E,
  handler: Handler<E>,
  limits: EndpointLimits = createEndpointLimits(),
): BoundEndpoint {
  checkConsoleEndpoint(name, endpoint)
  checkExternalEndpoint(name, endpoint)
  const leaveOut = emptyFields(endpoint)
  return {
    name,
    endpoint,
    prepare: (raw) => {
      const parsed = z.safeParse(endpoint.input, leaveOut(raw))
      if (!parsed.success) return { kind: 'invalid', issues: parsed.error.issues }
      return {
        kind: 'ready',
        input: parsed.data,
        run: async (call) => {
          const closed = refusedToProfile(endpoint, call.viewer, parsed.data)
          if (closed !== undefined) return checked(endpoint, name, closed)
          const rate = rateOf(endpoint, call.limits ?? limits, call)
          const refused = endpoint.countsRate === 'first' ? await rate.count() : undefined
          if (refused !== undefined) return checked(endpoint, name, refused)
          // The server has already refused requests without a token for `viewer` endpoints.
          const context = call as RequestContext<ViewerOf<E>>
          const outcome = await handler(parsed.data as ParsedOf<E>, context, rate.count)
          invariant(outcome.kind === 'refused' || rate.isCounted(), `${name} did not count its request`)
          return checked(endpoint, name, outcome)
        },
      }
    },
  }
}

/** Counts a request under the limits of its endpoint, and says whether that was done. */
function rateOf({ rateLimits, envelope }: Endpoint, limits: EndpointLimits, call: RequestContext) {
  let isCounted = rateLimits.length === 0
  const count = async () => {
    isCounted = true
    const spent = rateLimits.length === 0 ? undefined : await limits.spend(rateLimits, call)
    if (spent === undefined) return undefined
    const { policy, retryAfterSec } = spent
    // Declared by its endpoint, or checked by `checked`; for handlers, which know no other limit, it has one name.
    const failure = (policy.failure ?? 'too_many_requests') as 'too_many_requests'
    // The payment service has the seconds in its data too.
    const details = envelope === 'payment' ? { details: { retry_after: retryAfterSec } } : {}
    return reject(failure, { retryAfterSec, ...details })
  }
  return { count, isCounted: () => isCounted }
}

/**
 * In a read request an empty optional field counts as absent: `genre_id=&year=2024` is a list with one filter
 * (CAT-05). In a request that changes data an empty text is a text.
 */
function emptyFields({ input, changes }: Endpoint): (raw: unknown) => unknown {
  if (changes || !(input instanceof z.ZodMiniObject)) return (raw) => raw
  const shape = input.shape as Readonly<Record<string, z.ZodMiniType>>
  const optional = Object.keys(shape).filter((field) => {
    const declared = shape[field]
    return declared !== undefined && z.safeParse(declared, undefined).success
  })
  return (raw) => {
    if (typeof raw !== 'object' || raw === null) return raw
    const params = raw as Readonly<Record<string, unknown>>
    const empty = optional.filter((field) => params[field] === '')
    if (empty.length === 0) return raw
    return Object.fromEntries(Object.entries(params).filter(([field]) => !empty.includes(field)))
  }
}

/** The endpoints of `table` that no module has bound, as `subject.name`. Empty in a complete application. */
export function unboundEndpoints(
  table: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>,
  bound: readonly BoundEndpoint[],
): readonly string[] {
  const names = new Set(bound.map((call) => call.name))
  invariant(names.size === bound.length, 'a call is bound twice')
  return Object.entries(table)
    .flatMap(([subject, endpoints]) => Object.keys(endpoints).map((name) => `${subject}.${name}`))
    .filter((name) => !names.has(name))
}

function checked(
  endpoint: Endpoint,
  name: string,
  outcome: Outcome<unknown, FailureCode>,
): Outcome<unknown, FailureCode> {
  if (outcome.kind === 'refused') {
    const allowed: readonly FailureCode[] = [...endpoint.failures, ...alwaysPossible]
    invariant(
      allowed.includes(outcome.failure),
      `${name} refused with ${outcome.failure}, which it does not declare`,
    )
  }
  return outcome
}

function isNameOf<Names extends object>(names: Names, name: string): name is keyof Names & string {
  return Object.hasOwn(names, name)
}
