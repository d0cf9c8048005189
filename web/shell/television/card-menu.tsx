/** The menu of a card, opened by a long OK: the actions that need no opening of the card first. */
import type { ReactNode } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { useRemoteText } from '#web/features/card-menu/remote-text.ts'
import {
  closeCardMenu,
  useCardMenuTarget,
  type CardMenuTarget,
} from '#web/features/card-menu/television-card.ts'
import { useFavourite } from '#web/features/favourites/use-favourite.ts'
import { useFavouriteChannel } from '#web/features/favourites/use-favourite-channel.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { onAir } from '#web/ui/cards/on-air.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import styles from './card-menu.module.css'

/** A programme that has just ended is still visible too, in the archive. */
const guideBeforeSec = 1800

export function CardMenu() {
  const target = useCardMenuTarget()
  const card = target?.card
  const title = card === undefined ? '' : card.kind === 'channel' ? card.channel.name : card.film.name
  return (
    <Dialog open={target !== null} title={title} className={styles.dialog} onClose={closeCardMenu}>
      {target !== null && <Items target={target} />}
    </Dialog>
  )
}

function Items({ target }: { readonly target: CardMenuTarget }) {
  const t = useRemoteText()
  const { card, path, listPath } = target
  // What a guest may no longer watch leads to its page.
  const goesOn = card.kind === 'watched' && path.includes('?watch=')
  return (
    <div className={styles.items}>
      <span data-first="" className={styles.item}>
        <ButtonLink wide variant="primary" to={path}>
          {t(card.kind === 'channel' ? 'watch' : goesOn ? 'goOn' : 'open')}
        </ButtonLink>
      </span>
      {card.kind === 'channel' && <ChannelItems channel={card.channel} />}
      {card.kind === 'film' && <FavouriteFilm vid={card.film.vid} />}
      {card.kind === 'watched' && (
        <>
          {goesOn && (
            <ButtonLink wide to={pathOf('movie', { id: card.film.vid })}>
              {t('about')}
            </ButtonLink>
          )}
          <FavouriteFilm vid={card.film.vid} />
          <Action run={card.onRemove}>{t('remove')}</Action>
        </>
      )}
      {listPath !== null && (
        <ButtonLink wide to={listPath}>
          {t('allOfList')}
        </ButtonLink>
      )}
    </div>
  )
}

interface ActionProps {
  readonly run: () => void
  readonly children: ReactNode
}

/** Runs the action and closes the menu; the focus returns to the card. */
function Action({ run, children }: ActionProps) {
  const act = () => {
    closeCardMenu()
    run()
  }
  return (
    <Button wide onClick={act}>
      {children}
    </Button>
  )
}

function FavouriteFilm({ vid }: { readonly vid: number }) {
  const t = useRemoteText()
  const { isFavourite, toggle } = useFavourite(vid)
  return <Action run={() => void toggle()}>{t(isFavourite ? 'favouriteRemove' : 'favouriteAdd')}</Action>
}

function ChannelItems({ channel }: { readonly channel: Channel }) {
  const t = useRemoteText()
  const nowSec = useNowSec()
  const programme = onAir(channel, nowSec)
  const { isFavourite, toggle } = useFavouriteChannel(channel.id, channel.is_favorited)
  return (
    <>
      {programme !== null && programme.url !== null && (
        <ButtonLink wide to={pathOf('tvArchive', { id: channel.id, archiId: programme.pid })}>
          {t('fromStart')}
        </ButtonLink>
      )}
      <ButtonLink wide to={`${pathOf('tv')}?view=guide&ch=${channel.id}&at=${nowSec - guideBeforeSec}`}>
        {t('guide')}
      </ButtonLink>
      {channel.is_radio === 0 && (
        <ButtonLink wide to={`${pathOf('mosaic')}?add=${channel.id}`}>
          {t('mosaic')}
        </ButtonLink>
      )}
      <Action run={toggle}>{t(isFavourite ? 'favouriteRemove' : 'favouriteAdd')}</Action>
    </>
  )
}
