/** The bytes of films that the staff uploads: the tus protocol 1.0 (core, creation, termination). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { filmUpload, maxPieceBytes, tusVersion, uploadRoot } from '#contract/console/uploads.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Appended, FilmUploads } from '#server/imports/imports.ts'
import type { ClientAddress } from '#server/platform/http/client/client-address.ts'
import { isSecureRequest } from '#server/platform/http/client/secure-request.ts'
import { languageOf } from '#server/platform/http/endpoints/language.ts'
import { type FailureParts, failureResponse } from '#server/platform/http/endpoints/response-body.ts'
import { consoleHeaders, endpointHeaders } from '#server/platform/http/endpoints/security-headers.ts'
import type { AdmitStaff } from '#server/platform/http/endpoints/staff-admission.ts'
import type { Mount } from '#server/platform/http/server.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import { readMetadata, readSize } from './upload-headers.ts'
import { recordFilm } from './record-film.ts'

export interface UploadMountDeps {
  readonly uploads: FilmUploads
  readonly audit: Audit
  readonly admitStaff: AdmitStaff
  readonly clientAddress: ClientAddress
  readonly publicUrl: string | undefined
}

interface UploadRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly staff: StaffMember
  readonly clientAddress: string
  /** '' for the creation of one. */
  readonly uploadId: string
}

type Result =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly failure: FailureCode; readonly parts?: FailureParts; readonly status?: number }

/** Handles requests under `uploadRoot`. */
export function filmUploadMount(deps: UploadMountDeps): Mount {
  return {
    prefix: uploadRoot,
    handle: async (request, response) => {
      send(request, response, await resultOf(deps, request, response))
      return true
    },
  }
}

