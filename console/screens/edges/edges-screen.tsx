import { useState } from 'react'
import { consoleEdges, type EdgeRow } from '#contract/console/edges.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { EdgeDialog } from './edge-dialog.tsx'
import { useEdgesText } from './edges-text.ts'
import styles from './edges.module.css'

/** `/edges`: servers that give media in the place of the site's own address. */
export function EdgesScreen() {
  const t = useEdgesText()
  const mayEdit = useMay()('settings', 'edit')
  const { data, error, refetch } = useCall(consoleEdges.list, {})
  const [open, setOpen] = useState<EdgeRow | 'new'>()
  return (
    <Page title={t('title')} text={t('text')}>
      <Section
        title={t('edges')}
        text={t('edgesText')}
        acts={mayEdit ? <Button onPress={() => setOpen('new')}>{t('add')}</Button> : undefined}
      >
        {data === undefined ? (
          error === null ? (
            <Skeleton lines={4} />
          ) : (
            <Failed error={error} onRetry={() => void refetch()} />
          )
        ) : data.edges.length === 0 ? (
          <Empty text={t('none')} />
        ) : (
          <ul className={styles['list']} aria-label={t('edges')}>
            {data.edges.map((edge) => (
              <EdgeItem key={edge.edge_id} edge={edge} mayEdit={mayEdit} onChange={() => setOpen(edge)} />
            ))}
          </ul>
        )}
      </Section>
      {open === undefined ? null : (
        <EdgeDialog edge={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  )
}

interface EdgeItemProps {
  readonly edge: EdgeRow
  readonly mayEdit: boolean
  readonly onChange: () => void
}

function EdgeItem({ edge, mayEdit, onChange }: EdgeItemProps) {
  const t = useEdgesText()
  const { send } = useSending('health')
  const { edge_id: id, name, base_address: base, weight, state, prefixes } = edge
  const whom = prefixes.length === 0 ? t('everybody') : t('networks', { count: prefixes.length })
  const isLeftOut = edge.health?.is_healthy === false && state !== 'off'
  return (
    <li className={styles['item']}>
      <span className={styles['about']}>
        <span>{name}</span>
        <small>{base}</small>
        <small>{[t(`state.${state}`), t('weightOf', { weight }), whom].join(' · ')}</small>
        {state === 'off' ? null : (
          <small className={isLeftOut ? styles['wrong'] : undefined}>{healthText(t, edge)}</small>
        )}
      </span>
      {mayEdit ? (
        <span className={styles['acts']}>
          <Button look="quiet" aria-label={t('changeOf', { name })} onPress={onChange}>
            {t('change')}
          </Button>
          <IconButton
            icon="close"
            label={t('remove', { name })}
            onPress={() => void send(consoleEdges.remove, { edge_id: id }, () => t('removed', { name }))}
          />
        </span>
      ) : null}
    </li>
  )
}

function healthText(
  t: ReturnType<typeof useEdgesText>,
  { health_address: address, health }: EdgeRow,
): string {
  if (address === '') return t('unchecked')
  if (health === null) return t('notYet')
  return health.is_healthy ? t('healthy') : t('leftOut', { problem: health.problem })
}
