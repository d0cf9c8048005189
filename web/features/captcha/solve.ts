/**
 * The proof of work of an ALTCHA challenge: finds the number for which the iterated SHA-256 of salt, nonce and
 * number starts with the required prefix. In plain JavaScript, because WebCrypto is missing on pages without https.
 */
import { sha256 } from '@noble/hashes/sha2.js'

/** The response of `account/captcha`. */
export interface Challenge {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly signature: string
}
export interface Solution {
  readonly counter: number
  /** Hex, lower case. */
  readonly derivedKey: string
}

/** A challenge prepared for solving. */
export interface Puzzle {
  readonly salt: Uint8Array
  readonly nonce: Uint8Array
  /** Hex, lower case. */
  readonly prefix: string
  readonly cost: number
  readonly keyLength: number
}

const hexPattern = /^(?:[0-9a-f]{2}){1,256}$/i
const maxCost = 100_000
/** The number is encoded as 32 bits. */
export const maxCounter = 0xffff_ffff
const digestBytes = 32

/** Null when the algorithm is not supported here. */
export function puzzleOf({ parameters }: Challenge): Puzzle | null {
  const { algorithm, salt, nonce, keyPrefix, cost, keyLength = digestBytes } = parameters
  if (algorithm !== 'SHA-256') return null
  if (
    typeof salt !== 'string' ||
    typeof nonce !== 'string' ||
    !hexPattern.test(salt) ||
    !hexPattern.test(nonce)
  )
    return null
  if (typeof keyPrefix !== 'string' || !/^[0-9a-f]{1,64}$/i.test(keyPrefix)) return null
  if (typeof cost !== 'number' || !(cost <= maxCost) || typeof keyLength !== 'number') return null
  return {
    salt: bytesOf(salt),
    nonce: bytesOf(nonce),
    prefix: keyPrefix.toLowerCase(),
    cost: Math.max(1, Math.floor(cost)),
    keyLength: Math.min(digestBytes, Math.max(1, Math.floor(keyLength))),
  }
}

/** Tries `count` numbers starting at `from`; null when none of them is the solution. */
export function trySome(puzzle: Puzzle, from: number, count: number): Solution | null {
  const { salt, nonce, prefix, cost, keyLength } = puzzle
  const input = new Uint8Array(salt.length + nonce.length + 4)
  input.set(salt)
  input.set(nonce, salt.length)
  const number = new DataView(input.buffer, salt.length + nonce.length)
  const firstByte = prefix.length >= 2 ? Number.parseInt(prefix.slice(0, 2), 16) : null
  const end = Math.min(from + count, maxCounter + 1)
  for (let counter = from; counter < end; counter++) {
    number.setUint32(0, counter)
    let key = sha256(input)
    for (let round = 1; round < cost; round++) key = sha256(key)
    if (firstByte !== null && key[0] !== firstByte) continue
    const derivedKey = hexOf(key.subarray(0, keyLength))
    if (derivedKey.startsWith(prefix)) return { counter, derivedKey }
  }
  return null
}

/** What the server accepts as `captcha`: base64 of JSON. */
export function payloadOf({ parameters, signature }: Challenge, solution: Solution): string {
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }))
}

function hexOf(bytes: Uint8Array) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytesOf(hex: string) {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}