async function resultOf(
  deps: UploadMountDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Result> {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const uploadId = path.slice(uploadRoot.length)
  if (request.method === 'OPTIONS') return { status: 204, headers: abilitiesOf(deps) }
  // The protocol's own answer to another version of it; the console itself names the version.
  const version = request.headers['tus-resumable'] ?? tusVersion
  if (version !== tusVersion) return { status: 412, headers: abilitiesOf(deps) }
  const clientAddress = deps.clientAddress(request)
  const facts = { isSecure: isSecureRequest(deps, request), clientAddress }
  const admitted = await deps.admitStaff(filmUpload, request, facts)
  if (admitted.kind === 'refused') return { failure: admitted.failure }
  if (admitted.staff === undefined) return { failure: 'not_authorized' }
  if (uploadId !== '' && !/^[\w-]{22}$/.test(uploadId)) return { failure: 'not_found' }
  const upload = { request, response, staff: admitted.staff, clientAddress, uploadId }
  switch (uploadId === '' ? `${request.method} root` : request.method) {
    case 'POST root':
      return create(deps, upload)
    case 'HEAD':
      return look(deps, upload)
    case 'PATCH':
      return append(deps, upload)
    case 'DELETE':
      return cancel(deps, upload)
    default:
      return { failure: 'method_not_allowed' }
  }
}

function abilitiesOf({ uploads }: UploadMountDeps) {
  return {
    'tus-version': tusVersion,
    'tus-extension': 'creation,termination',
    'tus-max-size': String(uploads.maxBytes),
  }
}

function send(request: IncomingMessage, response: ServerResponse, result: Result): void {
  if (response.destroyed) return
  const headers = {
    ...endpointHeaders,
    ...consoleHeaders,
    'tus-resumable': tusVersion,
    'cache-control': 'no-store',
  }
  response.removeHeader('access-control-allow-origin')
  if (!('failure' in result)) {
    response.writeHead(result.status, withoutCors({ ...headers, ...result.headers })).end()
    return
  }
  const { failure, parts = {} } = result
  const language = languageOf(undefined, request.headers['accept-language'])
  const body = failureResponse('data', failure, language, false, parts)
  // A business refusal has the status 200 elsewhere; here a client would take it for success.
  const status = result.status ?? (body.status === 200 ? 422 : body.status)
  const retry = body.retryAfterSec === undefined ? {} : { 'retry-after': String(body.retryAfterSec) }
  response
    .writeHead(
      status,
      withoutCors({ ...headers, ...retry, 'content-type': 'application/json; charset=utf-8' }),
    )
    .end(request.method === 'HEAD' ? undefined : body.text)
}

/** For the console's own pages only. */
function withoutCors(headers: Record<string, string>): Record<string, string> {
  const { 'access-control-allow-origin': _, 'access-control-expose-headers': _exposed, ...own } = headers
  return own
}

async function create({ uploads }: UploadMountDeps, { request, staff }: UploadRequest): Promise<Result> {
  const sizeBytes = readSize(request.headers['upload-length'])
  const { filename = '', fingerprint = '' } = readMetadata(request.headers['upload-metadata'])
  if (sizeBytes === undefined || sizeBytes === 0)
    return { failure: 'upload_name', parts: { values: { name: filename || '—', why: 'the file is empty' } } }
  const outcome = await uploads.start({
    ...{ staffId: staff.staffId, staffName: staff.name, sizeBytes },
    ...{ name: filename, fingerprint: fingerprint || `${filename} ${sizeBytes}` },
  })
  switch (outcome.kind) {
    case 'started': {
      const { upload, offset } = outcome
      const headers = { location: uploadRoot + upload.upload_id, 'upload-offset': String(offset) }
      return { status: 201, headers }
    }
    case 'no_folder':
      return { failure: 'upload_no_folder', parts: { values: { why: outcome.why } } }
    case 'name':
      return { failure: 'upload_name', parts: { values: { name: outcome.name, why: outcome.why } } }
    case 'exists':
      return { failure: 'upload_exists', parts: { values: { name: outcome.name } }, status: 409 }
    case 'too_large':
      return { failure: 'upload_too_large', parts: { values: { limit: gigabytes(uploads.maxBytes) } } }
    case 'no_room':
      return noRoom(outcome.neededBytes, outcome.freeBytes)
  }
}

function notAFilm(why: string): Result {
  return { failure: 'upload_not_a_film', parts: { values: { why } } }
}

function noRoom(neededBytes: number, freeBytes: number): Result {
  const values = { needed: gigabytes(neededBytes), free: gigabytes(freeBytes) }
  return { failure: 'upload_no_room', parts: { values }, status: 507 }
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(bytes < 1e9 ? 2 : 0)
}

async function look({ uploads }: UploadMountDeps, { staff, uploadId }: UploadRequest): Promise<Result> {
  const match = await uploads.find(uploadId, staff.staffId)
  if (match === undefined) return { failure: 'upload_not_found' }
  const { upload, offset } = match
  return {
    status: 200,
    headers: { 'upload-offset': String(offset), 'upload-length': String(upload.size_bytes) },
  }
}

async function append(deps: UploadMountDeps, sent: UploadRequest): Promise<Result> {
  const { request, staff, uploadId } = sent
  const offset = readSize(request.headers['upload-offset'])
  const length = readSize(request.headers['content-length'])
  if (offset === undefined || request.headers['content-type'] !== 'application/offset+octet-stream')
    return { failure: 'upload_wrong_offset', parts: { values: { offset: '—' } }, status: 400 }
  if (length !== undefined && length > maxPieceBytes) return { failure: 'too_large' }
  const outcome = await deps.uploads.append(uploadId, staff.staffId, {
    offset,
    bytes: (signal) => {
      signal.addEventListener('abort', () => request.destroy())
      return request
    },
  })
  return concluded(deps, sent, outcome)
}

async function concluded(deps: UploadMountDeps, sent: UploadRequest, outcome: Appended): Promise<Result> {
  switch (outcome.kind) {
    case 'written':
      return { status: 204, headers: { 'upload-offset': String(outcome.offset) } }
    case 'done': {
      const { upload, assetIds } = outcome
      const after = { size: upload.size_bytes, files: assetIds.length }
      await recordFilm(deps, sent, 'film_uploaded', { subject: upload.name, after })
      return { status: 204, headers: { 'upload-offset': String(upload.size_bytes) } }
    }
    case 'refused':
      await recordFilm(deps, sent, 'film_upload_refused', {
        subject: outcome.upload.name,
        after: { because: outcome.why },
      })
      return notAFilm(outcome.why)
    case 'refused_before':
      return notAFilm(outcome.why)
    case 'busy':
      // Another process finishes it: the sender asks again.
      return { failure: 'busy' }
    case 'not_found':
      return { failure: 'upload_not_found' }
    case 'wrong_offset':
      return {
        failure: 'upload_wrong_offset',
        parts: { values: { offset: String(outcome.offset) } },
        status: 409,
      }
    case 'too_large':
      return { failure: 'too_large' }
    case 'no_room':
      return noRoom(0, 0)
  }
}

async function cancel(deps: UploadMountDeps, sent: UploadRequest): Promise<Result> {
  const upload = await deps.uploads.cancel(sent.uploadId, sent.staff.staffId)
  if (upload === undefined) return { failure: 'upload_not_found' }
  if (upload.state === 'open') await recordFilm(deps, sent, 'film_upload_cancelled', { subject: upload.name })
  return { status: 204 }
}
