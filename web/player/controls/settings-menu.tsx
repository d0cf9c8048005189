/** Quality, audio, subtitles and speed: a list of the current choices, each opening its options. */
import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { isBackKey } from '#web/remote/television.ts'
import { useLanguage } from '#web/session/session.ts'
import { PlayerIcon } from './player-icon.tsx'
import { usePlayerMenuText } from '#web/player/texts/player-menu-text.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { useLoudnessSection } from './loudness-section.ts'
import { useDeviceSections } from './device-sections.ts'
import { sectionsOf, type Choice, type Section } from './settings-sections.ts'
import { usePlaybackState } from '#web/player/playback/use-playback.ts'
import styles from './settings-menu.module.css'
import lookStyles from './subtitle-look.module.css'
import { useOnChange } from '#web/state/use-on-change.ts'

interface SettingsMenuProps {
  readonly playback: Playback
  readonly onClose: () => void
}

export function SettingsMenu({ playback, onClose }: SettingsMenuProps) {
  const t = usePlayerMenuText()
  const label = usePlayerText()('player.settings')
  const language = useLanguage()
  const state = usePlaybackState(playback)
  const [open, setOpen] = useState<string | null>(null)
  const menu = useRef<HTMLDivElement>(null)
  const device = useDeviceSections(state)
  const loudness = useLoudnessSection(playback, state)
  const sections = [...sectionsOf({ state, playback, t, language }), ...loudness, ...device]
  const section = sections.find(({ id }) => id === open)

  useOnChange([open], () => {
    const chosen = menu.current?.querySelector<HTMLElement>('[aria-checked="true"]')
    ;(chosen ?? menu.current?.querySelector<HTMLElement>('button'))?.focus()
  })

  /** A viewer who uses a keyboard or remote control continues at the button, not at the top of the page. */
  const goBack = () => {
    menu.current?.parentElement?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus()
    onClose()
  }
  const showStatistics = ({ detail }: MouseEvent) => {
    playback.choices.toggleStatistics()
    if (detail === 0) goBack()
    else onClose()
  }
  const key = (event: KeyboardEvent) => {
    // Inside the menu the player handles no keys.
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'ArrowLeft' || isBackKey(event)) {
      event.preventDefault()
      if (section === undefined) goBack()
      else setOpen(null)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    moveFocus(menu.current, step)
  }

  return (
    <div ref={menu} className={styles.menu} role="menu" aria-label={label} onKeyDown={key}>
      {section === undefined ? (
        sections
          .map(({ id, title, groups }) => (
            <Row key={id} role="menuitem" onClick={() => setOpen(id)}>
              <span className={styles.title}>{title}</span>
              <span className={styles.chosen}>
                {groups[0]?.choices.find(({ chosen }) => chosen)?.name ?? ''}
              </span>
              <PlayerIcon name="forward" size={18} />
            </Row>
          ))
          .concat(
            <Row key="statistics" role="menuitem" onClick={showStatistics}>
              <span className={styles.title}>{t('stats.title')}</span>
            </Row>,
          )
      ) : (
        <>
          <button type="button" role="menuitem" className={styles.back} onClick={() => setOpen(null)}>
            <PlayerIcon name="back" size={20} />
            <span>{section.title}</span>
          </button>
          {section.id === 'look' && <LookPreview playback={playback} />}
          <Choices
            section={section}
            onChosen={(byKey) => {
              // Subtitle styles are tried one after another, so their menu stays open; the other menus close after
              // a choice.
              if (section.id === 'look') return
              if (byKey) goBack()
              else onClose()
            }}
          />
        </>
      )}
    </div>
  )
}

interface ChoicesProps {
  readonly section: Section
  readonly onChosen: (byKey: boolean) => void
}

function Choices({ section, onChosen }: ChoicesProps) {
  const row = (choice: Choice) => (
    <Row
      key={choice.id ?? choice.name}
      role="menuitemradio"
      checked={choice.chosen}
      onClick={({ detail }) => {
        choice.choose()
        // A click caused by a key has a count of 0.
        onChosen(detail === 0)
      }}
    >
      <span className={styles.tick}>{choice.chosen && <PlayerIcon name="check" size={18} />}</span>
      <span className={styles.title}>{choice.name}</span>
      <span className={styles.note}>{choice.note}</span>
    </Row>
  )
  return section.groups.map(({ title, choices }) => (
    <div key={title ?? ''} role="group" aria-label={title ?? section.title}>
      {title !== undefined && <p className={styles.group}>{title}</p>}
      {choices.map(row)}
    </div>
  ))
}

/** A sample line, as it will look over the video. */
function LookPreview({ playback }: { readonly playback: Playback }) {
  const t = usePlayerMenuText()
  const { size, colour, background } = playback.choices.subtitleLook
  return (
    <p
      className={classes(styles.preview, lookStyles.look)}
      data-size={size}
      data-colour={colour}
      data-background={background}
      data-look-preview=""
      aria-hidden="true"
    >
      <span translate="no">{t('look.preview')}</span>
    </p>
  )
}

interface RowProps {
  readonly role: 'menuitem' | 'menuitemradio'
  readonly checked?: boolean
  readonly onClick: (event: MouseEvent) => void
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
