/** The timeline of a channel in a page with a simulated server: what is shown, what is sent, and two people at one programme. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import { EntryList } from './entry-list.tsx'
import { ProgrammeDialog } from './programme-dialog.tsx'
import { type Programme, type Timeline, entriesOf, timelineDaysAt, troubleOf } from './timeline-data.ts'

// Tests wait for a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const nowSec = Date.UTC(2026, 10, 27, 7) / 1000
const [day] = timelineDaysAt(nowSec).slice(7)
const at = (hour: number) => (day?.begin ?? 0) + hour * 3600

function programme(pid: number, from: number, to: number, more: Partial<Programme> = {}): Programme {
  const span = { begin: at(from), end: at(to) }
  const fields = {
    ...{ title_ru: `Передача ${pid}`, title_uz: '', subtitle_ru: '', subtitle_uz: '' },
    ...{ description_ru: '', description_uz: '', genre_code: 0, age_rating: '', season: -1, episode: -1 },
  }
  return {
    ...{ pid, version: 0, ...span, shown: span, state: 'published', fields },
    delivered: { ...span, fields },
    ...{ is_added: false, edited: [], edited_by: '', edited_at: 0, shift_min: 0 },
    ...more,
  }
}

function timeline(programmes: readonly Programme[], more: Partial<Timeline> = {}): Timeline {
  return {
    channel: { cid: 5, number: 1, name_ru: 'Спорт', name_uz: '', is_linear: false, source: 'main' },
    programmes: [...programmes],
    gaps: [],
    shifts: [],
    archive: null,
    genres: [{ code: 4, name_ru: 'Спорт', name_uz: 'Sport' }],
    ...more,
  }
}

const sent: unknown[] = []
const responses: object[] = []

beforeEach(() => {
  sent.length = 0
  responses.length = 0
  languageChoice.set('ru')
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return Response.json(responses.shift() ?? {})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('[MATCH-04] a day of the timeline', () => {
  it('has programmes and gaps in order, with overlaps and what the archive lacks', () => {
    const cut = { begin: at(2), end: at(3) - 600 }
    const data = timeline([programme(1, 0, 1), programme(2, 2, 3, { shown: cut, version: 1 })], {
      gaps: [{ begin: at(1), end: at(2) }],
      archive: { recorded: [], holes: [{ begin: at(0) + 60, end: at(0) + 360 }] },
    })
    const entries = entriesOf(data, { begin: at(0), end: at(24) })
    expect(entries).toMatchObject([
      { programme: { pid: 1 }, missingSec: 300, overlapSec: 0 },
      { kind: 'gap', span: { begin: at(1), end: at(2) } },
      { programme: { pid: 2 }, missingSec: 0, overlapSec: 600 },
    ])
    expect(troubleOf(data, { begin: at(0), end: at(24) })).toEqual({
      gaps: 1,
      overlaps: 1,
      isEmpty: false,
    })
  })

  it('is a week back and a week ahead in Tashkent', () => {
    const days = timelineDaysAt(nowSec)
    expect([days.length, days[0]?.day, days[7]?.day, days[14]?.day]).toEqual([
      15,
      '2026-11-20',
      '2026-11-27',
      '2026-12-04',
    ])
  })

  it('says in words what was edited, what is cut and where there is nothing', async () => {
    const edited = programme(2, 2, 3, {
      ...{ version: 3, edited: ['title_ru', 'times'], edited_by: 'Азиза' },
      shown: { begin: at(2) + 600, end: at(3) },
      delivered: programme(9, 2, 3).delivered,
    })
    const hidden = programme(3, 3, 4, { version: 1, edited: ['hidden'], state: 'hidden', shown: null })
    const data = timeline([programme(1, 0, 1), edited, hidden], { gaps: [{ begin: at(1), end: at(2) }] })
    const opened: unknown[] = []
    render(
      <QueryClientProvider client={createQueryClient()}>
        <EntryList
          timeline={data}
          entries={entriesOf(data, { begin: at(0), end: at(24) })}
          onOpen={(subject) => opened.push(subject)}
        />
      </QueryClientProvider>,
    )
    const [first, gap, second, third] = screen.getAllByRole('listitem')
    within(first as HTMLElement).getByText('телегид main')
    within(gap as HTMLElement).getByText('Пропуск: 1 ч 0 мин без передачи')
    within(second as HTMLElement).getByText('телегид main · изменено: Азиза')
    within(second as HTMLElement).getByText('наложение 10 мин')
    within(second as HTMLElement).getByText('В телегиде: 02:00–03:00 Передача 9')
    within(third as HTMLElement).getByText('скрыта')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Заполнить пропуск 01:00–02:00' }))
    expect(opened).toEqual([{ kind: 'new', begin: at(1), end: at(2) }])
  })
})

function show(shown: Programme) {
  const client = createQueryClient()
  const onClose = vi.fn<() => void>()
  const page = (now: Programme) => (
    <QueryClientProvider client={client}>
      <ProgrammeDialog
        timeline={timeline([now])}
        subject={{ kind: 'programme', programme: shown }}
        onClose={onClose}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(page(shown))
  return {
    user: userEvent.setup(),
    onClose,
    renew: (more: Partial<Programme>) => rerender(page({ ...shown, ...more })),
  }
}

const titleField = () => screen.getByLabelText<HTMLInputElement>('Название по-русски')
const save = () => screen.getByRole('button', { name: 'Сохранить' })

describe('[MATCH-04] the dialog of a programme', () => {
  it('sends only what was changed', async () => {
    const { user, onClose } = show(programme(7, 2, 3))
    await user.type(titleField(), '!')
    await user.type(screen.getByLabelText('Сезон'), '2')
    responses.push({ data: { change_id: 9 } })
    await user.click(save())
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent).toEqual([{ cid: 5, pid: 7, version: 0, title_ru: 'Передача 7!', season: '2' }])
  })

  it('says a refusal at its field', async () => {
    const { user } = show(programme(7, 2, 3))
    await user.clear(titleField())
    responses.push({ code: 336, failure: 'programme_untitled', message: 'дайте название' })
    await user.click(save())
    await screen.findByText('Дайте название')
    expect(document.activeElement).toBe(titleField())
  })

  it('shows what somebody else has changed before it is overwritten', async () => {
    const { user, onClose, renew } = show(programme(7, 2, 3))
    await user.type(titleField(), ' моя')
    responses.push({ code: 233, failure: 'changed_since', message: 'Изменил Бобур' })
    await user.click(save())
    const theirs = { ...programme(7, 2, 3).fields, title_ru: 'Чужая' }
    renew({ version: 4, fields: theirs })
    await screen.findByText('Изменил Бобур')
    expect(screen.getByText('Сейчас:').parentElement?.textContent).toContain('Чужая')
    expect(screen.getByText('У вас:').parentElement?.textContent).toContain('Передача 7 моя')
    responses.push({ data: { change_id: 10 } })
    await user.click(screen.getByRole('button', { name: 'Сохранить мой' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent.at(-1)).toEqual({ cid: 5, pid: 7, version: 4, title_ru: 'Передача 7 моя' })
  })

  it('begins again with what somebody else has changed', async () => {
    const { user, renew } = show(programme(7, 2, 3))
    await user.type(titleField(), ' моя')
    responses.push({ code: 233, failure: 'changed_since', message: 'Изменил Бобур' })
    await user.click(save())
    renew({ version: 4, fields: { ...programme(7, 2, 3).fields, title_ru: 'Чужая' } })
    await user.click(await screen.findByRole('button', { name: 'Взять их вариант' }))
    await waitFor(() => expect(titleField().value).toBe('Чужая'))
  })
})
