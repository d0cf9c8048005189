/** The items of a draft with what each changes; each can be chosen. */
import { useState } from 'react'
import { FieldDifferences } from '#console/changes/field-differences.tsx'
import { Button } from '#console/ui/button.tsx'
import { classes } from '#console/ui/classes.ts'
import { Badge, Empty } from '#console/ui/page.tsx'
import type { DraftPart } from './draft-part.ts'
import { useImportsText } from './imports-text.ts'
import { everything, isChosen, nothing, type Selection, toggle } from './selection.ts'
import styles from './imports.module.css'

type Item = DraftPart['items'][number]
const views = ['all', 'new', 'changed', 'gone', 'follows', 'marked'] as const
type View = (typeof views)[number]
const shownAtOnce = 200

interface DraftItemsProps {
  readonly items: readonly Item[]
  readonly counts: DraftPart['counts']
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly mayEdit: boolean
  readonly onMore?: () => void
}

function isInView({ kind, marks }: Item, view: View): boolean {
  return view === 'all' || (view === 'marked' ? marks.length > 0 : kind === view)
}

export function DraftItems({ items, counts, selection, onSelect, mayEdit, onMore }: DraftItemsProps) {
  const t = useImportsText()
  const [view, setView] = useState<View>('all')
  const [limit, setLimit] = useState(shownAtOnce)
  const marked = items.filter(({ marks }) => marks.length > 0).length
  const all = counts.new + counts.changed + counts.gone + counts.follows
  const countOf = (one: View) => (one === 'all' ? all : one === 'marked' ? marked : counts[one])
  const shown = items.filter((item) => isInView(item, view))
  const further = countOf(view) - Math.min(limit, shown.length)
  return (
    <>
      <div className={styles['views']} role="group" aria-label={t('view')}>
        {views
          .filter((one) => countOf(one) > 0)
          .map((one) => (
            <button
              key={one}
              type="button"
              className={classes(styles['view'], view === one && styles['isChosen'])}
              aria-pressed={view === one}
              onClick={() => {
                setView(one)
                setLimit(shownAtOnce)
              }}
            >
              {t(`count.${one}`, { count: countOf(one) })}
            </button>
          ))}
      </div>
      {mayEdit ? (
        <div className={styles['choices']}>
          <Button look="quiet" onPress={() => onSelect({ ...everything, gone: selection.gone })}>
            {t('chooseAll')}
          </Button>
          <Button look="quiet" onPress={() => onSelect(nothing)}>
            {t('chooseNone')}
          </Button>
        </div>
      ) : null}
      {shown.length === 0 ? <Empty text={t('same')} /> : null}
      <ul className={styles['items']}>
        {shown.slice(0, limit).map((item) => (
          <DraftItem
            key={item.item}
            item={item}
            isChosen={isChosen(selection, item.item, item.kind === 'gone')}
            {...(mayEdit && item.kind !== 'follows'
              ? { onToggle: () => onSelect(toggle(selection, item.item, item.kind === 'gone')) }
              : {})}
          />
        ))}
      </ul>
      {further > 0 ? (
        <Button
          onPress={() => {
            setLimit(limit + shownAtOnce)
            if (shown.length < limit + shownAtOnce) onMore?.()
          }}
        >
          {t('more', { count: Math.min(further, shownAtOnce) })}
        </Button>
      ) : null}
    </>
  )
}

const tones = { new: 'good', changed: 'plain', gone: 'warn', follows: 'plain' } as const

interface DraftItemProps {
  readonly item: Item
  readonly isChosen: boolean
  /** Absent: it cannot be chosen. */
  readonly onToggle?: () => void
}

function DraftItem({ item, isChosen: checked, onToggle }: DraftItemProps) {
  const t = useImportsText()
  const { kind, label, marks, similar_to: similarTo, before, after } = item
  const isGone = kind === 'gone'
  return (
    <li>
      {onToggle === undefined ? null : (
        <input
          type="checkbox"
          aria-label={t(isGone ? 'hide' : 'choose', { name: label })}
          checked={checked}
          onChange={onToggle}
        />
      )}
      <div>
        <p className={styles['label']}>
          <strong>{label}</strong>
          <Badge tone={tones[kind]}>{t(`kind.${kind}`)}</Badge>
          {marks.map((mark) => (
            <Badge key={mark} tone="warn">
              {t(`mark.${mark}`, { name: similarTo })}
            </Badge>
          ))}
        </p>
        {kind === 'new' ? <Sources of={after} /> : null}
        {isGone ? <small>{t('goneHint')}</small> : <FieldDifferences before={before} after={after} />}
      </div>
    </li>
  )
}

/** The addresses of a new channel. */
function Sources({ of }: { readonly of: Item['after'] }) {
  const t = useImportsText()
  const sources = of?.['sources']
  const urls = Array.isArray(sources)
    ? sources.flatMap((source: unknown) =>
        typeof source === 'object' && source !== null && 'url' in source ? [String(source.url)] : [],
      )
    : []
  return urls.length === 0 ? null : <small>{t('sourcesOf', { sources: urls.join(', ') })}</small>
}
