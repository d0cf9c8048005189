import { hash, randomFillSync } from 'node:crypto'

/** A source of random bytes, as a parameter, so that a simulation can run from a seed. */
export type RandomBytes = (length: number) => Uint8Array

/** The operating system's cryptographic randomness. */
export const systemRandom: RandomBytes = (length) => randomFillSync(new Uint8Array(length))

/**
 * Randomness that repeats for the same seed (SHA-256 in counter mode). For tests and simulations only: the seed
 * reveals every value.
 */
export function seededRandom(seed: string): RandomBytes {
  let counter = 0
  return (length) => {
    const bytes = new Uint8Array(length)
    for (let filled = 0; filled < length; filled += 32) {
      const block = hash('sha256', `${seed}:${counter}`, 'buffer')
      counter += 1
      bytes.set(block.subarray(0, Math.min(32, length - filled)), filled)
    }
    return bytes
  }
}

/** An opaque token of 256 bits, 43 characters of base64url. Store only its hash. */
export function opaqueToken(random: RandomBytes): string {
  return Buffer.from(random(32)).toString('base64url')
}

/** How a token is stored and looked up: the SHA-256 of its characters, 64 hex digits. */
export function tokenHash(token: string): string {
  // In one call: this runs for every request with a token.
  return hash('sha256', token, 'hex')
}

/** A version 4 UUID. */
export function uuid(random: RandomBytes): string {
  const bytes = Buffer.from(random(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** A code of `length` decimal digits, each equally likely (bytes of 250 and more are skipped). */
export function digitCode(random: RandomBytes, length: number): string {
  let code = ''
  while (code.length < length) {
    for (const byte of random(length)) if (byte < 250 && code.length < length) code += String(byte % 10)
  }
  return code
}
