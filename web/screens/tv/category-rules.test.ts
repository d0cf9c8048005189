import { describe, expect, it } from 'vitest'
import { channelsOf, shownCategories } from './category-rules.ts'

function category(id: number) {
  return { id, name: `#${id}` }
}

function channel(id: number, more: Partial<ReturnType<typeof plain>> = {}) {
  return { ...plain(id), ...more }
}

function plain(id: number) {
  return {
    id,
    category: 1,
    category_id: 1,
    additional_categories: [] as number[],
    is_favorited: 0 as 0 | 1,
    is_radio: 0 as 0 | 1,
  }
}

function ids(list: readonly { id: number }[]) {
  return list.map(({ id }) => id)
}

describe('categories', () => {
  it('[TV-02] hides 9 and 10 and puts 7 first', () => {
    const shown = shownCategories([1, 10, 3, 7, 9, 2].map(category))
    expect(ids(shown)).toEqual([7, 1, 3, 2])
  })

  it('[TV-02] keeps the order where there is no 7', () => {
    expect(ids(shownCategories([3, 1, 2].map(category)))).toEqual([3, 1, 2])
  })
})

describe('the channels of a category', () => {
  const list = [
    channel(1, { category: 2, category_id: 5 }),
    channel(2, { category: 5, category_id: 2, is_favorited: 1 }),
    channel(3, { additional_categories: [4], category: 3, category_id: 3 }),
  ]

  it.each([null, '', 'all'])('[TV-03] %s shows all', (value) => {
    expect(ids(channelsOf(list, value, false))).toEqual([1, 2, 3])
  })

  it.each(['favorites', 'favoritesInner'])('[TV-03] %s shows the favourites', (value) => {
    expect(ids(channelsOf(list, value, true))).toEqual([2])
  })

  it('[TV-03] matches category for a guest and category_id for a viewer', () => {
    expect(ids(channelsOf(list, '2', false))).toEqual([1])
    expect(ids(channelsOf(list, '2', true))).toEqual([2])
  })

  it('[TV-03] radio shows the channels of sound only', () => {
    const withRadio = [...list, channel(4, { is_radio: 1 })]
    expect(ids(channelsOf(withRadio, 'radio', false))).toEqual([4])
    expect(ids(channelsOf(list, 'radio', true))).toEqual([])
  })

  it('[TV-04] category 7 shows channels with additional categories', () => {
    expect(ids(channelsOf(list, '7', false))).toEqual([3])
    expect(ids(channelsOf(list, '7', true))).toEqual([3])
  })
})
