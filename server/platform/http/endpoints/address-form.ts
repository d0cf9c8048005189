import type { FastifyRequest } from 'fastify'
import { pageHeader } from '#contract/form/constants.ts'

/**
 * The form of addresses (pictures, streams, programmes) in a response. Handlers return paths of the site; here they
 * become what the client can use.
 */
export interface AddressForm {
  /** The prefix of a path: the public address without a closing slash, or '' for a page of the site itself. */
  readonly base: string
  /** An app uses a picture's address unchanged: it gets one for a screen with two pixels per point. */
  readonly wide: boolean
}

/** Clients on other hosts need absolute addresses; the site's own pages send that they do not. */
export function addressFormOf(
  request: FastifyRequest,
  device: unknown,
  publicUrl: string | undefined,
): AddressForm {
  const isOwnPage = publicUrl === undefined || request.headers[pageHeader] !== undefined
  return { base: isOwnPage ? '' : publicUrl.replace(/\/+$/, ''), wide: device === 'android' }
}

/** Separates cached responses of different forms; the base is constant within a process. */
export function formKey({ base, wide }: AddressForm): string {
  return `${base === '' ? '' : '+whole'}${wide ? '+wide' : ''}`
}

/** Addresses of content that the site serves; a page's path stays relative, because the client knows its own. */
const addressed = /^\/(?:images|p|middleware)\/\S+$/
const picture = /^(\/images\/\S+\/)(\d{2,4})(\.\w+)$/

/** The next but one picture width, or its own for the largest (`pictures/address.ts`). */
const wider: ReadonlyMap<string, string> = new Map([
  ['80', '160'],
  ['160', '320'],
  ['240', '480'],
  ['320', '640'],
  ['480', '960'],
  ['640', '1280'],
  ['960', '1920'],
])

/** The same data with its addresses in this form; unchanged when they already are. */
export function withAddresses(data: unknown, form: AddressForm): unknown {
  return form.base === '' && !form.wide ? data : rewritten(data, form)
}

function rewritten(value: unknown, form: AddressForm): unknown {
  if (typeof value === 'string') return addressed.test(value) ? form.base + sized(value, form.wide) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => rewritten(one, form))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rewritten(one, form)]))
}

function sized(address: string, wide: boolean) {
  return wide
    ? address.replace(
        picture,
        (_, path: string, width: string, type: string) => path + (wider.get(width) ?? width) + type,
      )
    : address
}
