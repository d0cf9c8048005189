import { consoleChannels } from '#contract/console/channels.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Badge, Section } from '#console/ui/page.tsx'
import { useChannelsText } from './channels-text.ts'
import { useChannelActs } from './use-channel-acts.ts'
import styles from './channels.module.css'

interface ChannelSourcesProps {
  readonly details: ResponseOf<typeof consoleChannels.one>
  readonly mayEdit: boolean
}

/** The sources of a channel in the order in which they are tried. */
export function ChannelSources({ details: { channel, sources }, mayEdit }: ChannelSourcesProps) {
  const t = useChannelsText()
  const acts = useChannelActs()
  const isReceived = channel.source_kind === 'recorded'
  return (
    <Section title={t('sources')} text={t('sourcesText')}>
      {sources.length === 0 ? <p>{t('noSources')}</p> : null}
      <ol className={styles['sources']}>
        {sources.map(({ url, protocol, is_own: isOwn }, index) => (
          // Two sources may be shown alike: their secrets are left out.
          <li key={`${index} ${url}`}>
            <span>
              <code>{url}</code> <Badge>{protocol}</Badge>{' '}
              {isOwn ? <Badge tone="own">{t('ownSource')}</Badge> : null}
            </span>
            {mayEdit && isReceived ? (
              <span className={styles['rowActs']}>
                <IconButton
                  icon="up"
                  label={t('sourceUp', { number: index + 1 })}
                  isDisabled={index === 0}
                  onPress={() => void acts.moveSource(channel, index, index - 1)}
                />
                <IconButton
                  icon="down"
                  label={t('sourceDown', { number: index + 1 })}
                  isDisabled={index === sources.length - 1}
                  onPress={() => void acts.moveSource(channel, index, index + 1)}
                />
                <IconButton
                  icon="close"
                  label={t('sourceRemove', { number: index + 1 })}
                  isDisabled={sources.length === 1}
                  onPress={() => void acts.removeSource(channel, index)}
                />
              </span>
            ) : null}
          </li>
        ))}
      </ol>
      {mayEdit && isReceived ? <AddSource cid={channel.cid} /> : null}
    </Section>
  )
}

function AddSource({ cid }: { readonly cid: number }) {
  const t = useChannelsText()
  const acts = useChannelActs()
  const form = useForm(
    consoleChannels.addSource,
    { url: '' },
    {
      toInput: ({ url }) => ({ cid, url }),
      failureFields: { source_address: 'url', source_twice: 'url', sources_full: 'url' },
      onDone: ({ change_id: changeId }) => {
        form.reset()
        void acts.confirm(changeId, t('sourceAdded'))
      },
    },
  )
  return (
    <form className={styles['addSource']} onSubmit={form.submit} noValidate>
      <TextField field={form.field('url')} label={t('sourceAddress')} hint={t('sourceHint')} />
      <Button type="submit" isPending={form.isBusy}>
        {t('sourceAdd')}
      </Button>
    </form>
  )
}
