/** What a viewer sets while watching; each choice acts at once and is kept for the next time (PLAYER-01). */
import type { PlaybackState } from './playback-state.ts'
import type { PlayerEngine } from './player-engine.ts'
import type { PreferenceShelf, Preferences } from './preferences.ts'

export class ViewerChoices {
  readonly #engine: PlayerEngine
  readonly #shelf: PreferenceShelf
  readonly #watched: { readonly state: () => PlaybackState; readonly changed: () => void }

  constructor(
    engine: PlayerEngine,
    shelf: PreferenceShelf,
    watched: { readonly state: () => PlaybackState; readonly changed: () => void },
  ) {
    this.#engine = engine
    this.#shelf = shelf
    this.#watched = watched
  }

  /** 0 to 1; zero is silence and keeps the earlier volume for when sound comes back. */
  setVolume(volume: number): void {
    const heard = Math.min(1, Math.max(0, Math.round(volume * 100) / 100))
    this.#engine.setVolume(heard)
    this.#engine.setMuted(heard === 0)
    this.#remember(heard === 0 ? { muted: true } : { volume: heard, muted: false })
  }

  setMuted(muted: boolean): void {
    this.#engine.setMuted(muted)
    if (!muted && this.#watched.state().volume === 0) this.#engine.setVolume(this.#shelf.read().volume || 0.5)
    this.#remember({ muted })
  }

  /** Fixes a picture height, or null to adapt to the network. */
  setHeight(height: number | null): void {
    this.#engine.setHeight(height)
    this.#remember({ height })
  }

  setAudio(trackId: string): void {
    const track = this.#watched.state().audioTracks.find(({ id }) => id === trackId)
    this.#engine.setAudio(trackId)
    this.#remember({ audioLanguage: track?.language ?? null })
  }

  /** Chooses subtitles, or null for none. */
  setText(trackId: string | null): void {
    const track = this.#watched.state().textTracks.find(({ id }) => id === trackId)
    this.#engine.setText(trackId)
    this.#remember({ textLanguage: track?.language ?? null })
  }

  /** Subtitles on or off: on is the language chosen last, else the first there is. */
  toggleText(lastId: string | null): void {
    const { textTracks } = this.#watched.state()
    if (textTracks.some(({ active }) => active)) return this.setText(null)
    const track = textTracks.find(({ id }) => id === lastId) ?? textTracks[0]
    if (track !== undefined) this.setText(track.id)
  }

  setRate(rate: number): void {
    this.#engine.setRate(rate)
    this.#remember({ rate })
  }

  /** Keeps what the network gives, so that the next start need not guess. */
  rememberNetwork(): void {
    this.#remember({})
  }

  #remember(change: Partial<Preferences>): void {
    const bitsPerSecond = this.#engine.bandwidthEstimate()
    const network = bitsPerSecond === null ? {} : { bitsPerSecond }
    this.#shelf.write({ ...this.#shelf.read(), ...network, ...change })
    this.#watched.changed()
  }
}
