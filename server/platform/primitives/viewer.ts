/** Whose token a call carried. Everything else about the person is the accounts module's to tell. */
export interface Viewer {
  readonly accountId: number
  readonly sessionId: string
  /** True when the token should be exchanged for a new one by `customer/login`. */
  readonly isTokenOld?: boolean
}

/** Who brings a token, and from where. */
export interface TokenBearer {
  readonly deviceUid: string | undefined
  readonly clientAddress: string
}

/** Why a token that was brought is not good. */
export interface Denied {
  readonly kind: 'denied'
  readonly failure: 'not_authorized' | 'session_blocked' | 'session_deactivated'
  /** Values for the placeholders of the failure's text. */
  readonly values?: Readonly<Record<string, string | number>>
  /** The session behind it, where it still stands. */
  readonly session?: { readonly accountId: number; readonly sessionId: string }
}

export type Identified = { readonly kind: 'viewer'; readonly viewer: Viewer } | Denied
