import { isTelevision } from '#web/remote/television.ts'
import { Link } from '#web/router/router.ts'
import { pathOf } from '#contract/form/pages.ts'
import { site } from '#contract/site/site.ts'
import { useText } from '#web/session/text.ts'
import { useCall } from '#web/session/requests/api.ts'
import { sections } from '#web/shell/header/sections.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { Popular } from './popular.tsx'
import { recentSearches, useRecentSearches } from '#web/features/search/recent-searches.ts'
import { useSearchText } from '#web/features/search/search-text.ts'
import styles from './opening.module.css'

/**
 * The search page before a query (SEARCH-04): recent searches, sections to browse, popular titles. A television has the
 * sections in its menu, so the titles come first there.
 */
export function Opening({ onAsk }: { readonly onAsk: (query: string) => void }) {
  const t = useSearchText()
  const popular = <Popular title={t('popular')} />
  return (
    <>
      <Recent onAsk={onAsk} />
      {isTelevision() && popular}
      <Categories />
      {!isTelevision() && popular}
    </>
  )
}

function Recent({ onAsk }: { readonly onAsk: (query: string) => void }) {
  const t = useSearchText()
  const recent = useRecentSearches()
  if (recent.length === 0) return null
  return (
    <section className={styles.part} aria-label={t('recent')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('recent')}</h2>
        <Button variant="quiet" onClick={recentSearches.clear}>
          {t('forget')}
        </Button>
      </div>
      <ul className={styles.chips} data-row="">
        {recent.map((query) => (
          <li key={query}>
            <button type="button" className={styles.chip} onClick={() => onAsk(query)}>
              <Icon name="clock" size={18} />
              <span>{query}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Categories() {
  const t = useSearchText()
  const tBase = useText()
  const genres = useCall(site.genres, {})
  return (
    <section className={styles.part} aria-label={t('categories')}>
      <h2 className={styles.title}>{t('categories')}</h2>
      <ul className={styles.sections} data-row="">
        {sections
          .filter(({ page }) => page !== 'home')
          .map(({ page, icon, key }) => (
            <li key={page}>
              <Link className={styles.section} to={pathOf(page)}>
                <Icon name={icon} size={26} />
                {tBase(key)}
              </Link>
            </li>
          ))}
      </ul>
      {genres.kind === 'ok' && genres.data.length > 0 && (
        <ul className={styles.chips} aria-label={t('genres')} data-row="">
          {genres.data.map((genre) => (
            <li key={genre.id}>
              <Link className={styles.chip} to={`${pathOf('newMovies')}?genre=${genre.id}`}>
                {genre.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
