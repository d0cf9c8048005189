import { memo } from 'react'
import { Link } from 'wouter'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import { formatDate } from '#console/i18n/format.ts'
import { Icon } from '#console/ui/icons.tsx'
import { Badge } from '#console/ui/page.tsx'
import { ChannelMenu } from './channel-menu.tsx'
import type { Category, Channel } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'
import { StateBadge } from './state-badge.tsx'
import { CategoryCell, NumberCell, TextCell } from './edit-cells.tsx'
import type { ChannelActs } from './use-channel-acts.ts'
import type { RowDrag } from './use-row-drag.ts'
import styles from './channels.module.css'

interface ChannelRowProps {
  readonly channel: Channel
  readonly categories: readonly Category[]
  readonly language: StaffLanguage
  readonly nowSec: number
  readonly rowIndex: number
  readonly mayEdit: boolean
  readonly isSelected: boolean
  /** Like `acts`, the same function at each render: a row in sight renders again only when it differs. */
  readonly onSelect: (cid: number, isRange: boolean) => void
  readonly acts: Pick<ChannelActs, 'edit'>
  /** Undefined where rows cannot be ordered: only in the order of their numbers. */
  readonly order: RowOrder | undefined
}

export interface RowOrder {
  /** A handle was pressed. */
  readonly drag: RowDrag['start']
  /** Moves a row by places. */
  readonly step: (index: number, by: -1 | 1) => void
}

export const ChannelRow = memo(function ChannelRow(props: ChannelRowProps) {
  const t = useChannelsText()
  const { channel, categories, language, nowSec, mayEdit, isSelected, onSelect, acts } = props
  const { cid } = channel
  return (
    <tr aria-rowindex={props.rowIndex} data-cid={cid} data-selected={isSelected || undefined}>
      <td className={styles['check']}>
        {mayEdit ? (
          <input
            type="checkbox"
            aria-label={t('selectOne', { name: channel.name_ru })}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect(cid, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        ) : null}
      </td>
      <td className={styles['number']}>
        {props.order === undefined ? null : (
          <Handle name={channel.name_ru} index={props.rowIndex - 2} order={props.order} />
        )}
        <NumberCell
          label={t('column.number')}
          value={channel.number}
          min={1}
          max={99_999}
          mayEdit={mayEdit}
          onSave={(number) => acts.edit([cid], { number })}
        />
      </td>
      <td className={styles['name']}>
        <span className={styles['names']}>
          <Logo address={channel.logo} />
          <TextCell
            label={t('column.name')}
            value={channel.name_ru}
            isRequired
            mayEdit={mayEdit}
            onSave={(name) => acts.edit([cid], { name_ru: name })}
          />
          {channel.is_radio ? <Badge>{t('kind.radio')}</Badge> : null}
          {channel.locked.length === 0 ? null : (
            <span className={styles['lock']} role="img" aria-label={t('locked')} title={t('locked')}>
              <Icon name="key" size={14} />
            </span>
          )}
        </span>
      </td>
      <td className={styles['nameUz']}>
        <TextCell
          label={t('column.nameUz')}
          value={channel.name_uz}
          mayEdit={mayEdit}
          onSave={(name) => acts.edit([cid], { name_uz: name })}
        />
      </td>
      <td className={styles['category']}>
        <CategoryCell
          label={t('column.category')}
          value={channel.category_id}
          categories={categories}
          mayEdit={mayEdit}
          onSave={(categoryId) => acts.edit([cid], { category_id: categoryId })}
        />
      </td>
      <td className={styles['state']}>
        <StateBadge channel={channel} />
      </td>
      <td className={styles['archive']}>
        <NumberCell
          label={t('column.archive')}
          value={channel.archive_days}
          min={0}
          max={30}
          mayEdit={mayEdit}
          onSave={(days) => acts.edit([cid], { archive_days: days })}
        />
      </td>
      <td className={styles['guide']}>
        {channel.guide_until === 0 ? t('noGuide') : formatDate(channel.guide_until, language, nowSec)}
      </td>
      <td className={styles['acts']}>
        {mayEdit ? <ChannelMenu channel={channel} /> : <Link href={`/channels/${cid}`}>{t('open')}</Link>}
      </td>
    </tr>
  )
})

interface HandleProps {
  readonly name: string
  readonly index: number
  readonly order: RowOrder
}

function Handle({ name, index, order }: HandleProps) {
  const t = useChannelsText()
  return (
    <button
      type="button"
      className={styles['handle']}
      aria-label={t('move', { name })}
      onPointerDown={(event) => order.drag(event, index)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        order.step(index, event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <Icon name="drag" size={16} />
    </button>
  )
}

/** The picture repeats the name beside it. */
const Logo = memo(function Logo({ address }: { readonly address: string }) {
  return (
    <span className={styles['logo']}>
      {address === '' ? null : <img src={address} alt="" loading="lazy" decoding="async" />}
    </span>
  )
})
