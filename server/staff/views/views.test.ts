/** Saved views of the console, on a real database. */
import { afterAll, describe, expect, it } from 'vitest'
import { consoleOwn } from '#contract/console/own.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { maxViews } from './views.ts'

const database = await createTestDatabase()
const { staff, addMember } = staffFixture(database.db)
afterAll(() => database.drop())

const view = { name: 'Без логотипа', address: '/channels?view=no-logo' }

describe('[STAFF-01] saved views', () => {
  it("are the member's own, one of a name, and removed by their owner alone", async () => {
    const [mine, other] = [await addMember('content_editor'), await addMember('support')]
    const saved = await staff.saveView(mine.staffId, view)
    expect(await staff.listViews(other.staffId)).toEqual([])
    await staff.removeView(other.staffId, saved?.viewId ?? 0)
    expect(await staff.listViews(mine.staffId)).toEqual([saved])
    const changed = await staff.saveView(mine.staffId, { ...view, address: '/films?year=2020' })
    expect(changed?.viewId).toBe(saved?.viewId)
    expect(await staff.listViews(mine.staffId)).toEqual([changed])
    await staff.removeView(mine.staffId, saved?.viewId ?? 0)
    expect(await staff.listViews(mine.staffId)).toEqual([])
  })

  it('have a limit, also when many are saved at once; one of an existing name still changes', async () => {
    const { staffId } = await addMember('analyst')
    const names = Array.from({ length: maxViews + 5 }, (_, at) => `Вид ${at}`)
    const saved = await Promise.all(names.map((name) => staff.saveView(staffId, { ...view, name })))
    expect(saved.filter((one) => one === undefined)).toHaveLength(5)
    const [first] = await staff.listViews(staffId)
    const again = { name: first?.name ?? '', address: '/audit' }
    expect(await staff.saveView(staffId, again)).toMatchObject(again)
    expect(await staff.listViews(staffId)).toHaveLength(maxViews)
  })

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'channels',
    '',
    '/a b',
    'javascript:1',
  ])('lead nowhere but into the console: %j is refused', (address) => {
    expect(consoleOwn.saveView.input.safeParse({ name: 'x', address }).success).toBe(false)
    expect(consoleOwn.saveView.input.safeParse(view).success).toBe(true)
  })
})
