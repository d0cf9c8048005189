/** Quality, sound, subtitles and speed: one list of what is chosen, and behind each entry its choices. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { RATES } from '#player/core/preferences.ts'
import type { Playback } from '#player/core/playback.ts'
import type { MediaTrack, PlaybackState } from '#player/core/playback-state.ts'
import { isBackKey } from '#web/remote/television.ts'
import { useLanguage } from '#web/session/session.ts'
import { languageName } from './language-name.ts'
import { PlayerIcon } from './player-icon.tsx'
import { usePlayerText, type PlayerText } from './player-text.ts'
import { usePlaybackState } from './use-playback.ts'
import styles from './settings-menu.module.css'

interface Choice {
  readonly name: string
  readonly note?: string
  readonly chosen: boolean
  readonly choose: () => void
}
interface Section {
  readonly id: string
  readonly title: string
  readonly choices: readonly Choice[]
}

interface SettingsMenuProps {
  readonly playback: Playback
  readonly onClose: () => void
}

export function SettingsMenu({ playback, onClose }: SettingsMenuProps) {
  const t = usePlayerText()
  const language = useLanguage()
  const state = usePlaybackState(playback)
  const [open, setOpen] = useState<string | null>(null)
  const menu = useRef<HTMLDivElement>(null)
  const sections = sectionsOf({ state, playback, t, nameOf: (track) => nameOf(track, language) })
  const section = sections.find(({ id }) => id === open)

  useEffect(() => {
    const chosen = menu.current?.querySelector<HTMLElement>('[aria-checked="true"]')
    ;(chosen ?? menu.current?.querySelector<HTMLElement>('button'))?.focus()
  }, [open])

  const key = (event: KeyboardEvent) => {
    // Inside the menu no key belongs to the player.
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'ArrowLeft' || isBackKey(event)) {
      event.preventDefault()
      if (section === undefined) onClose()
      else setOpen(null)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    moveFocus(menu.current, step)
  }

  return (
    <div ref={menu} className={styles.menu} role="menu" aria-label={t('player.settings')} onKeyDown={key}>
      {section === undefined ? (
        sections.map(({ id, title, choices }) => (
          <Row key={id} role="menuitem" onClick={() => setOpen(id)}>
            <span className={styles.title}>{title}</span>
            <span className={styles.chosen}>{choices.find(({ chosen }) => chosen)?.name ?? ''}</span>
            <PlayerIcon name="forward" size={18} />
          </Row>
        ))
      ) : (
        <>
          <button type="button" role="menuitem" className={styles.back} onClick={() => setOpen(null)}>
            <PlayerIcon name="back" size={20} />
            <span>{section.title}</span>
          </button>
          {section.choices.map((choice) => (
            <Row
              key={choice.name}
              role="menuitemradio"
              checked={choice.chosen}
              onClick={() => {
                choice.choose()
                onClose()
              }}
            >
              <span className={styles.tick}>{choice.chosen && <PlayerIcon name="check" size={18} />}</span>
              <span className={styles.title}>{choice.name}</span>
              <span className={styles.note}>{choice.note}</span>
            </Row>
          ))}
        </>
      )}
    </div>
  )
}

interface RowProps {
  readonly role: 'menuitem' | 'menuitemradio'
  readonly checked?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Row({ role, checked, onClick, children }: RowProps) {
  return (
    <button
      type="button"
      role={role}
      aria-checked={checked}
      className={styles.row}
      data-role={role}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function moveFocus(menu: HTMLElement | null, step: number): void {
  const rows = [...(menu?.querySelectorAll<HTMLElement>('button') ?? [])]
  const at = rows.findIndex((row) => row === document.activeElement)
  rows[(at + step + rows.length) % rows.length]?.focus()
}

function nameOf(track: MediaTrack, language: 'ru' | 'uz'): string {
  const spoken = languageName(track.language, language)
  if (track.name === '' || track.name === track.language) return spoken ?? track.language
  return track.name
}

interface SectionSources {
  readonly state: PlaybackState
  readonly playback: Playback
  readonly t: PlayerText
  readonly nameOf: (track: MediaTrack) => string
}

/** Only what really offers a choice is listed. */
function sectionsOf(sources: SectionSources): readonly Section[] {
  const { state } = sources
  const sections: Section[] = []
  if (state.qualities.length > 0) sections.push(qualitySection(sources))
  if (state.audioTracks.length > 1) sections.push(audioSection(sources))
  if (state.textTracks.length > 0) sections.push(textSection(sources))
  if (state.kind === 'film') sections.push(speedSection(sources))
  return sections
}

function qualitySection({ state, playback, t }: SectionSources): Section {
  const { chosenHeight, playingHeight, qualities } = state
  const fixed = qualities.find(({ height }) => height === chosenHeight)
  const auto: Choice = {
    name: playingHeight === null ? t('player.auto') : t('player.autoNow', { height: playingHeight }),
    chosen: fixed === undefined,
    choose: () => playback.choices.setHeight(null),
  }
  const heights = qualities.map(({ height, bitsPerSecond }) => ({
    name: `${height}p`,
    note: `${(bitsPerSecond / 1_000_000).toFixed(1).replace('.', ',')} Mbit/s`,
    chosen: height === chosenHeight,
    choose: () => playback.choices.setHeight(height),
  }))
  return { id: 'quality', title: t('player.quality'), choices: [auto, ...heights] }
}

function audioSection({ state, playback, t, nameOf }: SectionSources): Section {
  const choices = state.audioTracks.map((track) => ({
    name: nameOf(track),
    chosen: track.active,
    choose: () => playback.choices.setAudio(track.id),
  }))
  return { id: 'audio', title: t('player.audio'), choices }
}

function textSection({ state, playback, t, nameOf }: SectionSources): Section {
  const off: Choice = {
    name: t('player.none'),
    chosen: !state.textTracks.some(({ active }) => active),
    choose: () => playback.choices.setText(null),
  }
  const tracks = state.textTracks.map((track) => ({
    name: nameOf(track),
    chosen: track.active,
    choose: () => playback.choices.setText(track.id),
  }))
  return { id: 'text', title: t('player.subtitles'), choices: [off, ...tracks] }
}

function speedSection({ state, playback, t }: SectionSources): Section {
  const choices = RATES.map((rate) => ({
    name: rate === 1 ? t('player.normal') : `${String(rate).replace('.', ',')}×`,
    chosen: state.rate === rate,
    choose: () => playback.choices.setRate(rate),
  }))
  return { id: 'speed', title: t('player.speed'), choices }
}
