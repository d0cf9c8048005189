/** Pages of the site for frames of the console: drawn for the request, stored nowhere, named in no address. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  FilmPagePreview,
  HomePagePreview,
  sitePreviewField,
  sitePreviewRoot,
  sitePreviews,
} from '#contract/console/site-preview.ts'
import { type FailureCode, type Language, failures } from '#contract/form/failures.ts'
import type { ClientAddress } from '#server/platform/http/client/client-address.ts'
import { isSecureRequest } from '#server/platform/http/client/secure-request.ts'
import { inputProblems, listOfProblems } from '#server/platform/http/endpoints/input-problems.ts'
import { sitePreviewHeaders } from '#server/platform/http/endpoints/security-headers.ts'
import type { AdmitStaff } from '#server/platform/http/endpoints/staff-admission.ts'
import type { Mount } from '#server/platform/http/server.ts'
import type { DrawnPreview, PagePreview } from '#server/platform/http/site/preview-page.ts'
import type * as z from 'zod/mini'

export interface SitePreviewDeps {
  readonly admitStaff: AdmitStaff
  readonly clientAddress: ClientAddress
  readonly publicUrl: string | undefined
  readonly previews: {
    film(visit: z.output<typeof FilmPagePreview>): PagePreview | undefined
    home(visit: z.output<typeof HomePagePreview>): PagePreview
  }
  /** `origin`: of this request, for addresses of the head. */
  readonly draw: (page: PagePreview, origin: string) => Promise<DrawnPreview>
}

const maxBodyBytes = 256 * 1024
/** A longer body is read to its end, so that the browser shows the answer; one that is still longer is cut off. */
const maxDrainedBytes = 32 * 1024 * 1024
/** The form was longer than it may be. */
const tooLarge = Symbol('too large')
const statuses: Partial<Record<FailureCode, number>> = {
  ...{ not_found: 404, method_not_allowed: 405, invalid_input: 422, cross_site_request: 403 },
  ...{ film_not_found: 404, staff_forbidden: 403, not_authorized: 401 },
  ...{ too_large: 413, busy: 503 },
}

/** Handles requests under `sitePreviewRoot`. */
export function sitePreviewMount(deps: SitePreviewDeps): Mount {
  return {
    prefix: sitePreviewRoot,
    handle: async (request, response) => {
      const made = await answer(deps, request)
      if (typeof made === 'string') refuse(request, response, { failure: made, fields: [] })
      else if ('failure' in made) refuse(request, response, made)
      else send(response, 200, made.text)
      return true
    },
  }
}

async function answer(
  deps: SitePreviewDeps,
  request: IncomingMessage,
): Promise<FailureCode | Refused | { readonly text: string }> {
  const name = (request.url ?? '').split('?', 1)[0]?.slice(sitePreviewRoot.length) ?? ''
  if (name !== 'film' && name !== 'home') return 'not_found'
  if (request.method !== 'POST') return 'method_not_allowed'
  // A form cannot send the header of the console's own requests: the browser says where it comes from.
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return 'cross_site_request'
  const facts = { isSecure: isSecureRequest(deps, request), clientAddress: deps.clientAddress(request) }
  const admitted = await deps.admitStaff(sitePreviews[name], request, facts)
  if (admitted.kind === 'refused') return admitted.failure
  if (admitted.staff === undefined) return 'not_authorized'
  const input = await inputOf(request)
  if (input === tooLarge) return 'too_large'
  const page = name === 'film' ? filmPage(deps, input) : homePage(deps, input)
  if (typeof page === 'string' || 'failure' in page) return page
  const drawn = await deps.draw(page, `${facts.isSecure ? 'https' : 'http'}://${request.headers.host ?? ''}`)
  if (drawn === 'busy') return 'busy'
  return drawn === 'absent' ? 'not_found' : drawn
}

/** A failure with the problems of fields that it names. */
interface Refused {
  readonly failure: FailureCode
  readonly fields: readonly Issue[]
  readonly raw?: unknown
}

type Issue = z.core.$ZodIssue

function filmPage({ previews }: SitePreviewDeps, input: unknown): PagePreview | FailureCode | Refused {
  const parsed = FilmPagePreview.safeParse(input)
  if (!parsed.success) return { failure: 'invalid_input', fields: parsed.error.issues, raw: input }
  return previews.film(parsed.data) ?? 'film_not_found'
}

function homePage({ previews }: SitePreviewDeps, input: unknown): PagePreview | Refused {
  const parsed = HomePagePreview.safeParse(input)
  return parsed.success
    ? previews.home(parsed.data)
    : { failure: 'invalid_input', fields: parsed.error.issues, raw: input }
}

/** The JSON of the form's field; undefined for none. */
async function inputOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    bytes += piece.length
    if (bytes > maxDrainedBytes) return tooLarge
    if (bytes <= maxBodyBytes) pieces.push(piece)
  }
  if (bytes > maxBodyBytes) return tooLarge
  try {
    const fields = new URLSearchParams(Buffer.concat(pieces).toString('utf8'))
    return JSON.parse(fields.get(sitePreviewField) ?? '')
  } catch {
    return undefined
  }
}

/** Why there is no page, in both languages of the site. */
function refuse(request: IncomingMessage, response: ServerResponse, { failure, fields, raw }: Refused): void {
  request.resume()
  const wordsIn = (language: Language) =>
    escaped(
      failures[failure][language].replace('{fields}', listOfProblems(inputProblems(fields, raw, language))),
    )
  const style = 'font:16px sans-serif;color:#f1f4f2;background:#0b1117;padding:24px'
  const words = `<p lang="ru">${wordsIn('ru')}</p><p lang="uz">${wordsIn('uz')}</p>`
  send(
    response,
    statuses[failure] ?? 422,
    `<!doctype html><title>Ekran</title><body style="${style}">${words}`,
  )
}

/** Names of fields come from the request. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function send(response: ServerResponse, status: number, text: string): void {
  response.removeHeader('access-control-allow-origin')
  response.writeHead(status, {
    ...sitePreviewHeaders,
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
