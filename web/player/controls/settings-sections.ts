/** The player's settings as lists of options. Only settings with more than one option are listed. */
import type { Language } from '#contract/form/failures.ts'
import { playbackRates } from '#player/core/preferences/preferences.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import type { PlaybackState } from '#player/core/state/playback-state.ts'
import {
  subtitleBackgrounds,
  subtitleColours,
  subtitleSizes,
} from '#player/core/preferences/subtitle-style.ts'
import { trackName } from '#web/player/texts/language-name.ts'
import type { PlayerMenuText } from '#web/player/texts/player-menu-text.ts'

export interface Choice {
  /** A stable key, for rows whose name changes: a row that is created again would lose the focus. */
  readonly id?: string
  readonly name: string
  readonly note?: string
  readonly chosen: boolean
  readonly choose: () => void
}
interface Group {
  /** Left out where there is only one option. */
  readonly title?: string
  readonly choices: readonly Choice[]
}
export interface Section {
  readonly id:
    | 'quality'
    | 'audio'
    | 'loudness'
    | 'text'
    | 'look'
    | 'speed'
    | 'follow'
    | 'ask'
    | 'saver'
    | 'mini'
  readonly title: string
  readonly groups: readonly Group[]
}

interface SectionSources {
  readonly state: PlaybackState
  readonly playback: Playback
  readonly t: PlayerMenuText
  readonly language: Language
}

export function sectionsOf(sources: SectionSources): readonly Section[] {
  const { state } = sources
  const sections: Section[] = []
  if (state.qualities.length > 0) sections.push(qualitySection(sources))
  if (state.audioTracks.length > 1) sections.push(audioSection(sources))
  if (state.textTracks.length > 0) sections.push(textSection(sources), lookSection(sources))
  if (state.kind === 'film' && state.canChangeRate) sections.push(speedSection(sources))
  if (state.kind === 'archive') sections.push(followSection(sources))
  if (state.kind === 'live') sections.push(askSection(sources))
  return sections
}

function qualitySection({ state, playback, t }: SectionSources): Section {
  const { chosenHeight, playingHeight, qualities } = state
  const fixed = qualities.find(({ height }) => height === chosenHeight)
  const auto: Choice = {
    id: 'auto',
    name: playingHeight === null ? t('player.auto') : t('player.autoNow', { height: playingHeight }),
    chosen: fixed === undefined,
    choose: () => playback.choices.setHeight(null),
  }
  const heights = qualities.map(({ height, bitsPerSecond }) => ({
    name: `${height}p`,
    note: t('player.megabits', { value: (bitsPerSecond / 1e6).toFixed(1).replace('.', ',') }),
    chosen: height === chosenHeight,
    choose: () => playback.choices.setHeight(height),
  }))
  return { id: 'quality', title: t('player.quality'), groups: [{ choices: [auto, ...heights] }] }
}

function audioSection({ state, playback, t, language }: SectionSources): Section {
  const choices = state.audioTracks.map((track) => ({
    name: trackName(track, language),
    chosen: track.active,
    choose: () => playback.choices.setAudio(track.id),
  }))
  return { id: 'audio', title: t('player.audio'), groups: [{ choices }] }
}

function textSection({ state, playback, t, language }: SectionSources): Section {
  const off: Choice = {
    name: t('player.none'),
    chosen: !state.textTracks.some(({ active }) => active),
    choose: () => playback.choices.setText(null),
  }
  const tracks = state.textTracks.map((track) => ({
    name: trackName(track, language),
    chosen: track.active,
    choose: () => playback.choices.setText(track.id),
  }))
  return { id: 'text', title: t('player.subtitles'), groups: [{ choices: [off, ...tracks] }] }
}

/** Size, colour and background of the subtitles; each acts at once, on the video and on the sample line. */
function lookSection({ playback, t }: SectionSources): Section {
  const { choices } = playback
  const look = choices.subtitleLook
  return {
    id: 'look',
    title: t('look.title'),
    groups: [
      {
        title: t('look.size'),
        choices: subtitleSizes.map((size) => ({
          name: t(`look.size.${size}`),
          chosen: look.size === size,
          choose: () => choices.setSubtitleLook({ size }),
        })),
      },
      {
        title: t('look.colour'),
        choices: subtitleColours.map((colour) => ({
          name: t(`look.colour.${colour}`),
          chosen: look.colour === colour,
          choose: () => choices.setSubtitleLook({ colour }),
        })),
      },
      {
        title: t('look.background'),
        choices: subtitleBackgrounds.map((background) => ({
          name: t(`look.background.${background}`),
          chosen: look.background === background,
          choose: () => choices.setSubtitleLook({ background }),
        })),
      },
    ],
  }
}

/** Whether the next programme of the archive starts automatically. */
function followSection({ playback, t }: SectionSources): Section {
  const choices = [true, false].map((goesOn) => ({
    name: t(goesOn ? 'player.goOnYes' : 'player.goOnNo'),
    chosen: playback.choices.goesOn === goesOn,
    choose: () => playback.choices.setGoesOn(goesOn),
  }))
  return { id: 'follow', title: t('player.goOn'), groups: [{ choices }] }
}

/** Whether live television stops after a long time without input; off by default. */
function askSection({ playback, t }: SectionSources): Section {
  const choices = [false, true].map((asksLive) => ({
    name: t(asksLive ? 'still.liveAsk' : 'still.liveGoOn'),
    chosen: playback.choices.asksLive === asksLive,
    choose: () => playback.choices.setAsksLive(asksLive),
  }))
  return { id: 'ask', title: t('still.live'), groups: [{ choices }] }
}

function speedSection({ state, playback, t }: SectionSources): Section {
  const choices = playbackRates.map((rate) => ({
    name: rate === 1 ? t('player.normal') : `${String(rate).replace('.', ',')}×`,
    chosen: state.rate === rate,
    choose: () => playback.choices.setRate(rate),
  }))
  return { id: 'speed', title: t('player.speed'), groups: [{ choices }] }
}
