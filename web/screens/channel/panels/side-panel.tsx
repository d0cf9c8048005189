/** Beside the video: the channels, and the programmes by day. */
import { useRef, type KeyboardEvent } from 'react'
import type { Channel, Programme } from '#contract/channels/channels.ts'
import type { CallState } from '#web/session/requests/api.ts'
import { PlayerButton } from '#web/player/controls/player-button.tsx'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { isBackKey, isTelevision } from '#web/remote/television.ts'
import { ChannelList } from './channel-list.tsx'
import { ProgrammeList } from '#web/player/programmes/programme-list.tsx'
import styles from '#web/player/programmes/side-panel.module.css'
import { useOnChange } from '#web/state/use-on-change.ts'

export type PanelTab = 'channels' | 'programme'

interface SidePanelProps {
  readonly cid: number
  /** The recording that plays; null for live and until the guide has loaded. */
  readonly playing: Programme | null
  readonly list: CallState<{ readonly channels: { readonly item: readonly Channel[] } }>
  readonly tab: PanelTab
  readonly onTab: (tab: PanelTab) => void
  readonly onChannel: (id: number) => void
  readonly onClose: () => void
}

const tabs = ['channels', 'programme'] as const

export function SidePanel(props: SidePanelProps) {
  const { tab, onTab } = props
  const t = usePlayerText()
  const row = useRef<HTMLDivElement>(null)
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    onTab(tab === 'channels' ? 'programme' : 'channels')
    row.current?.querySelector<HTMLElement>('[aria-selected="false"]')?.focus()
  }
  const panel = useRef<HTMLElement>(null)
  const { kind } = props.list
  useOnChange([kind], () => {
    // It was opened with a remote control: move the focus into it.
    if (!isTelevision()) return
    const place = panel.current
    const current = place?.querySelector<HTMLElement>('[role="tabpanel"] [aria-current="true"]')
    ;(current ?? place?.querySelector<HTMLElement>('[aria-selected="true"]'))?.focus()
  })
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && !isBackKey(event)) return
    event.preventDefault()
    props.onClose()
  }
  return (
    <aside
      ref={panel}
      className={styles.panel}
      id="channel-panel"
      aria-label={t('channel.panel')}
      data-layer=""
      onKeyDown={leave}
    >
      <div className={styles.head}>
        <div className={styles.tabs} role="tablist" ref={row} onKeyDown={key}>
          {tabs.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              className={styles.tab}
              aria-selected={name === tab}
              aria-controls="channel-panel-body"
              tabIndex={name === tab ? 0 : -1}
              onClick={() => onTab(name)}
            >
              {t(`channel.${name}`)}
            </button>
          ))}
        </div>
        <PlayerButton
          icon="close"
          iconSize={22}
          label={t('channel.panelHide')}
          className={styles.close}
          onClick={props.onClose}
        />
      </div>
      <div className={styles.body} role="tabpanel" id="channel-panel-body" aria-labelledby={`tab-${tab}`}>
        {tab === 'channels' ? (
          <ChannelList list={props.list} cid={props.cid} onChannel={props.onChannel} />
        ) : (
          <ProgrammeList
            key={props.cid}
            cid={props.cid}
            playingPid={props.playing?.pid ?? null}
            playingSec={props.playing?.begin_time}
          />
        )}
      </div>
    </aside>
  )
}
