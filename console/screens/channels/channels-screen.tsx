import { useEffect, useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { consoleChannels } from '#contract/console/channels.ts'
import { lastChange } from '#console/changes/use-sending.ts'
import { MissingLogos } from '#console/pictures/missing-logos.tsx'
import { useCall } from '#console/session/queries.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useMay } from '#console/session/session.ts'
import { ExportMenu } from '#console/tables/export-menu.tsx'
import { useTablesText } from '#console/tables/tables-text.ts'
import { Button } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { BulkBar } from './bulk-bar.tsx'
import {
  type Category,
  type Channel,
  countViews,
  filterChannels,
  readChannelFilter,
  searchable,
  views,
} from './channel-filter.ts'
import { ChannelTable } from './channel-table.tsx'
import { useChannelsText } from './channels-text.ts'
import { useChannelActs } from './use-channel-acts.ts'
import styles from './channels.module.css'

/** `/channels`, with its filters in the address. */
export function ChannelsScreen() {
  const t = useChannelsText()
  const mayEdit = useMay()('channels', 'edit')
  const { data, error, refetch } = useCall(consoleChannels.list, { deleted: 0 })
  return (
    <Page
      title={t('title')}
      text={t('text')}
      acts={
        <>
          {mayEdit ? (
            <LinkButton href="/channels/new" isPrimary>
              {t('addOpen')}
            </LinkButton>
          ) : null}
          <div className={styles['rarer']}>
            <Parts />
            <TableActs channels={data?.channels ?? []} categories={data?.categories ?? []} />
          </div>
        </>
      }
    >
      {data !== undefined ? (
        <Channels channels={data.channels} categories={data.categories} />
      ) : error === null ? (
        <Skeleton lines={8} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

const parts = [
  ['/channels/categories', 'categoriesLink'],
  ['/channels/duplicates', 'duplicatesTitle'],
  ['/channels/deleted', 'deletedLink'],
  ['/channels/logos', 'logosLink'],
] as const

/** The other screens of channels: links, and in narrow windows a menu. */
function Parts() {
  const t = useChannelsText()
  const [, navigate] = useLocation()
  return (
    <>
      {parts.map(([href, text]) => (
        <span key={href} className={styles['partLink']}>
          <LinkButton href={href}>{t(text)}</LinkButton>
        </span>
      ))}
      <span className={styles['partMenu']}>
        <Menu
          trigger={<Button icon="down">{t('more')}</Button>}
          label={t('more')}
          entries={parts.map(([href, text]) => ({
            id: href,
            label: t(text),
            onAct: () => navigate(href),
          }))}
        />
      </span>
    </>
  )
}

/** The table of all channels, or of those that the filters leave. */
function TableActs({ channels, categories }: ChannelsProps) {
  const t = useTablesText()
  const mayEdit = useMay()('channels', 'edit')
  const [query] = useSearchParams()
  const shown = useMemo(
    () => filterChannels(searchable(channels), readChannelFilter(query), categories),
    [channels, query, categories],
  )
  const filtered =
    shown.length === 0 || shown.length === channels.length
      ? {}
      : { filtered: { count: shown.length, request: { ids: shown.map(({ cid }) => cid) } } }
  return (
    <>
      <ExportMenu subject="channels" {...filtered} />
      {mayEdit ? <LinkButton href="/channels/tables">{t('import')}</LinkButton> : null}
    </>
  )
}

interface ChannelsProps {
  readonly channels: readonly Channel[]
  readonly categories: readonly Category[]
}

function Channels({ channels, categories }: ChannelsProps) {
  const t = useChannelsText()
  const [query, setQuery] = useSearchParams()
  const [selection, setSelection] = useState<ReadonlySet<number>>(new Set())
  const mayEdit = useMay()('channels', 'edit')
  useUndoKey(mayEdit)
  const index = useMemo(() => searchable(channels), [channels])
  const shown = useMemo(
    () => filterChannels(index, readChannelFilter(query), categories),
    [index, query, categories],
  )
  // What is no longer shown is not changed by an act on the selection.
  const selected = useMemo(() => shown.filter(({ cid }) => selection.has(cid)), [shown, selection])
  if (channels.length === 0)
    return (
      <Empty text={t('none')} act={mayEdit ? <LinkButton href="/imports">{t('load')}</LinkButton> : null} />
    )
  return (
    <div className={styles['channels']}>
      <MissingLogos />
      <Filters channels={channels} categories={categories} />
      {shown.length === 0 ? (
        <Empty
          text={t('nothing')}
          act={<Button onPress={() => setQuery(new URLSearchParams())}>{t('clear')}</Button>}
        />
      ) : (
        <>
          <p className={styles['count']} role="status">
            {t('shown', { count: shown.length })}
          </p>
          <ChannelTable
            all={channels}
            channels={shown}
            categories={categories}
            selection={selection}
            onSelect={setSelection}
            mayEdit={mayEdit}
          />
        </>
      )}
      {selected.length === 0 ? null : (
        <BulkBar selected={selected} categories={categories} onClear={() => setSelection(new Set())} />
      )}
    </div>
  )
}

/** Ctrl+Z takes the last change back, unless a text is being written. */
function useUndoKey(isActive: boolean): void {
  const { undo } = useChannelActs()
  useEffect(() => {
    if (!isActive) return undefined
    const onKey = (event: KeyboardEvent) => {
      const isWriting = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isWriting) return
      const changeId = lastChange()
      if (changeId === 0) return
      event.preventDefault()
      void undo(changeId)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

function Filters({ channels, categories }: ChannelsProps) {
  const t = useChannelsText()
  const language = useLanguage()
  const [query, setQuery] = useSearchParams()
  const filter = readChannelFilter(query)
  const counts = useMemo(() => countViews(channels), [channels])
  const set = (name: string, value: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <search className={styles['filters']}>
      <div className={styles['fields']}>
        <SearchInput
          label={t('search')}
          hint={t('searchHint')}
          value={filter.text}
          onChange={(value) => set('q', value)}
        />
        <Picker<string>
          isCompact
          label={t('category')}
          value={filter.categoryId === 0 ? '' : String(filter.categoryId)}
          choices={[
            { value: '', label: t('anyCategory') },
            ...categories
              .filter(({ channel_count: count }) => count > 0)
              .map((category) => ({
                value: String(category.category_id),
                label: categoryName(category, language),
                about: t('shown', { count: category.channel_count }),
              })),
          ]}
          onChange={(value) => set('category', value)}
        />
      </div>
      <ViewChips
        label={t('views')}
        views={views
          .filter((view) => view === 'all' || counts[view] > 0 || filter.view === view)
          .map((view) => ({ name: view, text: t(`view.${view}`), count: counts[view] }))}
        chosen={filter.view}
        onChoose={(view) => set('view', view === 'all' ? '' : view)}
      />
    </search>
  )
}

/** The name of a category in the language of the console. */
export function categoryName({ name_ru: ru, name_uz: uz }: Category, language: string): string {
  return language === 'uz' ? uz || ru : ru
}
