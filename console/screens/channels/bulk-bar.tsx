import { channelLanguages, channelQualities } from '#contract/console/channel-rules.ts'
import { gatheringCategoryId } from '#contract/form/constants.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { useDiskSize } from '#console/ui/disk-size.ts'
import { useArchiveForecast } from './archive-forecast.tsx'
import type { Category, Channel } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'
import { type ChannelEdits, useChannelActs } from './use-channel-acts.ts'
import styles from './channels.module.css'

const archiveChoices = [0, 1, 3, 7, 14, 30] as const

interface BulkBarProps {
  readonly selected: readonly Channel[]
  readonly categories: readonly Category[]
  readonly onClear: () => void
}

/** Acts on all selected channels at once: each is one set of changes. */
export function BulkBar({ selected, categories, onClear }: BulkBarProps) {
  const t = useChannelsText()
  const language = useLanguage()
  const mayAct = useMay()('channels', 'act')
  const acts = useChannelActs()
  const cids = selected.map(({ cid }) => cid)
  const forecastOf = useArchiveForecast()
  const size = useDiskSize()
  const archiveLabel = (days: number) => {
    const words = t('days', { count: days })
    const forecast = forecastOf(cids, days)
    return forecast === null
      ? words
      : t('forecastOfAll', {
          days: words,
          total: size(forecast.totalBytes),
          room: size(forecast.roomBytes),
        })
  }
  const edit = (fields: ChannelEdits) => () => void acts.edit(cids, fields)
  return (
    <section className={styles['bulk']} aria-label={t('selected', { count: cids.length })}>
      <p>{t('selected', { count: cids.length })}</p>
      <Menu
        trigger={<Button icon="down">{t('setCategory')}</Button>}
        label={t('setCategory')}
        entries={categories
          .filter(({ category_id: id }) => id !== gatheringCategoryId)
          .map(({ category_id: id, name_ru: ru, name_uz: uz }) => ({
            id: String(id),
            label: language === 'uz' ? uz || ru : ru,
            onAct: edit({ category_id: id }),
          }))}
      />
      <Menu
        trigger={<Button icon="down">{t('setArchive')}</Button>}
        label={t('setArchive')}
        entries={archiveChoices.map((days) => ({
          id: String(days),
          label: days === 0 ? t('noArchive') : archiveLabel(days),
          onAct: edit({ archive_days: days }),
        }))}
      />
      <Menu
        trigger={<Button icon="down">{t('setShown')}</Button>}
        label={t('setShown')}
        entries={[
          { id: 'hide', label: t('hide'), onAct: edit({ is_hidden: true }) },
          { id: 'show', label: t('show'), onAct: edit({ is_hidden: false }) },
          { id: 'on', label: t('switchOn'), onAct: edit({ is_enabled: true }) },
          { id: 'off', label: t('switchOff'), onAct: edit({ is_enabled: false }) },
          { id: 'social', label: t('makeSocial'), onAct: edit({ is_social: true }) },
          { id: 'not-social', label: t('makePaid'), onAct: edit({ is_social: false }) },
          { id: 'open', label: t('openToGuests'), onAct: edit({ open_to_guests: true }) },
          { id: 'not-open', label: t('closeToGuests'), onAct: edit({ open_to_guests: false }) },
          { id: 'radio', label: t('makeRadio'), onAct: edit({ is_radio: true }) },
          { id: 'television', label: t('makeTelevision'), onAct: edit({ is_radio: false }) },
        ]}
      />
      <Menu
        trigger={<Button icon="down">{t('setSigns')}</Button>}
        label={t('setSigns')}
        entries={[
          ...channelLanguages.map((code) => ({
            ...{ id: code, label: t(`language.${code}`), onAct: edit({ languages: [code] }) },
          })),
          ...channelQualities.map((quality) => ({
            ...{ id: quality, label: t(`quality.${quality}`), onAct: edit({ quality }) },
          })),
        ]}
      />
      {mayAct ? (
        <Button
          look="danger"
          onPress={() => {
            onClear()
            void acts.remove(cids)
          }}
        >
          {t('remove')}
        </Button>
      ) : null}
      <Button look="quiet" onPress={onClear}>
        {t('unselect')}
      </Button>
    </section>
  )
}
