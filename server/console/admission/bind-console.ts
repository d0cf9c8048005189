/** Binds handlers to endpoints of the console: like `bindEndpoints`, with the member of staff in the request. */
import type { ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import type { OutcomeOf, ParsedOf, Outcome } from '#contract/form/endpoint.ts'
import {
  type AlwaysPossible,
  type BoundEndpoint,
  type Handler,
  type RequestContext,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { EndpointLimits } from '#server/platform/http/endpoints/endpoint-limits.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import { cookieOf, expiredCookie } from './staff-cookie.ts'

/** What a handler gets of a request besides its validated input. */
export interface ConsoleCall<Who extends StaffMember | undefined = StaffMember> extends Pick<
  RequestContext,
  'clientAddress' | 'userAgent' | 'language' | 'log' | 'requestId' | 'signal'
> {
  readonly staff: Who
  /** Stores the token of a session in the client's cookie; undefined removes it. */
  setToken(token: string | undefined): void
}

type StaffOf<E extends ConsoleEndpoint> = E['permission'] extends 'anyone'
  ? StaffMember | undefined
  : StaffMember

type ConsoleOutcome<E extends ConsoleEndpoint> = OutcomeOf<E> | Outcome<never, AlwaysPossible>

/** Handles one endpoint of the console. Only bugs and lost infrastructure throw. */
export type ConsoleHandler<E extends ConsoleEndpoint> = (
  input: ParsedOf<E>,
  call: ConsoleCall<StaffOf<E>>,
) => ConsoleOutcome<E> | Promise<ConsoleOutcome<E>>

export type ConsoleHandlers<
  Subject extends Record<string, ConsoleEndpoint>,
  Name extends keyof Subject = keyof Subject,
> = { readonly [N in Name]: ConsoleHandler<Subject[N]> }

type Untyped = (input: unknown, call: ConsoleCall<StaffMember | undefined>) => unknown

export function bindConsole<
  Subject extends Record<string, ConsoleEndpoint>,
  Name extends keyof Subject & string,
>(
  subjectName: string,
  subject: Subject,
  handlers: ConsoleHandlers<Subject, Name>,
  limits?: EndpointLimits,
): readonly BoundEndpoint[] {
  const bound = Object.entries(handlers).map(([name, handler]) => {
    const run = handler as Untyped
    const adapted = (input: unknown, call: RequestContext) => run(input, consoleCall(call))
    // Each handler was checked against its endpoint above; the record loses which belongs to which.
    return [name, adapted as Handler<Subject[Name]>] as const
  })
  return bindEndpoints(
    subjectName,
    subject,
    Object.fromEntries(bound) as { readonly [N in Name]: Handler<Subject[N]> },
    limits,
  )
}

function consoleCall(call: RequestContext): ConsoleCall<StaffMember | undefined> {
  const { console: request } = call
  invariant(request !== undefined, 'a request to the console was not admitted')
  const { staff, isSecure } = request
  return {
    staff,
    clientAddress: call.clientAddress,
    userAgent: call.userAgent,
    language: call.language,
    log: call.log,
    requestId: call.requestId,
    signal: call.signal,
    setToken: (token) =>
      request.setCookie(token === undefined ? expiredCookie(isSecure) : cookieOf(token, isSecure)),
  }
}
