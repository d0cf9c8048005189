import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { consoleGenres } from '#contract/console/genres.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button, IconButton } from '#console/ui/button.tsx'
import { foldText } from '#console/ui/fold-text.ts'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { useGenresText } from './genres-text.ts'
import styles from './guide-drafts.module.css'

type Genres = ResponseOf<typeof consoleGenres.list>
type Word = Genres['words'][number]
type Rule = Genres['rules'][number]

const views = ['none', 'genre', 'ignored', 'rules'] as const
type View = (typeof views)[number]

/** `/guide/genres`: what the words of guides mean; those without a genre come first. The view is in the address. */
export function GenresScreen() {
  const t = useGenresText()
  const { data, error, refetch } = useCall(consoleGenres.list, {})
  return (
    <Page title={t('title')} text={t('text')} above={<BackLink href="/guide" text={t('back')} />}>
      {data !== undefined ? (
        <Content genres={data} />
      ) : error === null ? (
        <Skeleton lines={8} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

const shownAtOnce = 100

function Content({ genres }: { readonly genres: Genres }) {
  const t = useGenresText()
  const [query, setQuery] = useSearchParams()
  const view = views.find((one) => one === query.get('view')) ?? 'none'
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(shownAtOnce)
  const { words, rules } = genres
  const rows = (view === 'rules' ? rules : words.filter(({ meaning }) => meaning === view)).filter(
    ({ word }) => foldText(word).includes(foldText(text)),
  )
  const countOf = (name: View) =>
    name === 'rules' ? rules.length : words.filter(({ meaning }) => meaning === name).length
  return (
    <div className={styles['draft']}>
      <search className={styles['search']}>
        <SearchInput label={t('search')} hint={t('searchHint')} value={text} onChange={setText} />
        <ViewChips<View>
          label={t('views')}
          views={views.map((name) => ({ name, text: t(`view.${name}`), count: countOf(name) }))}
          chosen={view}
          onChoose={(name) => setQuery(name === 'none' ? {} : { view: name }, { replace: true })}
        />
      </search>
      {rows.length === 0 ? <Empty text={text === '' ? t(`empty.${view}`) : t('nothing')} /> : null}
      <ul className={styles['items']}>
        {rows
          .slice(0, limit)
          .map((row) =>
            'meaning' in row ? (
              <WordItem key={row.word} word={row} genres={genres} />
            ) : (
              <RuleItem key={`${row.word} ${row.is_part}`} rule={row} genres={genres} />
            ),
          )}
      </ul>
      {rows.length > limit ? (
        <Button onPress={() => setLimit(limit + shownAtOnce)}>
          {t('more', { count: Math.min(shownAtOnce, rows.length - limit) })}
        </Button>
      ) : null}
    </div>
  )
}

function WordItem({ word: row, genres }: { readonly word: Word; readonly genres: Genres }) {
  const t = useGenresText()
  const { word, programmes, examples, meaning, genre_code: code, part } = row
  const shown = examples.map(({ title, channel }) => t('example', { title, channel }))
  return (
    <li className={styles['word']}>
      <div>
        <p className={styles['label']}>
          <strong>{word}</strong>
          <span>{t('programmes', { count: programmes })}</span>
          {part === '' ? null : <Badge>{t('byPart', { part })}</Badge>}
        </p>
        <small>{shown.join(' · ')}</small>
      </div>
      <GenrePicker
        word={word}
        isPart={false}
        genres={genres}
        chosen={meaning === 'none' ? 'none' : String(code)}
      />
    </li>
  )
}

function RuleItem({ rule, genres }: { readonly rule: Rule; readonly genres: Genres }) {
  const t = useGenresText()
  const mayEdit = useMay()('guide', 'edit')
  const { send } = useSending('guide')
  const { word, is_part: isPart, genre_code: code, staff_name: who } = rule
  const remove = () => send(consoleGenres.remove, { word, is_part: isPart }, () => t('removed'))
  return (
    <li className={styles['word']}>
      <div>
        <p className={styles['label']}>
          <strong>{word}</strong>
          {isPart ? <Badge>{t('part')}</Badge> : null}
        </p>
        <small>{who === '' ? t('builtIn') : t('by', { who })}</small>
      </div>
      <GenrePicker word={word} isPart={isPart} genres={genres} chosen={String(code)} />
      {mayEdit ? (
        <IconButton icon="close" label={t('remove', { word })} onPress={() => void remove()} />
      ) : null}
    </li>
  )
}

interface GenrePickerProps {
  readonly word: string
  readonly isPart: boolean
  readonly genres: Genres
  /** A code; `0`: it is ignored; `none`: nothing says. */
  readonly chosen: string
}

function GenrePicker({ word, isPart, genres, chosen }: GenrePickerProps) {
  const t = useGenresText()
  const isUzbek = useLanguage() === 'uz'
  const mayEdit = useMay()('guide', 'edit')
  const { send } = useSending('guide')
  const choices = [
    ...(chosen === 'none' ? [{ value: 'none', label: t('choose') }] : []),
    ...genres.genres.map(({ code, name_ru: ru, name_uz: uz }) => ({
      value: String(code),
      label: isUzbek ? uz : ru,
    })),
    { value: '0', label: t('ignore') },
  ]
  const set = (value: string) => {
    if (value === 'none' || value === chosen) return
    void send(consoleGenres.set, { word, is_part: isPart, genre_code: Number(value) }, ({ programmes }) =>
      t('set', { count: programmes }),
    )
  }
  return (
    <Picker<string>
      label={t('genreOf', { word })}
      value={chosen}
      choices={choices}
      onChange={set}
      isCompact
      isDisabled={!mayEdit}
    />
  )
}
