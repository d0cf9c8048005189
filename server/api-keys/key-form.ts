/**
 * The form of an API key: `ekran_`, 32 random characters, and six of a checksum, so that scanners of leaked secrets
 * recognise a real key and a wrong one costs no query. Pure.
 */
import { crc32 } from 'node:zlib'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'

const start = 'ekran_'
const bodyLength = 32
const checksumLength = 6
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^ekran_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** How much of a key is shown for people: not enough to guess the rest. */
const prefixLength = 12

/** A new key, 44 characters, with 190 bits of randomness. */
export function newKey(random: RandomBytes): string {
  let body = ''
  while (body.length < bodyLength) {
    // Bytes above the last multiple of 62 are skipped, so that each letter is equally likely.
    for (const byte of random(bodyLength))
      if (byte < 248 && body.length < bodyLength) body += letters[byte % letters.length]
  }
  return start + body + checksumOf(body)
}

/** Whether a text is a key with the right checksum. */
export function isKey(text: string): boolean {
  const [, body, checksum] = form.exec(text) ?? []
  return body !== undefined && checksumOf(body) === checksum
}

/** The part of a key that may be shown. */
export function prefixOf(key: string): string {
  return key.slice(0, prefixLength)
}

/** CRC-32 of the body in base 62, six characters. */
function checksumOf(body: string): string {
  let value = crc32(body)
  let text = ''
  for (let place = 0; place < checksumLength; place += 1) {
    text = letters.charAt(value % letters.length) + text
    value = Math.floor(value / letters.length)
  }
  return text
}
