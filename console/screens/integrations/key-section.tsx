import { Card, CardAbout, CardActs, CardBadges, CardList } from '#console/ui/card-list.tsx'
import { useState } from 'react'
import { consoleApiKeys } from '#contract/console/api-keys.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Empty, Failed, Section, Skeleton } from '#console/ui/page.tsx'
import type { ApiKey } from './integrations-data.ts'
import { useIntegrationsText } from './integrations-text.ts'
import { KeyDialog, LeakedDialog, RevokeDialog, RotateDialog } from './key-dialogs.tsx'
import { ShownOnce } from './shown-once.tsx'
import styles from './integrations.module.css'

type Opened =
  | { readonly kind: 'new' | 'leaked' }
  | { readonly kind: 'rotate' | 'revoke'; readonly apiKey: ApiKey }
  | { readonly kind: 'shown'; readonly text: string }

const tones = { valid: 'good', expired: 'plain', revoked: 'plain' } as const

/** The keys, and what can be done with them. */
export function KeySection() {
  const t = useIntegrationsText()
  const mayAct = useMay()('settings', 'act')
  const { data, error, refetch } = useCall(consoleApiKeys.list, {})
  const [opened, setOpened] = useState<Opened>()
  const [showsAll, setShowsAll] = useState(false)
  const keys = data?.keys ?? []
  const valid = keys.filter(({ state }) => state === 'valid')
  const shown = showsAll ? keys : valid
  return (
    <Section
      title={t('keys')}
      text={t('keysText')}
      acts={
        mayAct ? (
          <CardActs>
            <Button onPress={() => setOpened({ kind: 'leaked' })}>{t('report')}</Button>
            <Button look="primary" onPress={() => setOpened({ kind: 'new' })}>
              {t('newKey')}
            </Button>
          </CardActs>
        ) : null
      }
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={3} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : shown.length === 0 ? (
        <Empty text={t('keysEmpty')} />
      ) : (
        <CardList label={t('keys')}>
          {shown.map((apiKey) => (
            <KeyItem key={apiKey.key_id} apiKey={apiKey} mayAct={mayAct} onOpen={setOpened} />
          ))}
        </CardList>
      )}
      {showsAll || keys.length === valid.length ? null : (
        <div className={styles['more']}>
          <Button look="quiet" onPress={() => setShowsAll(true)}>
            {t('showRevoked', { count: keys.length - valid.length })}
          </Button>
        </div>
      )}
      <Dialogs opened={opened} onOpen={setOpened} />
    </Section>
  )
}

interface DialogsProps {
  readonly opened: Opened | undefined
  readonly onOpen: (opened: Opened | undefined) => void
}

function Dialogs({ opened, onOpen }: DialogsProps) {
  const close = () => onOpen(undefined)
  const show = (text: string) => onOpen({ kind: 'shown', text })
  switch (opened?.kind) {
    case 'new':
      return <KeyDialog onMade={show} onClose={close} />
    case 'leaked':
      return <LeakedDialog onClose={close} />
    case 'rotate':
      return <RotateDialog apiKey={opened.apiKey} onMade={show} onClose={close} />
    case 'revoke':
      return <RevokeDialog apiKey={opened.apiKey} onClose={close} />
    case 'shown':
      return <ShownOnce kind="key" text={opened.text} onClose={close} />
    case undefined:
      return null
  }
}

interface KeyItemProps {
  readonly apiKey: ApiKey
  readonly mayAct: boolean
  readonly onOpen: (opened: Opened) => void
}

function KeyItem({ apiKey, mayAct, onOpen }: KeyItemProps) {
  const t = useIntegrationsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const moment = (sec: number) => formatMoment(sec, language, nowSec)
  const { name, prefix, scopes, networks, state } = apiKey
  const { expires_at: expires, last_used_at: used, former_until: former, revoked_at: revoked } = apiKey
  const facts = [
    networks.length === 0 ? t('anywhere') : networks.join(', '),
    t('rateShort', { count: apiKey.per_minute }),
    expires === null ? t('forever') : t('until', { when: moment(expires) }),
    used === null ? t('unused') : t('used', { when: moment(used), from: apiKey.last_used_from }),
    ...(former === null ? [] : [t('formerUntil', { when: moment(former) })]),
    ...(revoked === null ? [] : [t('revokedBy', { who: apiKey.revoked_by, when: moment(revoked) })]),
  ]
  return (
    <Card>
      <CardAbout>
        <CardBadges>
          <strong>{name}</strong>
          <code>{prefix}…</code>
          <Badge tone={apiKey.is_leaked ? 'bad' : tones[state]}>
            {apiKey.is_leaked ? t('leaked') : t(`state.${state}`)}
          </Badge>
        </CardBadges>
        <span>{scopes.map((scope) => t(`scope.${scope}`)).join(', ')}</span>
        <small>{facts.join(' · ')}</small>
      </CardAbout>
      {mayAct && state !== 'revoked' ? (
        <CardActs>
          <Button aria-label={t('rotateOf', { name })} onPress={() => onOpen({ kind: 'rotate', apiKey })}>
            {t('rotate')}
          </Button>
          <Button aria-label={t('revokeOf', { name })} onPress={() => onOpen({ kind: 'revoke', apiKey })}>
            {t('revoke')}
          </Button>
        </CardActs>
      ) : null}
    </Card>
  )
}
