import { Button } from '#web/ui/controls/button.tsx'
import { EmptyCard } from '#web/ui/cards/state-card.tsx'
import { Popular } from './popular.tsx'
import { useSearchText } from '#web/features/search/search-text.ts'
import styles from './nothing.module.css'

interface NothingProps {
  readonly query: string
  readonly variants: readonly string[]
  readonly isFiltered: boolean
  readonly onAsk: (query: string) => void
  readonly onReset: () => void
}

/** No results: suggests corrections, and offers something to watch (SEARCH-03). */
export function Nothing({ query, variants, isFiltered, onAsk, onReset }: NothingProps) {
  const t = useSearchText()
  return (
    <>
      <div className={styles.card}>
        <EmptyCard
          title={t('nothing', { query })}
          text={isFiltered ? t('nothingFiltered') : variants.length > 0 ? undefined : t('nothingHint')}
        >
          {variants.length > 0 && (
            <div className={styles.variants} role="group" aria-label={t('variants')} data-row="">
              <span className={styles.lead}>{t('variants')}</span>
              {variants.map((variant) => (
                <Button key={variant} onClick={() => onAsk(variant)}>
                  {variant}
                </Button>
              ))}
            </div>
          )}
          {isFiltered && <Button onClick={onReset}>{t('reset')}</Button>}
        </EmptyCard>
      </div>
      <Popular title={t('instead')} />
    </>
  )
}
