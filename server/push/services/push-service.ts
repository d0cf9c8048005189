/** The one interface of the services that send push messages. */
import type { PushServiceName } from '#contract/accounts/push-devices.ts'

/** A notification for one device, in its language. */
export interface PushMessage {
  readonly notificationId: number
  readonly token: string
  readonly title: string
  readonly body: string
  /** The path of the site it leads to, or ''. */
  readonly href: string
  /** Unix milliseconds; a device that comes online later does not get it. */
  readonly expiresAtMs: number
}

/** `reason` is a short code and never contains what was sent. */
export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The token is no longer valid: the device stays unreachable until it registers again. */
  | {
      readonly kind: 'gone'
      readonly reason: string
      /** Unix milliseconds since when, if the service says so; a token registered later is valid again. */
      readonly sinceMs?: number
      /** The service answers the same for every device when it is set up for another environment. */
      readonly isDoubtful?: true
    }
  /** The service refuses this message; the next one may be accepted. */
  | { readonly kind: 'refused'; readonly reason: string }
  | ServiceFailure

/** The message may be accepted later. */
export interface ServiceFailure {
  /** `wrong_key`: nothing changes until a person changes the key or its rights. */
  readonly kind: 'throttled' | 'down' | 'wrong_key'
  readonly reason: string
  /** The service's own request. */
  readonly retryAfterMs?: number
}

export interface PushService {
  readonly name: PushServiceName
  /**
   * The service of one device, where each has its own: a failure is no reason to leave the others alone, and one that does not
   * answer must not keep them waiting. Absent: all devices have this one.
   */
  hostOf?(token: string): string
  /** Sends one message. Settles soon after `signal` fires, and never throws for an external failure. */
  send(message: PushMessage, signal: AbortSignal): Promise<PushOutcome>
  close(): Promise<void>
}

export function isServiceFailure(outcome: PushOutcome): outcome is ServiceFailure {
  return outcome.kind === 'throttled' || outcome.kind === 'down' || outcome.kind === 'wrong_key'
}
