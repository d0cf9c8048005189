import { useText } from '#web/session/text.ts'
import { useFavourite } from './use-favourite.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import styles from './favourite-button.module.css'

interface FavouriteButtonProps {
  readonly vid: number
  /** For screen readers, which meet many of these buttons on a page. */
  readonly name: string
  readonly className?: string | undefined
  /**
   * The class of an icon for televisions, where the remote control focuses the card only and there is no button.
   */
  readonly markClassName?: string | undefined
}

/** A heart button of 48 pixels over an image, filled while the title is a favourite. */
export function FavouriteButton({ vid, name, className, markClassName }: FavouriteButtonProps) {
  const t = useText()
  const { isFavourite, toggle } = useFavourite(vid)
  return (
    <>
      <IconButton
        icon={isFavourite ? 'heartFilled' : 'heart'}
        label={t(isFavourite ? 'favourite.remove' : 'favourite.add', { name })}
        title={t(isFavourite ? 'favourite.out' : 'favourite.in')}
        className={classes(styles.button, isFavourite && styles.kept, className)}
        data-favourite={isFavourite ? 'kept' : 'none'}
        onClick={toggle}
      />
      {isFavourite && markClassName !== undefined && (
        <span className={markClassName}>
          <span className="spoken">{t('favourite.is')}</span>
          <Icon name="heartFilled" size={44} />
        </span>
      )}
    </>
  )
}
