/** The keys with which push messages are sent, as their owners issue them. Pure; nothing of a key is in an error. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { isOwnOrSecure } from './secure-address.ts'

export interface ServiceAccount {
  readonly projectId: string
  readonly email: string
  readonly keyId: string
  readonly key: KeyObject
  /** Where access tokens are fetched. */
  readonly tokenUri: string
}

export type ReadKey<Key> =
  | { readonly kind: 'read'; readonly key: Key }
  /** The end of a sentence. */
  | { readonly kind: 'wrong'; readonly why: string }

/** The fields of a service account's file that are used here. */
const ServiceAccountFile = z.object({
  type: z.literal('service_account'),
  project_id: z.string().check(z.regex(/^[a-z0-9:.-]{4,100}$/)),
  private_key_id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  private_key: z.string(),
  client_email: z.string().check(z.regex(/^[^\s@]{1,200}@[^\s@]{1,200}$/)),
  token_uri: z.string().check(z.url({ protocol: /^https?$/ }), z.refine(isOwnOrSecure)),
})

/** The text of Google's JSON file of a service account. */
export function parseServiceAccount(text: string): ReadKey<ServiceAccount> {
  const parsed = z.safeParse(ServiceAccountFile, jsonOf(text))
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? ''
    const why =
      field === ''
        ? 'it is not the JSON file of a service account'
        : `it is not the file of a service account, or its "${field}" is damaged`
    return { kind: 'wrong', why }
  }
  const { data } = parsed
  const key = privateKeyOf(data.private_key)
  if (key?.asymmetricKeyType !== 'rsa') return { kind: 'wrong', why: 'its "private_key" is no RSA key' }
  const about = { projectId: data.project_id, email: data.client_email, keyId: data.private_key_id }
  return { kind: 'read', key: { ...about, key, tokenUri: data.token_uri } }
}

/** The text of Apple's .p8 file, also with its lines joined, as a form of one line has them. */
export function parseApnsKey(text: string): ReadKey<KeyObject> {
  const key = privateKeyOf(withLines(text))
  return key?.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    ? { kind: 'read', key }
    : { kind: 'wrong', why: 'it is no .p8 file of an APNs authentication key' }
}

function withLines(text: string): string {
  const joined = /^-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----$/.exec(text.trim())
  if (joined === null) return text
  const body = (joined[1] ?? '').replace(/\s/g, '')
  return `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function privateKeyOf(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
