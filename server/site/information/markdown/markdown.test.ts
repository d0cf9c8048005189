import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { informationSlugs } from '#contract/site/information.ts'
import { builtInPages } from '#server/site/information/built-in.ts'
import { pageDocument, readPageDocument } from '#server/site/information/page-document.ts'
import { type BlockInput, InformationContent } from '#server/site/information/texts/information-page.ts'
import { readMarkdown } from './read-markdown.ts'
import { writeMarkdown } from './write-markdown.ts'

const page = (blocks: readonly BlockInput[]) => [{ id: 'one', title: 'Раздел', blocks: [...blocks] }]

describe('[INFO-01] a page as Markdown', () => {
  it.each(informationSlugs)('/%s is written and read back as it was, in both languages', (slug) => {
    for (const content of Object.values(builtInPages[slug])) {
      const body = writeMarkdown(content)
      expect(readMarkdown(body)).toEqual({ sections: content.sections, problems: [] })
      const document = pageDocument({ title: content.title, lead: content.lead, body })
      expect(readPageDocument(document)).toEqual({ title: content.title, lead: content.lead, body })
    }
  })

  it('parts blocks that would run together, and escapes what looks like something else', () => {
    const blocks: BlockInput[] = [
      { kind: 'answer', id: 'why', question: 'Почему?', text: 'Потому.\n\nИ ещё.' },
      { kind: 'text', text: '# не заголовок' },
      { kind: 'text', text: '- не список' },
      { kind: 'text', text: '1. не шаг' },
      { kind: 'text', text: '[не](ссылка)' },
      { kind: 'text', text: '{contacts} в тексте' },
      { kind: 'text', text: '\\ сама черта' },
      { kind: 'text', text: '---' },
      { kind: 'list', items: ['а', '- б'] },
      { kind: 'list', items: ['в'] },
      { kind: 'steps', items: ['раз', 'два'], pictures: [null, 'home-key'] },
      { kind: 'reason', title: 'Довод', text: 'Слова' },
      { kind: 'text', text: 'Конец' },
    ]
    const written = writeMarkdown({ sections: page(blocks) })
    expect(readMarkdown(written)).toEqual({ sections: page(blocks), problems: [] })
  })

  it('names what has no name, and joins lines of one paragraph', () => {
    const { sections, problems } = readMarkdown(
      '## Раздел\nодна\nстрока\n\n### Вопрос?\nответ\n- пункт\n  дальше',
    )
    expect(problems).toEqual([])
    expect(sections).toEqual([
      {
        id: 'section-1',
        title: 'Раздел',
        blocks: [
          { kind: 'text', text: 'одна строка' },
          { kind: 'answer', id: 'question-1', question: 'Вопрос?', text: 'ответ' },
          { kind: 'list', items: ['пункт дальше'] },
        ],
      },
    ])
    expect(z.safeParse(InformationContent, { title: 'т', lead: 'в', sections }).success).toBe(true)
  })

  it.each([
    ['текст', 1, 'before_section'],
    ['', 1, 'no_sections'],
    ['## Пусто\n\n## Раздел\nтекст', 1, 'empty_section'],
    ['## Раздел\n### Вопрос?\n## Другой\nтекст', 2, 'no_text'],
    ['## Раздел\n[Имя](javascript:alert(1))', 2, 'link_address'],
    ['## Раздел\n[Имя](//evil.example)', 2, 'link_address'],
    ['## Раздел\n{app nokia}', 2, 'unknown_mark'],
    ['## Раздел {#one nokia=store}\nтекст', 1, 'unknown_mark'],
    ['## Раздел {#one}\nтекст\n## Другой {#one}\nтекст', 3, 'same_id'],
    [`## Раздел\n${'д'.repeat(5001)}`, 2, 'too_long'],
    [`## Раздел\n${'- п\n'.repeat(51)}`, 53, 'too_long'],
  ])('says what is wrong, and in which line: %j', (text, line, reason) => {
    expect(readMarkdown(text).problems[0]).toEqual({ line, reason })
  })
})
