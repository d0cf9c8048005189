import type { FastifyRequest } from 'fastify'
import { pageHeader } from '#contract/form/constants.ts'

/**
 * In which form a caller is told where pictures, streams and programmes are. Handlers tell paths of the site; here they
 * become what the caller can use.
 */
export interface AddressForm {
  /** What goes before a path: the public address without a closing slash, or '' for a page of the site itself. */
  readonly base: string
  /** An app takes a picture as it is addressed: it is told one that suits a screen of two points to a pixel. */
  readonly wide: boolean
}

/** Who asks from another host needs whole addresses; the site's own pages say that they do not. */
export function addressFormOf(
  request: FastifyRequest,
  device: unknown,
  publicUrl: string | undefined,
): AddressForm {
  const isOwnPage = publicUrl === undefined || request.headers[pageHeader] !== undefined
  return { base: isOwnPage ? '' : publicUrl.replace(/\/+$/, ''), wide: device === 'android' }
}

/** Tells kept answers of different forms apart; the base is one and the same as long as the process lives. */
export function formKey({ base, wide }: AddressForm): string {
  return `${base === '' ? '' : '+whole'}${wide ? '+wide' : ''}`
}

/** The bytes of the site that answers name; a path of a page is no such thing, whoever shows it knows his own. */
const addressed = /^\/(?:images|p|middleware)\/\S+$/
const picture = /^(\/images\/\S+\/)(\d{2,4})(\.\w+)$/

/** The next but one of the widths a picture is made in, or its own where there is none (`pictures/address.ts`). */
const wider: ReadonlyMap<string, string> = new Map([
  ['80', '160'],
  ['160', '320'],
  ['240', '480'],
  ['320', '640'],
  ['480', '960'],
  ['640', '1280'],
  ['960', '1920'],
])

/** The same data with its addresses in this form; itself where they are that already. */
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
