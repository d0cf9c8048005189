import { consoleFilms, filmAges } from '#contract/console/films.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Button } from '#console/ui/button.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { CollectionMenu } from './collection-menu.tsx'
import type { ListedFilm } from './film-query.ts'
import { useFilmsText } from './films-text.ts'
import styles from './films.module.css'

interface FilmsBarProps {
  readonly selected: readonly ListedFilm[]
  readonly genres: ResponseOf<typeof consoleFilms.list>['genres']
  readonly providers: ResponseOf<typeof consoleFilms.list>['providers']
  readonly onClear: () => void
}

/** Acts on all selected films at once: each is one set of changes. */
export function FilmsBar({ selected, genres, providers, onClear }: FilmsBarProps) {
  const t = useFilmsText()
  const language = useLanguage()
  const { send } = useSending('films')
  const vids = selected.map(({ vid }) => vid)
  const edit = (fields: Omit<InputOf<typeof consoleFilms.edit>, 'vids'>) => () =>
    void send(consoleFilms.edit, { vids, ...fields }, ({ changed }) => t('changedMany', { count: changed }))
  return (
    <section className={styles['bulk']} aria-label={t('selected', { count: vids.length })}>
      <p>{t('selected', { count: vids.length })}</p>
      <Menu
        trigger={<Button icon="down">{t('setShown')}</Button>}
        label={t('setShown')}
        entries={[
          { id: 'publish', label: t('publish'), onAct: edit({ is_hidden: false }) },
          { id: 'hide', label: t('hide'), onAct: edit({ is_hidden: true }) },
          { id: 'free', label: t('makeFree'), onAct: edit({ free_movie: true }) },
          { id: 'premium', label: t('makePremium'), onAct: edit({ free_movie: false }) },
        ]}
      />
      <Menu
        trigger={<Button icon="down">{t('setAge')}</Button>}
        label={t('setAge')}
        entries={filmAges.map((age) => ({
          id: age || 'none',
          label: age || t('noAge'),
          onAct: edit({ age_rating: age }),
        }))}
      />
      {genres.length === 0 ? null : (
        <Menu
          trigger={<Button icon="down">{t('addGenre')}</Button>}
          label={t('addGenre')}
          entries={genres.map(({ id, name_ru: ru, name_uz: uz }) => ({
            id: String(id),
            label: language === 'uz' ? uz || ru : ru || uz,
            onAct: edit({ add_genre: id }),
          }))}
        />
      )}
      <Menu
        trigger={<Button icon="down">{t('setProvider')}</Button>}
        label={t('setProvider')}
        entries={providers.map(({ id, name }) => ({
          ...{ id: String(id), label: name, onAct: edit({ provider_id: id }) },
        }))}
      />
      <CollectionMenu vids={vids} />
      <Button
        look="danger"
        onPress={() => {
          onClear()
          void send(consoleFilms.remove, { vids }, ({ changed }) => t('removed', { count: changed }))
        }}
      >
        {t('remove')}
      </Button>
      <Button look="quiet" onPress={onClear}>
        {t('unselect')}
      </Button>
    </section>
  )
}
