import { useState } from 'react'
import { Link } from 'wouter'
import { consoleCollections } from '#contract/console/collections.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { ExportMenu } from '#console/tables/export-menu.tsx'
import { useTablesText } from '#console/tables/tables-text.ts'
import { IconButton } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { useHomeText } from './home-text.ts'
import { namedIn } from './rail-values.ts'
import { SortableList } from '#console/ui/sortable-list.tsx'
import styles from './home.module.css'

type Listed = ResponseOf<typeof consoleCollections.list>['collections'][number]

/** `/collections`: the collections of films in their order. */
export function CollectionsScreen() {
  const t = useHomeText()
  const tables = useTablesText()
  const mayEdit = useMay()('home', 'edit')
  const { data, error, refetch } = useCall(consoleCollections.list, {})
  return (
    <Page
      title={t('collections.title')}
      text={t('collections.text')}
      isNarrow
      acts={
        <>
          {mayEdit ? <LinkButton href="/collections/new">{t('collections.add')}</LinkButton> : null}
          <ExportMenu subject="collections" />
          {mayEdit ? <LinkButton href="/collections/tables">{tables('import')}</LinkButton> : null}
        </>
      }
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.collections.length === 0 ? (
        <Empty text={t('collections.none')} />
      ) : (
        <Collections collections={data.collections} mayEdit={mayEdit} />
      )}
    </Page>
  )
}

function Collections({
  collections,
  mayEdit,
}: {
  readonly collections: readonly Listed[]
  readonly mayEdit: boolean
}) {
  const t = useHomeText()
  const language = useLanguage()
  const { send } = useSending('home')
  const [isBusy, setIsBusy] = useState(false)
  const run = (act: Promise<boolean>) => {
    setIsBusy(true)
    void act.finally(() => setIsBusy(false))
  }
  const shown = collections.map(({ id }) => id)
  const order = (ids: readonly number[]) => {
    if (ids.some((id, index) => id !== shown[index]))
      run(send(consoleCollections.order, { ids: [...ids], shown }, () => t('ordered')))
  }
  const nameOf = (one: Listed) => namedIn(language, one)
  return (
    <SortableList
      label={t('collections.title')}
      items={collections}
      nameOf={nameOf}
      onOrder={mayEdit ? order : undefined}
      isDisabled={isBusy}
      renderItem={(one) => <CollectionRow collection={one} name={nameOf(one)} />}
      renderActs={({ id, is_hidden: isHidden, ...one }) =>
        mayEdit ? (
          <>
            <IconButton
              icon={isHidden ? 'hidden' : 'eye'}
              label={t(isHidden ? 'show' : 'hide', { name: namedIn(language, one) })}
              isDisabled={isBusy}
              onPress={() =>
                run(
                  send(consoleCollections.hide, { id, is_hidden: !isHidden }, () =>
                    t(isHidden ? 'wasShown' : 'wasHidden', { name: namedIn(language, one) }),
                  ),
                )
              }
            />
            <IconButton
              icon="close"
              label={t('remove', { name: namedIn(language, one) })}
              isDisabled={isBusy}
              onPress={() =>
                run(
                  send(consoleCollections.remove, { id }, () =>
                    t('removed', { name: namedIn(language, one) }),
                  ),
                )
              }
            />
          </>
        ) : null
      }
    />
  )
}

function CollectionRow({ collection, name }: { readonly collection: Listed; readonly name: string }) {
  const t = useHomeText()
  const { id, image, films, is_hidden: isHidden, missing } = collection
  return (
    <div className={styles['film']}>
      {image === '' ? <span className={styles['noPicture']} /> : <img src={image} alt="" loading="lazy" />}
      <div>
        <Link href={`/collections/${id}`}>{name}</Link>
        <div className={styles['badges']}>
          <small>{films === 0 ? t('noFilms') : t('collections.count', { count: films })}</small>
          {isHidden ? <Badge>{t('collections.isHidden')}</Badge> : null}
          {missing.map((language) => (
            <Badge key={language} tone="warn">
              {t(`missingIn.${language}`)}
            </Badge>
          ))}
        </div>
      </div>
    </div>
  )
}
