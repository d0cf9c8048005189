import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { languageChoice } from '#console/session/preferences.ts'
import { SortableList } from './sortable-list.tsx'

configure({ asyncUtilTimeout: 5000 })
beforeEach(() => languageChoice.set('ru'))
afterEach(cleanup)

const items = [1, 2, 3].map((id) => ({ id, name: `Ряд ${id}` }))

describe('[FRONT-01] a list that is put into an order', () => {
  it('is moved by the keyboard: Enter on the handle, arrows, Enter', async () => {
    const orders: (readonly number[])[] = []
    render(
      <SortableList
        label="Ряды"
        items={items}
        nameOf={({ name }) => name}
        onOrder={(ids) => orders.push(ids)}
        renderItem={({ name }) => <span>{name}</span>}
        renderActs={() => null}
      />,
    )
    const user = userEvent.setup()
    // Into the list, to its last row, and from there to the handle.
    await user.tab()
    await user.keyboard('{End}')
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Перетащить: Ряд 3' }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.querySelector('[data-drop-target]')).not.toBeNull())
    await user.keyboard('{Home}{Enter}')
    await waitFor(() => expect(orders).toEqual([[3, 1, 2]]))
    // It is said aloud a moment later.
    await waitFor(() => expect(document.querySelector('[data-live-announcer]')).not.toBeNull())
  })
})
