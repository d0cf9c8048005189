import { useState } from 'react'
import { consoleCities } from '#contract/console/cities.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { useCitiesText } from './cities-text.ts'
import { NetworksDialog } from './networks-dialog.tsx'
import styles from './cities.module.css'

type Network = ResponseOf<typeof consoleCities.networks>['networks'][number]

/** Rows that are shown at first. */
const fewRows = 20

/** The networks by which quality is counted and cities are suggested. */
export function NetworksSection() {
  const t = useCitiesText()
  const mayEdit = useMay()('settings', 'edit')
  const [isEditing, setIsEditing] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const { data, error, refetch } = useCall(consoleCities.networks, {})
  const rows = data?.networks ?? []
  return (
    <Section
      title={t('networks')}
      text={t('networksText')}
      acts={
        mayEdit && data !== undefined ? (
          <Button onPress={() => setIsEditing(true)}>{t('networksEdit')}</Button>
        ) : undefined
      }
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : rows.length === 0 ? (
        <Empty text={t('networksNone')} />
      ) : (
        <div className={styles['column']}>
          <Rows rows={isWhole ? rows : rows.slice(0, fewRows)} />
          {isWhole || rows.length <= fewRows ? null : (
            <div>
              <Button onPress={() => setIsWhole(true)}>{t('all', { count: rows.length })}</Button>
            </div>
          )}
        </div>
      )}
      {data === undefined || !isEditing ? null : (
        <NetworksDialog text={data.text} mark={data.mark} onClose={() => setIsEditing(false)} />
      )}
    </Section>
  )
}

function Rows({ rows }: { readonly rows: readonly Network[] }) {
  const t = useCitiesText()
  const language = useLanguage()
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={t('networks')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('city')}</th>
            <th scope="col">{t('prefix')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ prefix, name, city }) => (
            <tr key={prefix}>
              <td>{name}</td>
              <td>{city[language] || <span className={styles['quiet']}>{t('noCity')}</span>}</td>
              <td>{prefix}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
