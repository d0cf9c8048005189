/** Encrypts data that must not be readable in the database or its backups (AES-256-GCM). */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { derivedSecret } from './secrets.ts'

export interface Seal {
  close(text: string): string
  /** Throws when it was not encrypted with this installation's secret, or was changed. */
  open(sealed: string): string
}

const nonceBytes = 12
const tagBytes = 16

/** `use` says what is encrypted: a value sealed for one use cannot be opened for another. */
export function createSeal(secret: string, use: string, random: RandomBytes): Seal {
  const key = Buffer.from(derivedSecret(secret, use), 'base64url')
  return {
    close: (text) => {
      const nonce = random(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      const opening = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const body = opening.update(bytes.subarray(nonceBytes + tagBytes))
      return Buffer.concat([body, opening.final()]).toString('utf8')
    },
  }
}
