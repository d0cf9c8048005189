/** The setting of an even loudness: everything plays equally loud, without a jump from channel to channel. */
import { useState } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import type { PlaybackState } from '#player/core/state/playback-state.ts'
import { canSetVolume } from '#player/engines/media-element/levelled-volume.ts'
import { ru } from '#web/i18n/ru/television/loudness.ts'
import { uz } from '#web/i18n/uz/television/loudness.ts'
import { createTextHook } from '#web/session/text.ts'
import type { Section } from './settings-sections.ts'

const useLoudnessText = createTextHook(ru, uz)

/** None where the page cannot change the volume. */
export function useLoudnessSection(
  playback: Playback,
  { canChangeVolume }: Pick<PlaybackState, 'canChangeVolume'>,
): readonly Section[] {
  const t = useLoudnessText()
  const [isPossible] = useState(canSetVolume)
  if (!canChangeVolume || !isPossible) return []
  const choices = [true, false].map((isOn) => ({
    name: t(isOn ? 'on' : 'off'),
    chosen: playback.choices.evenLoudness === isOn,
    choose: () => playback.choices.setEvenLoudness(isOn),
  }))
  return [{ id: 'loudness', title: t('title'), groups: [{ choices }] }]
}
