import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { consoleTariffs } from '#contract/console/tariffs.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatNumber } from '#contract/form/money.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { IconButton } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Menu, type MenuEntry } from '#console/ui/menu.tsx'
import { movedBy } from '#console/ui/moved.ts'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { SortableList } from '#console/ui/sortable-list.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { TariffSign } from './tariff-sign.tsx'
import { nameIn, useTariffsText } from './tariffs-text.ts'
import styles from './tariffs.module.css'

type Listed = ResponseOf<typeof consoleTariffs.list>['tariffs'][number]

/** `/tariffs`: the tariffs in the order of the site. */
export function TariffsScreen() {
  const t = useTariffsText()
  const mayEdit = useMay()('billing', 'edit')
  const { data, error, refetch } = useCall(consoleTariffs.list, {})
  return (
    <Page
      title={t('title')}
      text={t('text')}
      acts={mayEdit ? <LinkButton href="/tariffs/new">{t('add')}</LinkButton> : undefined}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.tariffs.length === 0 ? (
        <Empty text={t('none')} />
      ) : (
        <TariffList tariffs={data.tariffs} mayEdit={mayEdit} />
      )}
    </Page>
  )
}

function TariffList({
  tariffs,
  mayEdit,
}: {
  readonly tariffs: readonly Listed[]
  readonly mayEdit: boolean
}) {
  const t = useTariffsText()
  const language = useLanguage()
  const { send } = useSending('billing')
  const [isBusy, setIsBusy] = useState(false)
  const order = (ids: readonly number[]) => {
    setIsBusy(true)
    void send(consoleTariffs.order, { ids: [...ids] }, () => t('ordered')).finally(() => setIsBusy(false))
  }
  const items = tariffs.map((tariff) => ({ id: tariff.tariff_id, tariff }))
  const ids = items.map(({ id }) => id)
  return (
    <SortableList
      label={t('title')}
      items={items}
      nameOf={({ tariff }) => nameIn(language, tariff)}
      onOrder={mayEdit ? order : undefined}
      isDisabled={isBusy}
      renderItem={({ tariff }) => <TariffRow tariff={tariff} />}
      renderActs={({ tariff }) =>
        mayEdit ? <TariffMenu tariff={tariff} moves={movesOf(ids, tariff.tariff_id, order, t)} /> : null
      }
    />
  )
}

/** Where a tariff can go by the menu: not where it is. */
function movesOf(
  ids: readonly number[],
  id: number,
  order: (ids: readonly number[]) => void,
  t: ReturnType<typeof useTariffsText>,
): readonly MenuEntry[] {
  const others = ids.filter((one) => one !== id)
  const up: readonly MenuEntry[] = [
    { id: 'top', label: t('toTop'), onAct: () => order([id, ...others]) },
    { id: 'up', label: t('moveUp'), onAct: () => order(movedBy(ids, id, -1)) },
  ]
  const down: readonly MenuEntry[] = [
    { id: 'down', label: t('moveDown'), onAct: () => order(movedBy(ids, id, 1)) },
    { id: 'end', label: t('toEnd'), onAct: () => order([...others, id]) },
  ]
  return [...(ids[0] === id ? [] : up), ...(ids.at(-1) === id ? [] : down)]
}

function TariffRow({ tariff }: { readonly tariff: Listed }) {
  const t = useTariffsText()
  const language = useLanguage()
  const name = nameIn(language, tariff)
  return (
    <div className={styles['row']}>
      <div className={styles['named']}>
        <TariffSign {...tariff} />
        <div className={styles['about']}>
          <Link href={`/tariffs/${tariff.tariff_id}`}>{name}</Link>
          <span className={styles['badges']}>
            <small>№{tariff.tariff_id}</small>
            <Badge>{t(`kind.${tariff.kind}`)}</Badge>
            {tariff.recommended ? <Badge tone="own">{t('recommended')}</Badge> : null}
            {tariff.offered && tariff.can_be_offered ? null : <Badge tone="warn">{t('notOffered')}</Badge>}
          </span>
        </div>
      </div>
      <div className={styles['figures']}>
        <strong>{t('perDays', { sum: moneyIn(language, tariff.price), days: tariff.days })}</strong>
        <small>{t('channelCount', { count: tariff.channels })}</small>
      </div>
      <div className={styles['figures']}>
        <span>{t('active', { count: formatNumber(tariff.active) })}</span>
        <small>{t('suspended', { count: formatNumber(tariff.suspended) })}</small>
      </div>
      <div className={styles['figures']}>
        <span>{t('revenue', { sum: moneyIn(language, tariff.revenue) })}</span>
      </div>
    </div>
  )
}

interface TariffMenuProps {
  readonly tariff: Listed
  readonly moves: readonly MenuEntry[]
}

function TariffMenu({ tariff, moves }: TariffMenuProps) {
  const t = useTariffsText()
  const name = nameIn(useLanguage(), tariff)
  const [, go] = useLocation()
  const { send } = useSending('billing')
  const { tariff_id: id, offered, can_be_offered: canBeOffered, active, suspended } = tariff
  const offer: MenuEntry = {
    id: 'offer',
    label: t(offered ? 'stop' : 'offer'),
    onAct: () =>
      void send(consoleTariffs.offer, { id, offered: !offered }, () =>
        t(offered ? 'stopped' : 'offered', { name }),
      ),
  }
  const entries: readonly MenuEntry[] = [
    ...moves,
    { id: 'copy', label: t('copy'), onAct: () => go(`/tariffs/new?from=${id}`) },
    ...(canBeOffered ? [offer] : []),
    ...(active + suspended > 0
      ? []
      : [
          {
            id: 'remove',
            label: t('remove'),
            isDangerous: true,
            onAct: () => void send(consoleTariffs.remove, { id }, () => t('removed', { name })),
          },
        ]),
  ]
  return (
    <Menu
      trigger={<IconButton icon="more" label={t('acts', { name })} />}
      label={t('acts', { name })}
      entries={entries}
    />
  )
}
