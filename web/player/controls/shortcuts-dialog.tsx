import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { usePlayerMenuText, type PlayerMenuText } from '#web/player/texts/player-menu-text.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import styles from './shortcuts-dialog.module.css'

interface ShortcutsDialogProps {
  readonly open: boolean
  readonly mode: 'film' | 'television'
  readonly onClose: () => void
}

/** All keys of the player with their actions. */
export function ShortcutsDialog({ open, mode, onClose }: ShortcutsDialogProps) {
  const t = usePlayerMenuText()
  const title = usePlayerText()('player.shortcuts')
  const rows = [
    ...everywhere(t),
    ...(mode === 'film' ? film(t) : television(t)),
    ['?', t('keys.this')] as const,
  ]
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <dl className={styles.list}>
        {rows.map(([keys, meaning]) => (
          <div key={keys} className={styles.row}>
            <dt>
              {keys.split(' ').map((name) => (
                <kbd key={name} className={styles.key}>
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

type Rows = readonly (readonly [keys: string, meaning: string])[]

function everywhere(t: PlayerMenuText): Rows {
  return [
    [`${t('keys.space')} K`, t('keys.play')],
    ['J L', t('keys.skip10')],
    ['← →', t('keys.skip5')],
    ['M', t('keys.mute')],
    ['F', t('keys.fullscreen')],
    ['C', t('keys.subtitles')],
    ['P', t('keys.pip')],
    ['I', t('keys.statistics')],
  ]
}

function film(t: PlayerMenuText): Rows {
  return [
    ['↑ ↓', t('keys.volume')],
    ['0 … 9', t('keys.jump')],
    ['Home End', t('keys.ends')],
    ['S', t('keys.skipMarker')],
    ['N', t('keys.next')],
    [', .', t('keys.frame')],
  ]
}

function television(t: PlayerMenuText): Rows {
  return [
    ['↑ ↓ PageUp PageDown', t('keys.channel')],
    ['0 … 9', t('keys.number')],
    ['Backspace', t('keys.last')],
    ['G', t('keys.guide')],
    ['Home End', t('keys.liveEnds')],
  ]
}
