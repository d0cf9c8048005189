import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useLanguage } from '#console/session/preferences.ts'
import { useNowSec } from '#console/session/now.ts'
import { classes } from '#console/ui/classes.ts'
import { Icon } from '#console/ui/icons.tsx'
import { useLatest } from '#console/ui/use-latest.ts'
import { useRowsInSight } from '#console/ui/use-rows-in-sight.ts'
import { ChannelRow } from './channel-row.tsx'
import { type Category, type Channel, readChannelFilter, select, type Sortable } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'
import { type ChannelActs, useChannelActs } from './use-channel-acts.ts'
import { useRowDrag } from './use-row-drag.ts'
import styles from './channels.module.css'

const rowHeight = 52

interface ChannelTableProps {
  /** In the order of their numbers. */
  readonly all: readonly Channel[]
  /** Those that are shown. */
  readonly channels: readonly Channel[]
  readonly categories: readonly Category[]
  readonly selection: ReadonlySet<number>
  readonly onSelect: (selection: ReadonlySet<number>) => void
  readonly mayEdit: boolean
}

/** Any number of channels: only the rows in sight are in the page. */
export function ChannelTable({ all, channels, categories, selection, onSelect, mayEdit }: ChannelTableProps) {
  const language = useLanguage()
  const nowSec = useNowSec()
  const [body, setBody] = useState<HTMLTableSectionElement | null>(null)
  const lastCid = useRef<number | null>(null)
  const acts = useLatest(useChannelActs())
  const state = useLatest({ channels, selection, onSelect })
  const selectRow = useCallback(
    (cid: number, isRange: boolean) => {
      const { channels: shown, selection: before, onSelect: report } = state.current
      report(select(before, shown, { cid, lastCid: lastCid.current, isRange }))
      lastCid.current = cid
    },
    [state],
  )
  const rowActs = useMemo(
    () => ({ edit: (...edit: Parameters<ChannelActs['edit']>) => acts.current.edit(...edit) }),
    [acts],
  )
  const { first, end } = useRowsInSight(body, channels.length, rowHeight)
  const { place, order } = useOrder(body, { all, channels, selection, mayEdit })
  return (
    <div className={styles['rows']}>
      <DropPlace body={body} place={place} />
      <table className={styles['table']} aria-rowcount={channels.length + 1}>
        <Head channels={channels} selection={selection} onSelect={onSelect} mayEdit={mayEdit} />
        <tbody ref={setBody}>
          <Gap height={first * rowHeight} />
          {channels.slice(first, end).map((channel, at) => (
            <ChannelRow
              key={channel.cid}
              channel={channel}
              categories={categories}
              language={language}
              nowSec={nowSec}
              rowIndex={first + at + 2}
              mayEdit={mayEdit}
              isSelected={selection.has(channel.cid)}
              onSelect={selectRow}
              acts={rowActs}
              order={order}
            />
          ))}
          <Gap height={(channels.length - end) * rowHeight} />
        </tbody>
      </table>
    </div>
  )
}

/** Dragging, and moves by the keyboard: of all selected channels when the moved one is among them. */
function useOrder(
  body: HTMLElement | null,
  {
    all,
    channels,
    selection,
    mayEdit,
  }: Pick<ChannelTableProps, 'all' | 'channels' | 'selection' | 'mayEdit'>,
) {
  const { move } = useChannelActs()
  const [query] = useSearchParams()
  const { sort, isDescending } = readChannelFilter(query)
  const count = channels.length
  const dragged = useRef<number | undefined>(undefined)
  const put = async (from: number, to: number) => {
    // The list may have been read again since the handle was pressed.
    const one = channels.find(({ cid }) => cid === dragged.current) ?? channels[from]
    dragged.current = undefined
    if (one === undefined || to > count) return
    const chosen = channels.filter(({ cid }) => selection.has(cid))
    const moved = selection.has(one.cid) ? chosen : [one]
    const isMoved = (channel: Channel) => moved.some(({ cid }) => cid === channel.cid)
    // At the end of what a filter leaves: behind its last channel, not behind all.
    const last = channels.findLast((channel) => !isMoved(channel))
    const before =
      channels.slice(to).find((channel) => !isMoved(channel)) ??
      all.find((channel) => last !== undefined && channel.number > last.number && !isMoved(channel))
    await move(
      moved.map(({ cid }) => cid),
      before?.cid ?? null,
    )
    body?.querySelector<HTMLElement>(`[data-cid="${one.cid}"] .${styles['handle'] ?? ''}`)?.focus()
  }
  const latest = useLatest(put)
  const shown = useLatest(channels)
  const drag = useRowDrag({ body, rowHeight, count, onDrop: (from, to) => void put(from, to) })
  const { start } = drag
  const order = useMemo(
    () => ({
      drag: (...[event, index]: Parameters<typeof start>) => {
        dragged.current = shown.current[index]?.cid
        start(event, index)
      },
      step: (index: number, by: -1 | 1) => {
        const to = by === -1 ? index - 1 : index + 2
        if (to >= 0) void latest.current(index, to)
      },
    }),
    [start, latest, shown],
  )
  return { place: drag.place, order: mayEdit && sort === 'number' && !isDescending ? order : undefined }
}

