import { type ComponentProps, type ReactNode, useState } from 'react'
import { consoleChannels } from '#contract/console/channels.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useAct } from '#console/session/queries.ts'
import { useForm } from '#console/session/use-form.ts'
import { lazyScreen } from '#console/shell/lazy-screen.tsx'
import { Button, IconButton } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Badge, Section } from '#console/ui/page.tsx'
import { ChannelLoudness } from './channel-loudness.tsx'
import { useChannelsText } from './channels-text.ts'
import { SourceExamination } from './source-examination.tsx'
import { useChannelActs } from './use-channel-acts.ts'
import styles from './channels.module.css'

interface ChannelSourcesProps {
  readonly details: ResponseOf<typeof consoleChannels.one>
  readonly mayEdit: boolean
}

/** The sources of a channel in the order in which they are tried. */
export function ChannelSources({ details: { channel, loudness, sources }, mayEdit }: ChannelSourcesProps) {
  const t = useChannelsText()
  const acts = useChannelActs()
  const isReceived = channel.source_kind === 'recorded'
  return (
    <Section title={t('sources')} text={t('sourcesText')}>
      {sources.length === 0 ? <p>{t('noSources')}</p> : null}
      <ol className={styles['sources']}>
        {sources.map(({ url, protocol, is_own: isOwn }, index) => (
          // Two sources may be shown alike: their secrets are left out.
          <SourceRow
            key={`${index} ${url}`}
            channel={channel}
            index={index}
            mayExamine={mayEdit && isReceived}
            name={channel.name_ru || channel.name_uz}
          >
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
          </SourceRow>
        ))}
      </ol>
      {isReceived && channel.is_enabled ? <ChannelLoudness loudness={loudness} /> : null}
      {mayEdit && isReceived && channel.is_enabled ? (
        <Live
          cid={channel.cid}
          name={channel.name_ru || channel.name_uz}
          radioLogo={channel.is_radio ? channel.logo : null}
        />
      ) : null}
      {mayEdit && isReceived ? <AddSource cid={channel.cid} /> : null}
    </Section>
  )
}

const ChannelPlayer = lazyScreen(() =>
  import('./channel-player.tsx').then((file) => ({ default: file.ChannelPlayer })),
)

const SourcePlayer = lazyScreen(() =>
  import('./source-player.tsx').then((file) => ({ default: file.SourcePlayer })),
)

/** A player that is opened, and closed again: it loads the channel while it is open. */
function Live(props: ComponentProps<typeof ChannelPlayer>) {
  const t = useChannelsText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div>
        <Button icon={isOpen ? 'close' : 'play'} onPress={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'liveClose' : 'liveOpen')}
        </Button>
      </div>
      {isOpen ? <ChannelPlayer {...props} /> : null}
    </>
  )
}

interface SourceRowProps {
  readonly channel: ResponseOf<typeof consoleChannels.one>['channel']
  readonly index: number
  readonly mayExamine: boolean
  readonly name: string
  /** Its address and acts. */
  readonly children: ReactNode
}

/** A source, and what it sends once it was examined. */
function SourceRow({ channel, index, mayExamine, name, children }: SourceRowProps) {
  const t = useChannelsText()
  const [isWatched, setIsWatched] = useState(false)
  const { data, error, isPending, mutate } = useAct(consoleChannels.examineSource)
  return (
    <li>
      {children}
      {mayExamine ? (
        <Button
          look="quiet"
          isPending={isPending}
          aria-label={t('examineSource', { number: index + 1 })}
          onPress={() => mutate({ cid: channel.cid, index })}
        >
          {t(isPending ? 'examining' : 'examine')}
        </Button>
      ) : null}
      {mayExamine ? (
        <Button
          look="quiet"
          icon={isWatched ? 'close' : 'play'}
          aria-label={t(isWatched ? 'sourceWatchEndOf' : 'sourceWatchOf', { number: index + 1 })}
          onPress={() => setIsWatched(!isWatched)}
        >
          {t(isWatched ? 'sourceWatchEnd' : 'sourceWatch')}
        </Button>
      ) : null}
      {isWatched ? <SourcePlayer cid={channel.cid} index={index} name={name} /> : null}
      {error === null || isPending ? null : <p role="alert">{error.message}</p>}
      {data === undefined || isPending ? null : <SourceExamination examined={data} channel={channel} />}
    </li>
  )
}

function AddSource({ cid }: { readonly cid: number }) {
  const t = useChannelsText()
  const acts = useChannelActs()
  const form = useForm(
    consoleChannels.addSource,
    { url: '', user_agent: '', referer: '' },
    {
      toInput: ({ url, user_agent: userAgent, referer }) => ({
        ...{ cid, url },
        ...(userAgent === '' ? {} : { user_agent: userAgent }),
        ...(referer === '' ? {} : { referer }),
      }),
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
      <details>
        <summary>{t('sourceHeaders')}</summary>
        <TextField field={form.field('user_agent')} label="User-Agent" hint={t('sourceHeadersHint')} />
        <TextField field={form.field('referer')} label="Referer" />
      </details>
    </form>
  )
}
