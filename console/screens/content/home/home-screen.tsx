import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { consoleHome } from '#contract/console/home.ts'
import { railPlatforms } from '#contract/site/home.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { HomePreview } from './home-preview.tsx'
import { useHomeText } from './home-text.ts'
import { orderOfAll } from '#console/ui/moved.ts'
import { RailRow } from './rail-row.tsx'
import { type Home, type Rail, useRailName } from './rail-values.ts'
import { RailActs } from './rail-acts.tsx'
import { SortableList } from '#console/ui/sortable-list.tsx'
import styles from './home.module.css'

/** `/home`: the rails of the home page in their order, and what viewers see of them. */
export function HomeScreen() {
  const t = useHomeText()
  const mayEdit = useMay()('home', 'edit')
  const { data, error, refetch } = useCall(consoleHome.list, {})
  return (
    <Page
      title={t('title')}
      text={t('text')}
      acts={
        mayEdit ? (
          <>
            <Reset />
            <LinkButton href="/home/new">{t('add')}</LinkButton>
          </>
        ) : undefined
      }
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={10} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={styles['columns']}>
          <Rails home={data} mayEdit={mayEdit} />
          <HomePreview />
        </div>
      )}
    </Page>
  )
}

function Reset() {
  const t = useHomeText()
  const { send } = useSending('home')
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const reset = () => {
    setIsBusy(true)
    void send(consoleHome.reset, {}, () => t('wasReset')).finally(() => {
      setIsBusy(false)
      setIsAsking(false)
    })
  }
  return (
    <>
      <Button onPress={() => setIsAsking(true)}>{t('reset')}</Button>
      <Question
        title={t('resetTitle')}
        text={t('resetText')}
        confirm={t('reset')}
        isOpen={isAsking}
        isBusy={isBusy}
        onConfirm={reset}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

const views = ['all', ...railPlatforms] as const
type View = (typeof views)[number]

function Rails({ home, mayEdit }: { readonly home: Home; readonly mayEdit: boolean }) {
  const t = useHomeText()
  const nameOf = useRailName(home.choices)
  const { order, reorder, isBusy } = useOrder(home.rails)
  const [search, setSearch] = useSearchParams()
  const view = views.find((one) => one === search.get('on')) ?? 'all'
  const isOn = (rail: Rail, on: View) => on === 'all' || rail.platforms.includes(on)
  const ordered = order.flatMap((id) => home.rails.find((rail) => rail.id === id) ?? [])
  const shown = ordered.filter((rail) => isOn(rail, view))
  return (
    <div className={styles['list']}>
      <ViewChips<View>
        label={t('platform')}
        chosen={view}
        onChoose={(on) => setSearch(on === 'all' ? {} : { on }, { replace: true })}
        views={views.map((name) => ({
          name,
          text: t(`platform.${name}`),
          count: home.rails.filter((rail) => isOn(rail, name)).length,
        }))}
      />
      {shown.length === 0 ? (
        <Empty text={t(home.rails.length === 0 ? 'none' : 'nothing')} />
      ) : (
        <SortableList
          label={t('list')}
          items={shown}
          nameOf={nameOf}
          onOrder={mayEdit ? (ids) => reorder(orderOfAll(order, ids)) : undefined}
          isDisabled={isBusy}
          renderItem={(rail) => <RailRow rail={rail} home={home} />}
          renderActs={(rail) => (mayEdit ? <RailActs rail={rail} name={nameOf(rail)} /> : null)}
        />
      )}
    </div>
  )
}

/** The order of the rails: the new one at once, the stored one again when it was refused. */
function useOrder(rails: readonly Rail[]) {
  const t = useHomeText()
  const { send } = useSending('home')
  const [pending, setPending] = useState<readonly number[]>()
  const shown = rails.map(({ id }) => id)
  const reorder = (ids: readonly number[]) => {
    if (ids.every((id, index) => id === shown[index])) return
    setPending(ids)
    void send(consoleHome.order, { ids: [...ids], shown }, () => t('ordered')).finally(() =>
      setPending(undefined),
    )
  }
  return { order: pending ?? shown, reorder, isBusy: pending !== undefined }
}
