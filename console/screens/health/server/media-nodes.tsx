import { consoleOperations } from '#contract/console/operations.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useAct } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { FactList } from '#console/ui/fact-list.tsx'
import { Badge, Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import type { ServerState } from './operations-state.ts'
import { useOperationsText } from './operations-text.ts'
import styles from './operations.module.css'

type MediaNode = ServerState['media_nodes'][number]

/** The processes that share the channels: how many each records, and a way to empty one before it is stopped. */
export function MediaNodes({ nodes }: { readonly nodes: readonly MediaNode[] }) {
  const t = useOperationsText()
  const mayAct = useMay()('health', 'act')
  const balance = useAct(consoleOperations.balanceNodes, {
    changes: [consoleOperations.server],
    onDone: () => showToast(t('balancing')),
    onFailed: (error) => {
      if (!isCancelled(error)) showToast(error.message, { isProblem: true })
    },
  })
  if (nodes.length === 0) return null
  return (
    <Section title={t('mediaNodes')} text={t('mediaNodesText')}>
      <ul className={styles['list']}>
        {nodes.map((node) => (
          <MediaNodeItem key={node.name} node={node} mayAct={mayAct} />
        ))}
      </ul>
      {mayAct && nodes.length > 1 ? (
        <div className={styles['act']}>
          <Button isPending={balance.isPending} onPress={() => balance.mutate({})}>
            {t('balance')}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}

function MediaNodeItem({ node, mayAct }: { readonly node: MediaNode; readonly mayAct: boolean }) {
  const t = useOperationsText()
  const { name, channels, share, capacity, is_silent: isSilent, is_drained: isDrained } = node
  const state = node.is_live ? 'alive' : isSilent ? 'silent' : 'lost'
  const drain = useAct(consoleOperations.drainNode, {
    changes: [consoleOperations.server],
    onFailed: (error) => {
      if (!isCancelled(error)) showToast(error.message, { isProblem: true })
    },
  })
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        <strong>{name}</strong>
        <Badge tone={node.is_live ? 'good' : 'bad'}>{t(state)}</Badge>
        {isDrained ? <Badge tone="warn">{t('drained')}</Badge> : null}
        {node.is_balancing ? <Badge tone="plain">{t('balancing')}</Badge> : null}
      </div>
      <FactList
        facts={[
          [t(isSilent ? 'channelsLeased' : 'channelsRecorded'), String(channels)],
          [t('share'), String(share)],
          [t('capacity'), capacity === 0 ? t('noLimit') : String(capacity)],
        ]}
      />
      {isSilent ? <p className={styles['problem']}>{t('silentText')}</p> : null}
      {mayAct ? (
        <div className={styles['act']}>
          <Button isPending={drain.isPending} onPress={() => drain.mutate({ name, drain: !isDrained })}>
            {t(isDrained ? 'undrain' : 'drain')}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
