/**
 * What a profile may see and when. Absent for a profile without limits: `ageLimit` 18, all channels, at any hour.
 */
export interface ProfileLimit {
  /** 0, 6, 12, 16 or 18; 18: no limit. */
  readonly ageLimit: number
  /** What is above the limit is left out, or shown locked and opened by the PIN. */
  readonly aboveLimit: 'hide' | 'ask'
  /** Channels that may be watched; undefined: all within the age limit. */
  readonly channelIds: ReadonlySet<number> | undefined
  /** Minutes from midnight in Tashkent; undefined: the whole day. */
  readonly hours: { readonly from: number; readonly to: number } | undefined
  /** Minutes of watching a day; undefined: as long as one likes. */
  readonly minutesPerDay: number | undefined
}

/** The profile that a device uses. */
export interface ViewerProfile {
  /** Its number in the account; 0 is the first one, which every account has. */
  readonly no: number
  readonly isChild: boolean
  readonly limit: ProfileLimit | undefined
  /** What this device may show although it is above the limit; none that is over. */
  readonly opened?: readonly OpenedItem[]
  /** It was removed meanwhile, and this device must choose another: the limits are those of the youngest child. */
  readonly isRemoved?: true
}

/** One thing above a profile's limit that the account's PIN opened. */
export interface OpenedItem {
  readonly kind: 'title' | 'channel' | 'programme'
  readonly id: number
  /** Unix milliseconds. */
  readonly untilMs: number
}

/** Whose a favourite, a position or a reminder is: a profile of an account. */
export interface ProfileKey {
  readonly accountId: number
  readonly profileNo: number
}

/** The profile whose data a viewer reads and writes: the first one where no profile was chosen. */
export function profileKeyOf({ accountId, profile }: Pick<Viewer, 'accountId' | 'profile'>): ProfileKey {
  return { accountId, profileNo: profile?.no ?? 0 }
}

/** The first profile of an account: it has everything from before there were profiles. */
export function firstProfileOf(accountId: number): ProfileKey {
  return { accountId, profileNo: 0 }
}

/** The owner of a request's token. All other facts come from the accounts module. */
export interface Viewer {
  readonly accountId: number
  readonly sessionId: string
  /** `tv`, `phone`, `tablet`, `computer` or `other`; absent where no session says it. */
  readonly deviceKind?: string
  /** Absent: the first profile, without limits. */
  readonly profile?: ViewerProfile
  /** Not a page or an app of ours: only what the tariff opens to other players. */
  readonly isOtherPlayer?: true
  /** Purchases need the account's PIN, and this session has not proven it. */
  readonly purchasePinNeeded?: true
  /** The profile is limited, the account has a PIN, and this session has not proven it. */
  readonly limitPinNeeded?: true
  /** True when the token should be exchanged for a new one by `customer/login`. */
  readonly isTokenOld?: boolean
  /** Present for a member of staff who sees the site as this subscriber: nothing is written or counted. */
  readonly support?: SupportViewer
}

/** A support view of a member of staff. */
export interface SupportViewer {
  /** Unix milliseconds. */
  readonly untilMs: number
  /** That of the subscriber's last address, instead of that of the request. */
  readonly audience: string
}

/** The client that sends a token, and its network. */
export interface TokenBearer {
  readonly deviceUid: string | undefined
  readonly clientAddress: string
}

/** The same with what is requested: `subject.name`, and its parameters as they were sent. */
export interface RequestBearer extends TokenBearer {
  readonly endpoint: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Why a token that was sent is not valid. */
export interface Denied {
  readonly kind: 'denied'
  readonly failure: 'not_authorized' | 'session_blocked' | 'session_deactivated' | 'support_view_over'
  /** Values for the placeholders of the failure's text. */
  readonly values?: Readonly<Record<string, string | number>>
  /** The session of the token, if it still exists. */
  readonly session?: { readonly accountId: number; readonly sessionId: string }
}

export type Identified = { readonly kind: 'viewer'; readonly viewer: Viewer } | Denied
