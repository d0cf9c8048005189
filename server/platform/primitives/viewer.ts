/** The owner of a request's token. All other facts come from the accounts module. */
export interface Viewer {
  readonly accountId: number
  readonly sessionId: string
  /** `tv`, `phone`, `tablet`, `computer` or `other`; absent where no session says it. */
  readonly deviceKind?: string
  /** True when the token should be exchanged for a new one by `customer/login`. */
  readonly isTokenOld?: boolean
}

/** The client that sends a token, and its network. */
export interface TokenBearer {
  readonly deviceUid: string | undefined
  readonly clientAddress: string
}

/** Why a token that was sent is not valid. */
export interface Denied {
  readonly kind: 'denied'
  readonly failure: 'not_authorized' | 'session_blocked' | 'session_deactivated'
  /** Values for the placeholders of the failure's text. */
  readonly values?: Readonly<Record<string, string | number>>
  /** The session of the token, if it still exists. */
  readonly session?: { readonly accountId: number; readonly sessionId: string }
}

export type Identified = { readonly kind: 'viewer'; readonly viewer: Viewer } | Denied
