/**
 * Changing channels: by step, by number, back to the last one. The target is shown at once; only the last target
 * is opened, so a held key opens one channel and not twenty (TV-09).
 */
import type { Timers } from '#player/core/state/timers.ts'

/** A channel, in the order of zapping. */
export interface ZappingChannel {
  readonly id: number
  readonly number: number
}

/** How long a typed number waits for its next digit. */
export const digitsMs = 1_200
/** A second step within this time delays opening until the steps have ended. */
export const settleMs = 300
/** A further digit drops the first one. */
export const maxDigits = 4

/** The current selection. */
export interface ZappingState {
  /** The target channel, which may not be open yet. Null before the first one. */
  readonly targetChannelId: number | null
  /** Digits typed so far, or null while no number is being typed. */
  readonly digits: string | null
  /** The channel of those digits, or null when there is none. */
  readonly digitsId: number | null
}

/** The callbacks of zapping. */
export interface ZappingOptions {
  readonly timers: Timers
  /** Opens a channel; called with the last target. */
  readonly open: (channelId: number) => void
  readonly onChange: (state: ZappingState) => void
}

/**
 * The channel `step` positions further, wrapping around; the first one when the current channel is not in the
 * list.
 */
export function neighbour(
  channels: readonly ZappingChannel[],
  id: number | null,
  step: 1 | -1,
): number | null {
  if (channels.length === 0) return null
  const at = channels.findIndex((channel) => channel.id === id)
  if (at === -1) return channels[0]?.id ?? null
  return channels[(at + step + channels.length) % channels.length]?.id ?? null
}

/** The channel of a typed number, or null. Leading zeros are allowed, as on a remote control. */
export function byNumber(channels: readonly ZappingChannel[], digits: string): number | null {
  const number = Number(digits)
  return channels.find((channel) => channel.number === number)?.id ?? null
}

/** Steps through channels and reads typed numbers; opens a channel once the viewer stops. */
export class Zapping {
  readonly #options: ZappingOptions
  #channels: readonly ZappingChannel[] = []
  #state: ZappingState = { targetChannelId: null, digits: null, digitsId: null }
  #openId: number | null = null
  #lastId: number | null = null
  #cancelDigits: () => void = () => undefined
  #cancelSettle: (() => void) | null = null

  constructor(options: ZappingOptions) {
    this.#options = options
  }

  get state(): ZappingState {
    return this.#state
  }

  /** The channel before the open one, or null. */
  get lastId(): number | null {
    return this.#lastId
  }

  setChannels(channels: readonly ZappingChannel[]): void {
    this.#channels = channels
  }

  /** Sets the open channel after another navigation, e.g. by the page's address. */
  setCurrent(channelId: number): void {
    if (channelId === this.#openId) return
    this.#lastId = this.#openId
    this.#openId = channelId
    this.#set({ ...this.#state, targetChannelId: channelId })
  }

  step(step: 1 | -1): void {
    const id = neighbour(this.#channels, this.#state.targetChannelId, step)
    if (id === null) return
    this.#endDigits()
    this.#set({ ...this.#state, targetChannelId: id })
    const waits = this.#cancelSettle !== null
    this.#cancelSettle?.()
    if (!waits) this.#open(id)
    this.#cancelSettle = this.#options.timers.after(settleMs, () => {
      this.#cancelSettle = null
      if (this.#state.targetChannelId !== null) this.#open(this.#state.targetChannelId)
    })
  }

  /** Opens a channel directly, e.g. one picked from the list. */
  choose(channelId: number): void {
    this.#endDigits()
    this.#endSettle()
    this.#set({ ...this.#state, targetChannelId: channelId })
    this.#open(channelId)
  }

  /** Back to the previous channel; a second call returns again. */
  last(): void {
    if (this.#lastId !== null) this.choose(this.#lastId)
  }

  digit(digit: number): void {
    this.#cancelDigits()
    const digits = ((this.#state.digits ?? '') + String(digit)).slice(-maxDigits)
    this.#set({ ...this.#state, digits, digitsId: byNumber(this.#channels, digits) })
    this.#cancelDigits = this.#options.timers.after(digitsMs, () => this.confirmDigits())
  }

  /** Completes a typed number at once, as OK does. A number without a channel changes nothing. */
  confirmDigits(): void {
    const { digitsId } = this.#state
    this.#endDigits()
    if (digitsId !== null && digitsId !== this.#openId) this.choose(digitsId)
  }

  stop(): void {
    this.#cancelDigits()
    this.#endSettle()
  }

  #endDigits(): void {
    this.#cancelDigits()
    if (this.#state.digits !== null) this.#set({ ...this.#state, digits: null, digitsId: null })
  }

  #endSettle(): void {
    this.#cancelSettle?.()
    this.#cancelSettle = null
  }

  #open(id: number): void {
    if (id === this.#openId) return
    this.#lastId = this.#openId
    this.#openId = id
    this.#options.open(id)
  }

  #set(state: ZappingState): void {
    this.#state = state
    this.#options.onChange(state)
  }
}
