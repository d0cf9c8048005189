/** Addresses of stills: `/stills/<cid>/<unix ms>-<width>-<signature>.webp`. They cannot be guessed. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { stillWidths, type StillWidth } from '#contract/channels/stills.ts'

/** Where stills are served. */
export const stillPrefix = '/stills/'

/** Which still an address names. */
export interface NamedStill {
  readonly cid: number
  /** Unix milliseconds. */
  readonly atMs: number
  readonly width: StillWidth
  /** Not for everybody: shared caches must not store it. */
  readonly isPersonal: boolean
}

const form = /^\/stills\/(\d{1,10})\/(\d{13})-(\d{3})(p?)-([\w-]{22})\.webp$/

/** The address of a still, signed with this secret. */
export function stillAddress(secret: string, still: NamedStill): string {
  const body = bodyOf(still)
  return `${stillPrefix}${body}-${signature(secret, body)}.webp`
}

/** The still that the path of an address names; undefined when it was not signed with one of these secrets. */
export function readStillAddress(secrets: readonly string[], path: string): NamedStill | undefined {
  const [, cid, at, wide, personal, signed = ''] = form.exec(path) ?? []
  const width = stillWidths.find((one) => one === Number(wide))
  if (width === undefined) return undefined
  const still = { cid: Number(cid), atMs: Number(at), width, isPersonal: personal === 'p' }
  const actual = Buffer.from(signed)
  const isGenuine = secrets.some((secret) => {
    const expected = Buffer.from(signature(secret, bodyOf(still)))
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  })
  return isGenuine ? still : undefined
}

function bodyOf({ cid, atMs, width, isPersonal }: NamedStill): string {
  return `${cid}/${atMs}-${width}${isPersonal ? 'p' : ''}`
}

function signature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`still ${body}`).digest('base64url').slice(0, 22)
}
