import { Link } from '#web/router/router.ts'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { Progress } from '#web/ui/controls/progress.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import styles from './saved-card.module.css'

/** A poster, a still, or a channel's logo on a strip. */
export type CardShape = 'poster' | 'still' | 'sign'

export interface CardProps {
  readonly to: string
  readonly picture: string
  readonly name: string
  /** Lines below the name; empty ones are left out. */
  readonly meta: readonly string[]
  /** The watched or elapsed part, 0 to 1; null draws no bar. */
  readonly part: number | null
}

interface SavedCardProps {
  readonly shape: CardShape
  readonly look: CardProps
  /** null: the card is a link; else it is being selected. */
  readonly selected: boolean | null
  readonly onToggle: () => void
}

const imageSizes: Record<CardShape, string> = {
  poster: '(min-width: 1200px) 15vw, (min-width: 700px) 23vw, 45vw',
  still: '(min-width: 1200px) 24vw, (min-width: 700px) 32vw, 92vw',
  sign: '96px',
}

/** One saved item. While items are being selected, the whole card is a checkbox. */
export function SavedCard({ shape, look, selected, onToggle }: SavedCardProps) {
  const inside = <Inside shape={shape} look={look} selected={selected} />
  if (selected === null)
    return (
      <Link className={classes(styles.card, styles[shape])} to={look.to}>
        {inside}
      </Link>
    )
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={selected}
      className={classes(styles.card, styles[shape])}
      onClick={onToggle}
    >
      {inside}
    </button>
  )
}

function Inside({ shape, look, selected }: Omit<SavedCardProps, 'onToggle'>) {
  return (
    <>
      <span className={styles.picture}>
        {shape === 'sign' ? (
          <ChannelLogo className={styles.logo} name={look.name} logo={look.picture} />
        ) : (
          <Picture src={look.picture} alt="" sizes={imageSizes[shape]} to={shape === 'poster' ? 480 : 640} />
        )}
        {selected !== null && (
          <span className={styles.tick} data-on={selected ? '' : undefined}>
            {selected && <Icon name="check" size={22} />}
          </span>
        )}
        {look.part !== null && shape !== 'sign' && <Progress className={styles.part} part={look.part} />}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{look.name}</span>
        {look.meta
          .filter((line) => line !== '')
          .map((line) => (
            <span className={styles.meta} key={line}>
              {line}
            </span>
          ))}
        {look.part !== null && shape === 'sign' && <Progress part={look.part} />}
      </span>
    </>
  )
}

export function SavedSkeleton({ shape }: { readonly shape: CardShape }) {
  return (
    <span className={classes(styles.card, styles[shape])}>
      <span className={styles.picture}>
        <Skeleton className={styles.logo} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>&nbsp;</span>
        <span className={styles.meta}>&nbsp;</span>
      </span>
    </span>
  )
}
