import type { ReactNode } from 'react'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { useText } from '#console/session/text.ts'
import { IconButton } from './button.tsx'
import { movedBy, movedTo } from './moved.ts'
import styles from './sortable-list.module.css'

interface SortableListProps<Item extends { readonly id: number }> {
  readonly label: string
  readonly items: readonly Item[]
  readonly nameOf: (item: Item) => string
  /** Undefined: it cannot be ordered. Gets the items' ids in their new order. */
  readonly onOrder: ((ids: readonly number[]) => void) | undefined
  readonly isDisabled?: boolean
  /** What a row shows, and its other acts. */
  readonly renderItem: (item: Item) => ReactNode
  readonly renderActs: (item: Item) => ReactNode
}

/** A list whose rows are moved by dragging, by the keyboard, or by arrow buttons. */
export function SortableList<Item extends { readonly id: number }>({
  label,
  items,
  nameOf,
  onOrder,
  isDisabled = false,
  renderItem,
  renderActs,
}: SortableListProps<Item>) {
  const t = useText()
  const ids = items.map(({ id }) => id)
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const moved = ids.filter((id) => keys.has(id))
      onOrder?.(movedTo(ids, moved, Number(target.key), target.dropPosition === 'before'))
    },
    isDisabled,
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles['dropPlace'] ?? ''} />,
  })
  return (
    <GridList
      aria-label={label}
      className={styles['rows'] ?? ''}
      {...(onOrder === undefined ? {} : { dragAndDropHooks })}
      keyboardNavigationBehavior="tab"
    >
      {items.map((item, index) => (
        <GridListItem key={item.id} id={item.id} textValue={nameOf(item)} className={styles['row'] ?? ''}>
          {onOrder === undefined ? null : (
            <IconButton icon="drag" slot="drag" label={t('order.drag', { name: nameOf(item) })} />
          )}
          <div className={styles['rowContent']}>{renderItem(item)}</div>
          <div className={styles['rowActs']}>
            {onOrder === undefined ? null : (
              <>
                <IconButton
                  icon="up"
                  label={t('order.up', { name: nameOf(item) })}
                  isDisabled={isDisabled || index === 0}
                  onPress={() => onOrder(movedBy(ids, item.id, -1))}
                />
                <IconButton
                  icon="down"
                  label={t('order.down', { name: nameOf(item) })}
                  isDisabled={isDisabled || index === items.length - 1}
                  onPress={() => onOrder(movedBy(ids, item.id, 1))}
                />
              </>
            )}
            {renderActs(item)}
          </div>
        </GridListItem>
      ))}
    </GridList>
  )
}
