import { expect, it } from 'vitest'
import {
  type Contacts,
  type InformationContent,
  type InformationTexts,
  builtInPage,
} from '#server/site/site.ts'
import { companyName, shownPage } from './service-words.ts'

const contacts: Contacts = {
  company: 'Ekran',
  phone: '71 200-00-00',
  telegram: 'https://t.me/Ekran',
  email: 'help@Ekran.uz',
  address: { ru: 'Ташкент, ООО Ekran Media', uz: 'Toshkent, Ekran Media' },
  hours: undefined,
  apps: { android: undefined, lg: undefined, samsung: undefined },
  site: undefined,
}
const none = { url: undefined, note: { ru: '', uz: '' } }
const stores = { android: none, androidtv: none, ios: none, lg: none, samsung: none }
const facts = { contacts, stores }
const plain = { telegram: undefined, email: undefined, address: undefined }
const unset = { contacts: { ...contacts, ...plain }, stores }

function builtIn(slug: string): InformationTexts {
  const page = builtInPage(slug)
  if (page === undefined) throw new Error(slug)
  return page
}

function written(blocks: InformationContent['sections'][number]['blocks']): InformationContent {
  return { title: 'О сервисе Ekran', lead: 'Ekran Plus', sections: [{ id: 'Ekran', title: 'Ekran', blocks }] }
}

it('[SHELL-02] a built-in text names the service as it was set, and a screen stays a screen', () => {
  for (const language of ['ru', 'uz'] as const) {
    const shown = shownPage({ slug: 'android', texts: builtIn('android') }, language, unset, 'Bahor TV $&')
    const text = JSON.stringify(shown)
    expect(text).not.toMatch(/\bEkran\b/)
    expect(text).toContain('Bahor TV $&')
  }
  const uz = JSON.stringify(shownPage({ slug: 'android', texts: builtIn('android') }, 'uz', unset, 'Bahor'))
  expect(uz).toContain('Ekrandagi kod')
})

it('[SHELL-02] what an operator wrote stays as it is, and so do addresses and contacts', () => {
  const page = written([
    { kind: 'text', text: 'Ekran Plus принадлежит ООО Ekran Media. {company}' },
    { kind: 'link', name: 'Telegram', text: '@Ekran', href: 'https://t.me/Ekran' },
    { kind: 'contacts' },
  ])
  for (const slug of ['summer', 'about']) {
    const shown = shownPage({ slug, texts: { ru: page, uz: page } }, 'ru', facts, 'Ekran Plus')
    expect(shown.title).toBe(page.title)
    expect(shown.lead).toBe('Ekran Plus')
    expect(shown.sections[0]).toMatchObject({ id: 'Ekran', title: 'Ekran' })
    const blocks = shown.sections.flatMap((one) => one.blocks)
    expect(blocks).toContainEqual({
      kind: 'text',
      text: 'Ekran Plus принадлежит ООО Ekran Media. Ekran Plus',
    })
    expect(blocks).toContainEqual(page.sections[0]?.blocks[1])
    const text = JSON.stringify(blocks)
    for (const own of ['mailto:help@Ekran.uz', '@Ekran', 'Ташкент, ООО Ekran Media'])
      expect(text).toContain(own)
    expect(text).not.toContain('Plus Plus')
  }
})

it('[SHELL-02] renames what is left of the built-in text in a page that an operator has edited', () => {
  const { ru } = builtIn('about')
  const edited = { ...ru, title: 'Наш Ekran' }
  const shown = shownPage({ slug: 'about', texts: { ru: edited, uz: edited } }, 'ru', facts, 'Bahor')
  expect([shown.title, shown.lead]).toEqual(['Наш Ekran', ru.lead.replaceAll('Ekran', 'Bahor')])
})

it('[SHELL-02] the company is the service only while none was set', () => {
  const named = (company: string) => companyName({ company }, 'Bahor TV')
  expect(['Ekran', 'ООО Ekran Media', 'Ekran Plus'].map(named)).toEqual([
    'Bahor TV',
    'ООО Ekran Media',
    'Ekran Plus',
  ])
})
