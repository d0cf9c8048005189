/** Requests to the console: admitted by the application before anything else of them is read. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/form/endpoint.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { type ClientAddress } from '#server/platform/http/client/client-address.ts'
import { isSecureRequest } from '#server/platform/http/client/secure-request.ts'

/** What an endpoint of the console gets of a request besides the other facts. */
export interface ConsoleRequest {
  /** Present unless the endpoint's permission is `anyone`. */
  readonly staff: StaffMember | undefined
  /** Whether it came over https. */
  readonly isSecure: boolean
  /** Adds a `Set-Cookie` header to the response. */
  setCookie(cookie: string): void
}

export type Admission =
  | { readonly kind: 'admitted'; readonly staff: StaffMember | undefined }
  | { readonly kind: 'refused'; readonly failure: FailureCode }

/** Whether a request may use an endpoint of the console, and who sends it. */
export type AdmitStaff = (
  endpoint: Endpoint,
  request: IncomingMessage,
  facts: { readonly isSecure: boolean; readonly clientAddress: string },
) => Promise<Admission>

export type Admitted =
  /** No endpoint of the console. */
  | undefined
  | { readonly kind: 'admitted'; readonly console: ConsoleRequest }
  | Extract<Admission, { kind: 'refused' }>

/** Asks the application; without its rules (`admitStaff`) nothing of the console is open. */
export async function admissionTo(
  deps: {
    readonly admitStaff?: AdmitStaff
    readonly publicUrl?: string | undefined
    readonly clientAddress: ClientAddress
  },
  endpoint: Endpoint,
  request: IncomingMessage,
  reply: FastifyReply,
): Promise<Admitted> {
  if (endpoint.permission === undefined) return undefined
  if (deps.admitStaff === undefined) return { kind: 'refused', failure: 'not_authorized' }
  const isSecure = isSecureRequest(deps, request)
  const facts = { isSecure, clientAddress: deps.clientAddress(request) }
  const admission = await deps.admitStaff(endpoint, request, facts)
  if (admission.kind === 'refused') return admission
  const setCookie = (cookie: string) => void reply.header('set-cookie', cookie)
  return { kind: 'admitted', console: { staff: admission.staff, isSecure, setCookie } }
}

const consolePath = '/api/console/'

/**
 * An endpoint of the console without a permission, or a permission anywhere else, is a mistake that would leave
 * something open: the server does not start with it.
 */
export function checkConsoleEndpoint(name: string, endpoint: Endpoint): void {
  const { path, permission, access, cache, changes, method } = endpoint
  invariant(
    path.startsWith(consolePath) === (permission !== undefined),
    `${name}: an endpoint under ${consolePath}, and no other, declares a permission`,
  )
  if (permission === undefined) return
  invariant(access === 'guest' && cache === 'private', `${name}: the console knows no viewers and no caches`)
  invariant(changes === (method === 'POST'), `${name}: changes in the console are POST, and only they are`)
  const onlyReads = typeof permission === 'object' && permission.level === 'view'
  invariant(!(changes && onlyReads), `${name}: a change needs the permission to edit or act`)
}
