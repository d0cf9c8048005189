import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { foldedWords } from '#contract/search/search-folding.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const names = [
  ...[
    'Шерзод Юсупов',
    'Sherzod Yusupov',
    'Gʻayrat Oʻtkirov',
    'Ғайрат Ўткиров',
    "G'ayrat O'tkirov",
    'Xurshida',
  ],
  ...['Хуршида Хўжаева', 'Александр Щукин', 'Aleksandr Shchukin', 'Alexandr', 'Наталья Цой', 'Natalya Tsoy'],
  ...['Жасур Қодиров', 'Jasur Qodirov', 'Isʼhoq Isroilov', 'Исҳоқ', 'Cecília Müller', 'Ёқубжон', 'Yoqubjon'],
  ...['Дмитрий Чернышёв', 'Dmitriy Chernyshev', 'АННА-МАРИЯ', 'Samsung Galaxy S21 (SM-G991B)', 'LG webOS TV'],
  ...[
    '“Xiaomi” – Redmi 9C',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
    'Ҳусан ҲАМИДОВ',
    'Philipp Beck',
    '',
  ],
]

describe('[CARE-01] words of a subscriber in the database', () => {
  it.each(names)('are folded as the search folds what is typed: %s', async (name) => {
    const { rows } = await sql<{ words: string[] }>`select subscriber_words(${name}) as words`.execute(db)
    const folded = new Set([...foldedWords(name), ...foldedWords(name, 'ks')])
    expect(rows[0]?.words.toSorted()).toEqual([...folded].toSorted())
  })
})
