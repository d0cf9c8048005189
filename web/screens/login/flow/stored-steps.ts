/**
 * The progress of a login or registration, stored per tab so that a reload, a visit to the terms or Back loses
 * nothing. Passwords and codes are never stored.
 */
import { useSyncExternalStore } from 'react'
import type { Pending, Way } from '#contract/accounts/registration.ts'
import type * as z from 'zod/mini'
import type { Wait } from '#web/features/forms/wait.ts'
import { createChanges } from '#web/state/create-store.ts'

export type Purpose = 'register' | 'recover' | 'confirm'
export type AnyWay = z.output<typeof Way>
export type CodeWay = Exclude<AnyWay, 'captcha'>

/** A code that was sent. */
export interface Sent {
  readonly purpose: Purpose
  /** `+998901234567`. */
  readonly phone: string
  readonly state: z.output<typeof Pending>['state']
  readonly resend: Wait
  readonly expiresAtMs: number
  readonly ways: readonly AnyWay[]
  /** Those who chose so get it in Telegram, and the next one by SMS. */
  readonly byTelegram?: boolean
}

export interface SavedSteps {
  /** As the viewer typed it. */
  readonly phone: string
  readonly terms: boolean
  readonly name: string
  readonly sent: Sent | null
  /** How the account was just created, until the viewer has read its number. */
  readonly registered: 'phone' | 'captcha' | null
}

const key = 'getting-in'
const nothing: SavedSteps = { phone: '', terms: false, name: '', sent: null, registered: null }

let stored: SavedSteps | null = null
const changes = createChanges()

/** The stored value, or an empty one when its shape is different. */
export function savedIn(text: string | null): SavedSteps {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    return isObject(parsed) ? { ...nothing, ...onlyExisting(parsed) } : nothing
  } catch {
    return nothing
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function onlyExisting({
  phone,
  terms,
  name,
  sent,
  registered,
}: Record<string, unknown>): Partial<SavedSteps> {
  return {
    ...(typeof phone === 'string' ? { phone } : {}),
    ...(typeof name === 'string' ? { name } : {}),
    terms: terms === true,
    sent: isSent(sent) ? sent : null,
    registered: registered === 'phone' || registered === 'captcha' ? registered : null,
  }
}

function isSent(value: unknown): value is Sent {
  if (!isObject(value) || !isObject(value['resend'])) return false
  const { purpose, phone, state, resend, expiresAtMs, ways } = value
  return (
    (purpose === 'register' || purpose === 'recover' || purpose === 'confirm') &&
    typeof phone === 'string' &&
    typeof state === 'string' &&
    typeof resend['untilMs'] === 'number' &&
    typeof resend['sec'] === 'number' &&
    typeof expiresAtMs === 'number' &&
    Array.isArray(ways)
  )
}

function read(): SavedSteps {
  if (stored !== null) return stored
  let text: string | null = null
  try {
    text = sessionStorage.getItem(key)
  } catch {
    // Without storage it stays in memory.
  }
  stored = savedIn(text)
  return stored
}

export function keep(change: Partial<SavedSteps>): void {
  stored = { ...read(), ...change }
  try {
    sessionStorage.setItem(key, JSON.stringify(stored))
  } catch {
    // Without storage it stays in memory, as above.
  }
  changes.emit()
}

/** After the login none of it is needed. */
export function forgetSteps(): void {
  return keep(nothing)
}

export function useSaved(): SavedSteps {
  return useSyncExternalStore(changes.subscribe, read, () => nothing)
}
