/** The volume of a media element: the viewer's, changed by the gain of what plays. Only the first one is reported. */
import type { Amplifier } from './amplifier.ts'

/** Lower values would not be heard: such a gain is not worth another audio path. */
const minBoost = 1.03

/** Some devices leave the volume of media to their own buttons (iOS). */
export function canSetVolume(): boolean {
  const probe = document.createElement('video')
  probe.volume = 0.5
  return probe.volume === 0.5
}

/**
 * Attenuates with the element's own volume, which works everywhere. Only what is to be louder than its source goes through
 * Web Audio, once that is allowed; where it is not, the source stays as it is.
 */
export class LevelledVolume {
  readonly #video: HTMLVideoElement
  readonly #amplifies: boolean
  #volume: number
  #gainDb = 0
  #written: number
  #amplifier: Amplifier | undefined
  #isPending = false

  /** `amplifies`: false where the element's audio must not leave its own path, as on televisions. */
  constructor(video: HTMLVideoElement, amplifies: boolean) {
    this.#video = video
    this.#amplifies = amplifies && canSetVolume()
    this.#volume = video.volume
    this.#written = video.volume
  }

  /** The viewer's, 0 to 1. */
  get volume(): number {
    const { volume } = this.#video
    // Changed by the device, or not at all.
    if (Math.abs(volume - this.#written) > 0.001) return volume
    return this.#volume
  }

  setVolume(volume: number): void {
    this.#volume = volume
    this.#apply()
  }

  /** Decibels; 0 for none. */
  setGain(gainDb: number): void {
    this.#gainDb = Number.isFinite(gainDb) ? gainDb : 0
    this.#apply()
  }

  /** To be called when playback starts: Web Audio is allowed from a press of the viewer on. */
  resume(): void {
    this.#amplifier?.resume()
    this.#apply()
  }

  #apply(): void {
    const factor = this.#volume * 10 ** (this.#gainDb / 20)
    this.#written = Math.min(1, factor)
    this.#video.volume = this.#written
    const boost = Math.max(1, factor)
    this.#amplifier?.setBoost(boost)
    const isWorth = boost >= minBoost && !this.#video.muted && !this.#video.paused
    if (isWorth && this.#amplifies && this.#amplifier === undefined) void this.#startAmplifier()
  }

  async #startAmplifier(): Promise<void> {
    if (this.#isPending) return
    this.#isPending = true
    try {
      const { amplifierOf } = await import('./amplifier.ts')
      this.#amplifier = await amplifierOf(this.#video)
    } catch {
      // Its code did not load: tried again when playback starts next.
    }
    this.#isPending = false
    if (this.#amplifier !== undefined) this.#apply()
  }
}
