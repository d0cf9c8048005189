/** The browser's side of passkeys (WebAuthn Level 3), in the JSON form that the endpoints exchange. */
import type * as z from 'zod/mini'
import type { NewPasskey, PasskeyOptions, UsedPasskey } from '#contract/console/staff-fields.ts'

type Options = z.output<typeof PasskeyOptions>

/** False in a page that is not open over https, and in browsers without passkeys. */
export function hasPasskeys(): boolean {
  return isSecureContext && typeof PublicKeyCredential === 'function'
}

/** Makes a passkey. Rejects when the person has closed the browser's dialog, or it took too long. */
export async function createPasskey(options: Options): Promise<z.input<typeof NewPasskey>> {
  const { challenge, user, excludeCredentials = [], ...rest } = options as CreationJson
  const credential = await navigator.credentials.create({
    publicKey: {
      ...rest,
      challenge: bytesOf(challenge),
      user: { ...user, id: bytesOf(user.id) },
      excludeCredentials: excludeCredentials.map((other) => ({ ...other, id: bytesOf(other.id) })),
    },
  })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('the browser has made no passkey')
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    ...common(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
  }
}

/** Answers a challenge with a passkey. Rejects like `createPasskey`. */
export async function answerWithPasskey(options: Options): Promise<z.input<typeof UsedPasskey>> {
  const { challenge, allowCredentials = [], ...rest } = options as RequestJson
  const credential = await navigator.credentials.get({
    publicKey: {
      ...rest,
      challenge: bytesOf(challenge),
      allowCredentials: allowCredentials.map((allowed) => ({ ...allowed, id: bytesOf(allowed.id) })),
    },
  })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey has answered')
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    ...common(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: response.userHandle === null ? null : textOf(response.userHandle),
    },
  }
}

interface CredentialJson {
  readonly id: string
  readonly type: 'public-key'
  readonly transports?: AuthenticatorTransport[]
}
type CreationJson = Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> & {
  readonly challenge: string
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly excludeCredentials?: readonly CredentialJson[]
}
type RequestJson = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & {
  readonly challenge: string
  readonly allowCredentials?: readonly CredentialJson[]
}

function common(credential: PublicKeyCredential) {
  return {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function textOf(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
