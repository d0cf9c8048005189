import { consoleApps } from '#contract/console/apps.ts'
import { appPlatforms } from '#contract/site/apps.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import type { Apps } from './apps-data.ts'
import { useAppsText } from './apps-text.ts'
import { ReleaseRow } from './release-row.tsx'
import { Switches } from './switches.tsx'
import styles from './apps.module.css'

/** `/apps`: the versions of packaged apps, switches for models, and what apps report. */
export function AppsScreen() {
  const t = useAppsText()
  const mayEdit = useMay()('apps', 'edit')
  const { data, error, refetch } = useCall(consoleApps.list, {})
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
          <Section title={t('releases')} text={t('releasesText')}>
            <ul className={styles['list']}>
              {appPlatforms.map((platform) => (
                <ReleaseRow
                  key={platform}
                  platform={platform}
                  release={data.releases.find((one) => one.platform === platform)}
                  mayEdit={mayEdit}
                />
              ))}
            </ul>
          </Section>
          <Switches switches={data.switches} mayEdit={mayEdit} />
          <Reports reports={data.reports} />
        </>
      )}
    </Page>
  )
}

function Reports({ reports }: Pick<Apps, 'reports'>) {
  const t = useAppsText()
  return (
    <Section title={t('reports')} text={t('reportsText')}>
      {reports.length === 0 ? (
        <p>{t('noReports')}</p>
      ) : (
        <ul className={styles['list']}>
          {reports.map(({ day, kind, count, platform, version, model, firmware, message, page }) => (
            <li key={[day, kind, platform, version, model, firmware].join(' ')}>
              <div>
                <p>
                  <strong>
                    {t(`platform.${platform}`)}, {model === '' ? t('otherModels') : model}
                  </strong>{' '}
                  {t(`kind.${kind}`)}, {t('reportCount', { count })}
                </p>
                <small>
                  {[
                    day,
                    ...(version === '' ? [] : [t('versionSpan', { span: version })]),
                    ...(firmware === '' ? [] : [t('firmwareSpan', { span: firmware })]),
                  ].join(' · ')}
                </small>
                {message === '' ? null : (
                  <small>
                    <code>
                      {message} {page}
                    </code>
                  </small>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
