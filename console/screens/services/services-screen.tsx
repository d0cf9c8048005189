import { Card, CardAbout, CardActs, CardBadges, CardList } from '#console/ui/card-list.tsx'
import { useState } from 'react'
import { consoleOutsideServices } from '#contract/console/outside-services.ts'
import { ChangeList } from '#console/changes/change-list.tsx'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { OtherSettings } from './other-settings.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ServiceDialog } from './service-dialog.tsx'
import { isPlain, type Service, serviceGroups, subjectOf } from './services-data.ts'
import { useServicesText, useServiceWords, withUnit } from './services-text.ts'
import { TestDialog } from './test-part.tsx'
import styles from './services.module.css'

type Opened = 'change' | 'test' | 'remove'

/** `/services`: gateways, payment systems and mail, set while the server runs. */
export function ServicesScreen() {
  const t = useServicesText()
  const { data, error, refetch } = useCall(consoleOutsideServices.list, {})
  return (
    <Page title={t('title')} text={t('text')}>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {serviceGroups.map(({ name, services }) => (
            <Section key={name} title={t(`group.${name}`)}>
              <CardList label={t(`group.${name}`)}>
                {data.services
                  .filter(({ service }) => services.some((one) => one === service))
                  .map((one) => (
                    <ServiceItem key={one.service} service={one} />
                  ))}
              </CardList>
            </Section>
          ))}
          <StoreSection />
          <HistorySection />
          <OtherSettings others={data.others} />
        </>
      )}
    </Page>
  )
}

const tones = { environment: 'own', stored: 'good', sealed: 'bad', none: 'plain' } as const

function ServiceItem({ service }: { readonly service: Service }) {
  const t = useServicesText()
  const mayAct = useMay()('settings', 'act')
  const [opened, setOpened] = useState<Opened>()
  const { origin } = service
  const subject = subjectOf(service.service)
  const name = t(`s.${service.service}`)
  const labelled = (act: string) => t('ofService', { act, name })
  const close = () => setOpened(undefined)
  const isHere = origin === 'stored' || origin === 'sealed'
  return (
    <Card>
      <CardAbout>
        <CardBadges>
          <strong>{name}</strong>
          <Badge tone={tones[origin]}>{t(`origin.${origin}`)}</Badge>
        </CardBadges>
        <Facts service={service} />
      </CardAbout>
      {mayAct ? (
        <CardActs>
          {subject === undefined || origin === 'none' || origin === 'sealed' ? null : (
            <Button aria-label={labelled(t('test'))} onPress={() => setOpened('test')}>
              {t('test')}
            </Button>
          )}
          {isHere ? (
            <Button aria-label={labelled(t('remove'))} onPress={() => setOpened('remove')}>
              {t('remove')}
            </Button>
          ) : null}
          {origin === 'environment' ? null : (
            <Button aria-label={labelled(t(isHere ? 'change' : 'setUp'))} onPress={() => setOpened('change')}>
              {t(isHere ? 'change' : 'setUp')}
            </Button>
          )}
        </CardActs>
      ) : null}
      {opened === 'change' ? <ServiceDialog service={service} onClose={close} /> : null}
      {opened === 'remove' ? <RemoveDialog service={service} onClose={close} /> : null}
      {opened === 'test' && subject !== undefined ? (
        <TestDialog {...{ subject, name }} onClose={close} />
      ) : null}
    </Card>
  )
}

/** What a service without a setting does; a plain value has its standard one. */
function useOffText(): (service: Service) => string {
  const t = useServicesText()
  return ({ service, unit, fields: [field] }) => {
    const standard = field?.default ?? ''
    if (isPlain(service))
      return standard === '' ? t('none.plainEmpty') : t('none.plain', { value: withUnit(t, standard, unit) })
    if (service === 'telegram') return t('none.telegram')
    const isDemo = ['sms', 'voice', 'cards', 'payme', 'click', 'paynet', 'uzum'].includes(service)
    return t(isDemo ? 'none.demo' : 'none.off')
  }
}

/** What is set, without secrets, or why it is not. */
function Facts({ service }: { readonly service: Service }) {
  const t = useServicesText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const offText = useOffText()
  const { origin, variable, fields, changed_by: who, changed_at: at } = service
  const leading = fields.filter(({ value }) => value !== '').slice(0, 3)
  const values = { who, when: at === null ? '' : formatMoment(at, language, nowSec) }
  const last = at === null ? '' : t(origin === 'none' ? 'removedBy' : 'changedBy', values)
  return (
    <>
      {origin === 'environment' ? (
        <span className={styles['fact']}>{t('inEnvironment', { variable })}</span>
      ) : null}
      {origin === 'none' ? <span className={styles['fact']}>{offText(service)}</span> : null}
      {origin === 'sealed' ? <span className={styles['fact']}>{t('sealedText')}</span> : null}
      {origin === 'stored' ? (
        <span className={styles['fact']}>
          {leading.map(({ value }) => withUnit(t, value, service.unit)).join(' · ')}
        </span>
      ) : null}
      {last === '' || origin === 'environment' ? null : <small>{last}</small>}
    </>
  )
}

function StoreSection() {
  const t = useServicesText()
  const mayAct = useMay()('settings', 'act')
  const [isOpen, setIsOpen] = useState(false)
  const name = t('storeName')
  return (
    <Section title={t('group.store')}>
      <Card isAlone>
        <CardAbout>
          <strong>{name}</strong>
          <span className={styles['fact']}>{t('storeText')}</span>
        </CardAbout>
        {mayAct ? (
          <Button aria-label={t('ofService', { act: t('test'), name })} onPress={() => setIsOpen(true)}>
            {t('test')}
          </Button>
        ) : null}
      </Card>
      {isOpen ? <TestDialog subject="store" name={name} onClose={() => setIsOpen(false)} /> : null}
    </Section>
  )
}

/** What was set and removed, and a way to take it back. */
function HistorySection() {
  const t = useServicesText()
  const words = useServiceWords()
  // The list of changes is for those who may see channels.
  if (!useMay()('channels', 'view')) return null
  return (
    <Section title={t('history')} text={t('historyText')}>
      <ChangeList filter={{ section: 'services' }} words={words} />
    </Section>
  )
}