/** The line at which a dragged row would be put. */
function DropPlace({ body, place }: { readonly body: HTMLElement | null; readonly place: number | null }) {
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // The content policy allows no style attributes.
    if (line.current !== null && body !== null && place !== null)
      line.current.style.top = `${body.offsetTop + place * rowHeight}px`
  }, [body, place])
  return place === null ? null : <div ref={line} className={styles['dropPlace']} />
}

/** The place of the rows out of sight. */
function Gap({ height }: { readonly height: number }) {
  const cell = useRef<HTMLTableCellElement>(null)
  useLayoutEffect(() => {
    // The content policy allows no style attributes.
    if (cell.current !== null) cell.current.style.height = `${height}px`
  }, [height])
  if (height === 0) return null
  return (
    <tr aria-hidden="true">
      <td ref={cell} className={styles['gap']} />
    </tr>
  )
}

const columns: readonly (readonly [
  Sortable | null,
  'name' | 'nameUz' | 'number' | 'category' | 'state' | 'archive' | 'guide' | 'tariffs',
])[] = [
  ['number', 'number'],
  ['name', 'name'],
  [null, 'nameUz'],
  ['category', 'category'],
  [null, 'state'],
  ['archive', 'archive'],
  ['guide', 'guide'],
]

function Head({ channels, selection, onSelect, mayEdit }: Omit<ChannelTableProps, 'categories' | 'all'>) {
  const t = useChannelsText()
  const [query, setQuery] = useSearchParams()
  const { sort, isDescending } = readChannelFilter(query)
  const isAll = channels.length > 0 && channels.every(({ cid }) => selection.has(cid))
  const sortBy = (name: Sortable) => {
    const order = sort === name && !isDescending ? `-${name}` : name
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (order === 'number') next.delete('sort')
        else next.set('sort', order)
        return next
      },
      { replace: true },
    )
  }
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={styles['check']}>
          {mayEdit ? (
            <input
              type="checkbox"
              aria-label={t('selectAll')}
              checked={isAll}
              onChange={() => onSelect(isAll ? new Set() : new Set(channels.map(({ cid }) => cid)))}
            />
          ) : (
            <span className="spoken">{t('select')}</span>
          )}
        </th>
        {columns.map(([sortName, name]) => (
          <th
            key={name}
            scope="col"
            className={styles[name]}
            aria-sort={
              sortName === null
                ? undefined
                : sort !== sortName
                  ? 'none'
                  : isDescending
                    ? 'descending'
                    : 'ascending'
            }
          >
            {sortName === null ? (
              t(`column.${name}`)
            ) : (
              <button type="button" onClick={() => sortBy(sortName)} className={classes(styles['sort'])}>
                {t(`column.${name}`)}
                {sort === sortName ? <Icon name={isDescending ? 'down' : 'up'} size={16} /> : null}
              </button>
            )}
          </th>
        ))}
        <th scope="col" className={styles['acts']}>
          <span className="spoken">{t('column.acts')}</span>
        </th>
      </tr>
    </thead>
  )
}
