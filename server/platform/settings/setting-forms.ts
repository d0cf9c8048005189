/** The formats of settings. */
import * as z from 'zod/mini'
import { readGatewayAddress, splitGatewayAddresses } from './gateway-address.ts'
import { isAddressOrPrefix } from '#server/platform/primitives/ip-address.ts'

/** A whole number within bounds. */
export function wholeNumber(min: number, max: number) {
  return z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{1,12}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  )
}

/** `on` or `off`. */
export const onOrOff = z.pipe(
  z.literal(['on', 'off']),
  z.transform((text: 'on' | 'off') => text === 'on'),
)
/** Permissions that new files do not get, in the notation of `umask`; the owner's own cannot be removed. */
export const fileMask = z.pipe(
  z.string().check(z.trim(), z.regex(/^0?0[0-7]{2}$/)),
  z.transform((text: string) => Number.parseInt(text, 8)),
)

/** An address of one of the protocols. */
export function webAddress(protocol: RegExp) {
  return z.string().check(z.trim(), z.url({ protocol }))
}

/** One text for both languages, or Russian and Uzbek with `|` between. */
export const inBothLanguages = z.optional(
  z.pipe(
    z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(300), z.regex(/^[^|]*\S[^|]*(?:\|[^|]*\S[^|]*)?$/)),
    z.transform((text: string) => {
      const [ru = '', uz = ru] = text.split('|').map((part) => part.trim())
      return { ru, uz }
    }),
  ),
)

/** Words with commas between, no duplicates; each of the format. */
export function listOf(form: RegExp) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => [
        ...new Set(
          text
            .split(',')
            .map((entry) => entry.trim())
            .filter((entry) => entry !== ''),
        ),
      ]),
    ),
    z.array(z.string().check(z.regex(form))).check(z.minLength(1)),
  )
}

/** Addresses and prefixes with commas between. */
export const addressList = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    ),
  ),
  z.array(z.string().check(z.refine(isAddressOrPrefix))),
)

/** The error of the first invalid gateway address, without showing any of them. */
function explainGateways(among: readonly string[], max: number) {
  return (text: string) => {
    const addresses = splitGatewayAddresses(text)
    if (addresses.length > max) return `There are ${addresses.length} addresses; at most ${max} are used.`
    for (const [at, address] of addresses.entries()) {
      const read = readGatewayAddress(address, among)
      if (read.kind === 'wrong') return `Address ${at + 1} of ${addresses.length} ${read.problem}.`
    }
    return undefined
  }
}

export const explainSmsRoutes = explainGateways(['smpp', 'eskiz', 'playmobile'], 8)
const explainCardGateway = explainGateways(['atmos'], 1)

/** The address of an optional gateway. */
function optionalGateway(explain: (text: string) => string | undefined) {
  return z.optional(
    z.string().check(
      z.trim(),
      z.refine((text) => explain(text) === undefined),
    ),
  )
}

const explainVoiceRoute = explainGateways(['ari'], 1)
/** The setting of the gateway that calls phones. */
export const voiceRouteForm = {
  schema: optionalGateway(explainVoiceRoute),
  default: undefined,
  accepts: 'ari+http://user:password@host:8088?endpoint=PJSIP/{phone}@trunk&context=ekran-code',
  description:
    'An Asterisk that calls a phone and speaks a code. Without it no calls are offered. See ' +
    'docs/guides/messages.md.',
  secret: true,
  explain: explainVoiceRoute,
} as const

/** The setting of the card gateway. */
export const cardGatewayForm = {
  schema: optionalGateway(explainCardGateway),
  default: undefined,
  accepts: 'atmos+https://consumer_key:consumer_secret@apigw.atmos.uz?store=1234',
  description:
    'The ATMOS account for bank cards; `&terminal=` names a terminal. Without it cards are not accepted; ' +
    'the demo then runs its own gateway, with test cards.',
  secret: true,
  explain: explainCardGateway,
} as const

/** The networks that may read the metrics, besides this machine. */
export const metricsFrom = {
  schema: addressList,
  default: '127.0.0.1,::1',
  accepts: 'addresses or prefixes with commas between, such as 127.0.0.1,10.1.2.0/24',
  description:
    'The networks that may read /metrics and /readyz; default this machine only. Other clients get 404.',
}
