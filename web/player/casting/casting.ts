/**
 * Casting to a television over Google Cast, as the player sees it. The code that talks to Google's framework
 * (`cast-sender.ts`) is loaded when a player is opened for the first time, and only where the operator turned it on.
 */
import type { RemoteCommand } from '#contract/playback/remote-control.ts'
import type { Command } from '#player/core/zapping/key-commands.ts'
import { nowMs } from '#web/session/server/server-clock.ts'
import { createStore } from '#web/state/create-store.ts'
import type { CastLoad, Playing } from './cast-messages.ts'

/** A television that was chosen. */
export interface CastTarget {
  /** The name its owner gave the device. */
  readonly screen: string
  /** False until the television is logged in. */
  readonly isReady: boolean
  /** The page it shows, with its query. */
  readonly place: string
  readonly playing: Playing | null
  /** When `playing` was reported, unix seconds by the server's clock. */
  readonly reportedAt: number
  /** Why nothing plays there, or ''. */
  readonly problem: string
}

export interface CastControls {
  /** Opens the browser's list of devices. Needs a press of the viewer. */
  choose(): void
  load(load: CastLoad): void
  send(command: RemoteCommand): void
  /** Stops, logs the television out and closes the receiver there. */
  end(): void
}

export interface Casting {
  readonly hasDevices: boolean
  readonly target: CastTarget | null
  /** Null until the framework has loaded. */
  readonly controls: CastControls | null
}

export const noCasting: Casting = { hasDevices: false, target: null, controls: null }
export const casting = createStore<Casting>(noCasting)

/** The current position: playback has advanced since the report. Seconds, as in `Playing`. */
export function positionNow(
  { position_sec: sec, duration_sec: length, is_paused: paused }: Playing,
  reportedAt: number,
): number {
  const passed = paused === 1 ? 0 : Math.max(0, nowMs() / 1000 - reportedAt)
  return Math.min(sec + passed, length ?? Number.POSITIVE_INFINITY)
}

/** Runs a key of the player on the television; false for a key that is not for it. */
export function runCastCommand(command: Command): boolean {
  const { target, controls } = casting.get()
  const playing = target?.playing ?? null
  if (target === null || playing === null || controls === null) return false
  switch (command.kind) {
    case 'toggle_play':
      controls.send({ kind: playing.is_paused === 1 ? 'play' : 'pause' })
      return true
    case 'play':
    case 'pause':
      controls.send({ kind: command.kind })
      return true
    case 'skip': {
      const sec = positionNow(playing, target.reportedAt) + command.seconds
      controls.send({ kind: 'seek', position_sec: Math.max(0, Math.round(sec)) })
      return true
    }
    default:
      return false
  }
}
