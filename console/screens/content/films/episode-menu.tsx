import { consoleEpisodes } from '#contract/console/episodes.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { IconButton } from '#console/ui/button.tsx'
import { Menu, type MenuEntry } from '#console/ui/menu.tsx'
import { type Episode, type Season, numberBeside } from './episode-values.ts'
import { useEpisodesText } from './episodes-text.ts'

interface EpisodeMenuProps {
  readonly vid: number
  readonly season: Season
  readonly episode: Episode
  readonly name: string
  readonly isDisabled: boolean
  /** Within its season. */
  readonly onPlace: (number: number) => void
  readonly onOpen: (what: 'edit' | 'move' | 'away' | 'windows') => void
}

/** What can be done with an episode. */
export function EpisodeMenu({ vid, season, episode, name, isDisabled, onPlace, onOpen }: EpisodeMenuProps) {
  const t = useEpisodesText()
  const { send } = useSending('films')
  const { id, is_hidden: isHidden } = episode
  const hide = async () => {
    const text = t(isHidden ? 'wasShown' : 'wasHidden')
    await send(consoleEpisodes.hide, { vid, ids: [id], is_hidden: !isHidden }, () => text)
  }
  const beside = (entry: 'up' | 'down'): readonly MenuEntry[] => {
    const number = numberBeside(season, id, entry === 'up' ? -1 : 1)
    return number === undefined
      ? []
      : [{ id: entry, label: t(entry), icon: entry, onAct: () => onPlace(number) }]
  }
  const entries: readonly MenuEntry[] = [
    { id: 'edit', label: t('edit'), onAct: () => onOpen('edit') },
    ...beside('up'),
    ...beside('down'),
    { id: 'move', label: t('move'), onAct: () => onOpen('move') },
    { id: 'away', label: t('moveAway'), onAct: () => onOpen('away') },
    { id: 'windows', label: t('windows'), onAct: () => onOpen('windows') },
    {
      id: 'hide',
      label: t(isHidden ? 'show' : 'hide'),
      icon: isHidden ? 'eye' : 'hidden',
      onAct: () => void hide(),
    },
    ...(episode.is_edited
      ? [
          {
            id: 'release',
            label: t('release'),
            onAct: () => void send(consoleEpisodes.release, { vid, id }, () => t('released')),
          },
        ]
      : []),
  ]
  return (
    <Menu
      trigger={<IconButton icon="more" label={t('acts', { name })} isDisabled={isDisabled} />}
      label={t('acts', { name })}
      entries={entries}
    />
  )
}
