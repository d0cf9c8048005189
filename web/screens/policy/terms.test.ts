import { describe, expect, it } from 'vitest'
import { terms as ru } from './terms-ru.ts'
import { terms as uz } from './terms-uz.ts'
import { filled, type Terms } from './terms.ts'

function texts({ title, lead, sections }: Terms) {
  return [title, lead, ...sections.flatMap((section) => [section.title, ...section.body.flat()])]
}

function names(text: string) {
  return (text.match(/\{\w+\}/g) ?? []).sort()
}

describe('[I18N-02] the terms', () => {
  it('have the same sections, paragraphs and lists in both languages, with the same names in them', () => {
    expect(uz.sections.map(({ id }) => id)).toEqual(ru.sections.map(({ id }) => id))
    expect(new Set(ru.sections.map(({ id }) => id)).size).toBe(ru.sections.length)
    for (const [index, section] of ru.sections.entries()) {
      const shape = (body: Terms['sections'][number]['body'] = []) =>
        body.map((part) => (typeof part === 'string' ? names(part) : part.map(names)))
      expect(shape(uz.sections[index]?.body), section.id).toEqual(shape(section.body))
    }
  })

  it('are written in the letters of their language, and have no empty text', () => {
    for (const text of texts(ru)) expect(text.length).toBeGreaterThan(5)
    for (const text of texts(uz)) {
      expect(text).not.toMatch(/[а-яё]/i)
      expect(text).not.toMatch(/[oOgG]['’‘`ʼ]/)
    }
  })

  it('name the service as configured', () => {
    const company = {
      company: 'ООО «Пример»',
      phone: '71 200-00-00',
      site: 'https://example.uz',
      service: 'Ekran',
    }
    for (const text of texts(ru)) expect(filled(text, company)).not.toMatch(/[{}—]{2}|\{/)
    expect(filled('{company}, {phone}', { ...company, phone: '' })).toBe('ООО «Пример», —')
  })
})
