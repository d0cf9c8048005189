import { useState } from 'react'
import { consoleBlackouts } from '#contract/console/blackouts.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { type State, ContentItem, StateChips, useShown } from '#console/screens/content/content-list.tsx'
import { useContentText } from '#console/screens/content/content-text.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { type Blackout, usePeriodText, useScopeText } from './blackout-values.ts'
import { useBlackoutsText } from './blackouts-text.ts'
import styles from '#console/screens/content/content.module.css'

const states: readonly State[] = ['on', 'planned', 'ended']

/** `/blackouts`: what may not be shown now, what is to come, and what was. */
export function BlackoutsScreen() {
  const t = useBlackoutsText()
  const content = useContentText()
  const mayEdit = useMay()('guide', 'edit')
  const [shown, choose] = useShown(states)
  const { data, error, refetch } = useCall(consoleBlackouts.list, {})
  const rows = data?.blackouts.filter(({ state }) => shown === 'all' || state === shown) ?? []
  return (
    <Page
      title={t('title')}
      text={t('text')}
      isNarrow
      acts={mayEdit ? <LinkButton href="/blackouts/new">{t('add')}</LinkButton> : undefined}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={styles['lists']}>
          <StateChips
            states={states}
            items={data.blackouts}
            shown={shown}
            onChoose={choose}
            textOf={(name) => t(`state.${name}`)}
          />
          {rows.length === 0 ? (
            <Empty text={data.blackouts.length === 0 ? t('none') : content('nothing')} />
          ) : (
            <ol className={styles['items']} aria-label={t('title')}>
              {rows.map((blackout) => (
                <BlackoutRow key={blackout.id} blackout={blackout} mayEdit={mayEdit} />
              ))}
            </ol>
          )}
        </div>
      )}
    </Page>
  )
}

interface BlackoutRowProps {
  readonly blackout: Blackout
  readonly mayEdit: boolean
}

function BlackoutRow({ blackout, mayEdit }: BlackoutRowProps) {
  const t = useBlackoutsText()
  const [periodOf, scopeOf] = [usePeriodText(), useScopeText()]
  const { send } = useSending('guide')
  const [isBusy, setIsBusy] = useState(false)
  const { id, state, target, label: name } = blackout
  const run = (sent: Promise<boolean>) => {
    setIsBusy(true)
    void sent.finally(() => setIsBusy(false))
  }
  return (
    <ContentItem
      href={`/blackouts/${id}`}
      titleRu={name}
      titleUz=""
      state={state}
      stateText={t(`state.${state}`)}
      period={`${t(`target.${target}`)} · ${periodOf(blackout)} · ${scopeOf(blackout)}`}
      missing={[]}
      acts={
        mayEdit ? (
          <>
            {state === 'on' ? (
              <Button
                isPending={isBusy}
                onPress={() => run(send(consoleBlackouts.end, { id }, () => t('ended', { name })))}
              >
                {t('end')}
              </Button>
            ) : null}
            <IconButton
              icon="close"
              label={t('remove', { name })}
              isDisabled={isBusy}
              onPress={() => run(send(consoleBlackouts.remove, { id }, () => t('removed', { name })))}
            />
          </>
        ) : null
      }
    />
  )
}
