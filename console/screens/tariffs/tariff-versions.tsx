import { useState } from 'react'
import { consoleTariffs } from '#contract/console/tariffs.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { isNamed, useChangeText } from '#console/changes/change-text.ts'
import { FieldDifferences } from '#console/changes/field-differences.tsx'
import { useUndo } from '#console/changes/use-undo.ts'
import { formatDate, formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Failed, Skeleton } from '#console/ui/page.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { useTariffsText } from './tariffs-text.ts'
import styles from './tariffs.module.css'

type Version = ResponseOf<typeof consoleTariffs.history>['versions'][number]

/** Who changed the tariff, when and what; a recent change can be taken back. */
export function TariffVersions({ id }: { readonly id: number }) {
  const t = useTariffsText()
  const { data, error, refetch } = useCall(consoleTariffs.history, { id })
  if (data === undefined)
    return error === null ? <Skeleton lines={3} /> : <Failed error={error} onRetry={() => void refetch()} />
  if (data.versions.length === 0) return <p className={styles['quiet']}>{t('noVersions')}</p>
  return (
    <ol className={styles['versions']} aria-label={t('versions')}>
      {data.versions.map((version) => (
        <li key={version.number}>
          <VersionItem version={version} />
        </li>
      ))}
    </ol>
  )
}

function VersionItem({ version }: { readonly version: Version }) {
  const t = useTariffsText()
  const changes = useChangeText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayEdit = useMay()('billing', 'edit')
  const undo = useUndo()
  const [isBusy, setIsBusy] = useState(false)
  const { number, kind, title, staff_name: who, made_at: madeAt, undo_until: undoUntil } = version
  const key = `act.${title}`
  const act = isNamed(key) ? changes(key as 'act.edit') : title
  const takeBack = () => {
    setIsBusy(true)
    void undo(version.change_id, 'billing', act).finally(() => setIsBusy(false))
  }
  return (
    <article className={styles['version']} aria-label={t('version', { number })}>
      <header>
        <div>
          <p>
            <strong>{t('version', { number })}</strong> ·{' '}
            {kind === 'undo' ? changes('kind.undo', { name: act }) : act}
          </p>
          <small>
            {who || changes('operator')} · {formatMoment(madeAt, language, nowSec)}
          </small>
        </div>
        {mayEdit && undoUntil > nowSec ? (
          <Button isPending={isBusy} aria-label={t('undo', { number })} onPress={takeBack}>
            {changes('undo')}
          </Button>
        ) : null}
      </header>
      <Difference version={version} />
    </article>
  )
}

function Difference({ version }: { readonly version: Version }) {
  const t = useTariffsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { before, after, channels_added: added, channels_removed: removed } = version
  const price = after ?? before
  if (typeof price?.['from'] === 'string' && (before === null || after === null))
    return (
      <p>
        {t(after === null ? 'wasPriceUndone' : 'wasPriced')}:{' '}
        {t('priceLine', {
          ...{ sum: moneyIn(language, Number(price['price'])), days: String(price['days']) },
          date: formatDate(Date.parse(price['from']) / 1000, language, nowSec),
        })}
      </p>
    )
  return (
    <>
      {before === null ? <Badge tone="good">{t('wasAdded')}</Badge> : null}
      <FieldDifferences before={before} after={after} />
      {before !== null && added.length > 0 ? <Names name={t('added')} names={added} /> : null}
      {before !== null && removed.length > 0 ? <Names name={t('dropped')} names={removed} /> : null}
    </>
  )
}

const maxNames = 20

function Names({ name, names }: { readonly name: string; readonly names: readonly string[] }) {
  const t = useTariffsText()
  const left = names.length - maxNames
  return (
    <p>
      {name}: {names.slice(0, maxNames).join(', ')}
      {left > 0 ? ` ${t('more', { count: left })}` : ''}
    </p>
  )
}
