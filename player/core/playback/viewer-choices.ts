/** The viewer's settings during playback; each acts at once and is stored for the next time (PLAYER-01). */
import {
  languagesFor,
  withLanguages,
  type Languages,
  type ViewerAndSeries,
} from '#player/core/preferences/language-memory.ts'
import type { PlaybackState } from '#player/core/state/playback-state.ts'
import type { PlayerEngine } from './player-engine.ts'
import type { PreferenceStore, Preferences } from '#player/core/preferences/preferences.ts'
import { savingBitsPerSecond, type DataSaver } from '#player/core/quality/data-saving.ts'
import type { SubtitleStyle } from '#player/core/preferences/subtitle-style.ts'

/** What is being watched, as the playback sees it. */
interface Watched {
  readonly state: () => PlaybackState
  readonly watching: () => ViewerAndSeries
  readonly changed: () => void
  readonly dataSaver: DataSaver | undefined
}

/** Volume, height, tracks and speed as the viewer chose them: applied to the engine and stored. */
export class ViewerChoices {
  readonly #engine: PlayerEngine
  readonly #preferenceStore: PreferenceStore
  readonly #watched: Watched
  readonly #unsubscribe: () => void
  #showsStatistics = false
  #isSaving = false
  #sourceGainDb = 0

  constructor(engine: PlayerEngine, preferenceStore: PreferenceStore, watched: Watched) {
    this.#engine = engine
    this.#preferenceStore = preferenceStore
    this.#watched = watched
    this.#isSaving = watched.dataSaver?.get() === true
    this.#unsubscribe = watched.dataSaver?.subscribe(() => this.#followSaver()) ?? (() => undefined)
  }

  /** The limit while data is saved, bits per second; null for none. */
  get maxBitsPerSecond(): number | null {
    return this.#isSaving ? savingBitsPerSecond : null
  }

  end(): void {
    this.#unsubscribe()
  }

  /**
   * The languages for what is being watched: those of its series before the viewer's own. While data is saved, a height
   * fixed before is none; one that is chosen meanwhile plays until the next source.
   */
  preferences(): Preferences {
    const stored = this.#preferenceStore.read()
    const { audio, text } = languagesFor(stored.languages, this.#watched.watching())
    return {
      ...stored,
      height: this.#isSaving ? null : stored.height,
      audioLanguage: audio ?? stored.audioLanguage,
      textLanguage: text === undefined ? stored.textLanguage : text,
    }
  }

  /** 0 to 1; zero mutes and keeps the previous volume for unmuting. */
  setVolume(volume: number): void {
    const heard = Math.min(1, Math.max(0, Math.round(volume * 100) / 100))
    this.#engine.setVolume(heard)
    this.#engine.setMuted(heard === 0)
    this.#remember(heard === 0 ? { muted: true } : { volume: heard, muted: false })
  }

  setMuted(muted: boolean): void {
    this.#engine.setMuted(muted)
    if (!muted && this.#watched.state().volume === 0)
      this.#engine.setVolume(this.#preferenceStore.read().volume || 0.5)
    this.#remember({ muted })
  }

  /** Whether everything plays equally loud. */
  get evenLoudness(): boolean {
    return this.#preferenceStore.read().evenLoudness
  }

  setEvenLoudness(evenLoudness: boolean): void {
    this.#remember({ evenLoudness })
    this.#engine.setGain(this.gainOf(this.#sourceGainDb))
  }

  /** The gain of a source as the viewer chose: none while loudness is not evened out. */
  gainOf(sourceGainDb = 0): number {
    return this.evenLoudness ? sourceGainDb : 0
  }

  /** The gain of what plays from now on. */
  followGain(sourceGainDb = 0): void {
    this.#sourceGainDb = sourceGainDb
    this.#engine.setGain(this.gainOf(sourceGainDb))
  }

  /** Fixes a height, or null to adapt to the network. */
  setHeight(height: number | null): void {
    this.#engine.setHeight(height)
    this.#remember({ height })
  }

  setAudio(trackId: string): void {
    const track = this.#watched.state().audioTracks.find(({ id }) => id === trackId)
    this.#engine.setAudio(trackId)
    if (track !== undefined)
      this.#remember({ audioLanguage: track.language, ...this.#chosen({ audio: track.language }) })
  }

  /** Chooses subtitles, or null for none. */
  setText(trackId: string | null): void {
    const track = this.#watched.state().textTracks.find(({ id }) => id === trackId)
    this.#engine.setText(trackId)
    const text = track?.language ?? null
    const last = text === null ? {} : { lastTextLanguage: text }
    this.#remember({ textLanguage: text, ...last, ...this.#chosen({ text }) })
  }

  /** Turns subtitles on or off: on uses the language chosen last, else the first available one. */
  toggleText(): void {
    const { textTracks } = this.#watched.state()
    const { lastTextLanguage } = this.#preferenceStore.read()
    if (textTracks.some(({ active }) => active)) return this.setText(null)
    const track = textTracks.find(({ language }) => language === lastTextLanguage) ?? textTracks[0]
    if (track !== undefined) this.setText(track.id)
  }

  /** The same object until it changes. */
  get subtitleLook(): SubtitleStyle {
    return this.#preferenceStore.read().subtitleLook
  }

  setSubtitleLook(change: Partial<SubtitleStyle>): void {
    this.#remember({ subtitleLook: { ...this.subtitleLook, ...change } })
  }

  setRate(rate: number): void {
    this.#engine.setRate(rate)
    this.#remember({ rate })
  }

  /** Whether the next programme of the archive starts automatically. */
  get goesOn(): boolean {
    return this.#preferenceStore.read().goesOn
  }

  setGoesOn(goesOn: boolean): void {
    this.#remember({ goesOn })
  }

  /** Whether live television too is stopped with a question after a long time without input. */
  get asksLive(): boolean {
    return this.#preferenceStore.read().asksLive
  }

  setAsksLive(asksLive: boolean): void {
    this.#remember({ asksLive })
  }

  /** For this visit only: the next one starts without. */
  get showsStatistics(): boolean {
    return this.#showsStatistics
  }

  toggleStatistics(): void {
    this.#showsStatistics = !this.#showsStatistics
    this.#watched.changed()
  }

  /** Stores the measured bandwidth, so that the next start need not guess. */
  rememberNetwork(): void {
    this.#remember({})
  }

  /** The choice or the network has changed: it acts on what plays. */
  #followSaver(): void {
    const isSaving = this.#watched.dataSaver?.get() === true
    if (isSaving === this.#isSaving) return
    this.#isSaving = isSaving
    this.#engine.setMaxBitsPerSecond(this.maxBitsPerSecond)
    this.#engine.setHeight(this.preferences().height)
    this.#watched.changed()
  }

  #chosen(languages: Languages): Pick<Preferences, 'languages'> {
    return {
      languages: withLanguages(this.#preferenceStore.read().languages, this.#watched.watching(), languages),
    }
  }

  #remember(change: Partial<Preferences>): void {
    const bitsPerSecond = this.#engine.bandwidthEstimate()
    const network = bitsPerSecond === null ? {} : { bitsPerSecond }
    this.#preferenceStore.write({ ...this.#preferenceStore.read(), ...network, ...change })
    this.#watched.changed()
  }
}
