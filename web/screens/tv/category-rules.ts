/** The visible categories, and the channels of each (specification, 3 and 4). */
import type { Category, Channel } from '#contract/channels/channels.ts'
import { hiddenCategoryIds, pinnedCategoryId } from '#contract/form/constants.ts'

/** The categories a viewer sees: 9 and 10 hidden, 7 first, the others in the server's order (TV-02). */
export function shownCategories(categories: readonly Category[]): Category[] {
  const shown = categories.filter((category) => !hiddenCategoryIds.includes(category.id))
  const pinned = shown.filter((category) => category.id === pinnedCategoryId)
  return [...pinned, ...shown.filter((category) => category.id !== pinnedCategoryId)]
}

/** The category of radio: not one of the server's, but every channel without a picture. */
export const radioCategory = 'radio'

type Filtered = Pick<
  Channel,
  'category' | 'category_id' | 'additional_categories' | 'is_favorited' | 'is_radio'
>

/**
 * The channels of a category (TV-03, TV-04). `all` or nothing is every channel; `favorites` and `favoritesInner` are
 * the favourites; `radio` is every channel of sound only; 7 is every channel that has additional categories; another value is matched against `category_id`
 * for a viewer and `category` for a guest.
 */
export function channelsOf<C extends Filtered>(
  list: readonly C[],
  value: string | null,
  asViewer: boolean,
): readonly C[] {
  if (value === null || value === '' || value === 'all') return list
  if (value === 'favorites' || value === 'favoritesInner')
    return list.filter((channel) => channel.is_favorited === 1)
  if (value === radioCategory) return list.filter((channel) => channel.is_radio === 1)
  if (value === String(pinnedCategoryId))
    return list.filter((channel) => channel.additional_categories.length > 0)
  return list.filter((channel) => String(asViewer ? channel.category_id : channel.category) === value)
}
