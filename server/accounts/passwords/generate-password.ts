import type { RandomBytes } from '#server/platform/primitives/ids.ts'

/** Letters and digits that are not confused with each other; 32 of them, so that each is five bits. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** `k7fp-3mxq-tz9w-hd4c`: 80 bits that can be read out on the phone and typed from a message. */
export function generatePassword(random: RandomBytes): string {
  const text = [...random(16)].map((byte) => letters[byte % 32] ?? '').join('')
  return text.replace(/(.{4})(?!$)/g, '$1-')
}
