import * as z from 'zod/mini'
import { type Block, informationSlug, picturesOfItems } from '#contract/site/information.ts'

/** Allowed link targets of a page: a path of the site, an external page, a phone call, a mail. */
const linkAddress = /^(?:\/(?!\/)|https:\/\/|tel:|mailto:)\S+$/
const anchorForm = /^[a-z0-9][a-z0-9-]{0,59}$/
const anchor = z.string().check(z.regex(anchorForm))

/** Whether a link of a page may lead there. */
export function isLinkAddress(address: string): boolean {
  return linkAddress.test(address) && address.length <= 500
}

/** Whether a text can be the part of an address after `#`. */
export function isAnchor(text: string): boolean {
  return anchorForm.test(text)
}

function line(max: number) {
  return z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
}

/** The apps that pages mention. */
export const appNames = ['android', 'androidtv', 'ios', 'lg', 'samsung'] as const
export type AppName = (typeof appNames)[number]

/** How an app is installed: from a store, as a file, or not at all, when the site is opened in a browser. */
export const installWays = ['browser', 'store', 'file'] as const
type InstallWay = (typeof installWays)[number]

const lines = z.array(line(2000)).check(z.minLength(1), z.maxLength(50))

/** A list or steps; a picture without an item would never be shown. */
function itemsBlock<Kind extends 'list' | 'steps'>(kind: Kind) {
  return z.strictObject({ kind: z.literal(kind), items: lines, pictures: picturesOfItems }).check(
    z.refine(({ items, pictures = [] }) => pictures.length <= items.length, {
      path: ['pictures'],
      error: 'it has more pictures than items',
    }),
  )
}

/** A block of a page as written: `contacts` and `app` are replaced by data of the settings. */
const BlockInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: line(5000) }),
  itemsBlock('list'),
  itemsBlock('steps'),
  z.strictObject({ kind: z.literal('answer'), id: anchor, question: line(300), text: line(5000) }),
  z.strictObject({ kind: z.literal('reason'), title: line(200), text: line(2000) }),
  z.strictObject({
    kind: z.literal('link'),
    name: line(200),
    text: z.string().check(z.trim(), z.maxLength(300)),
    href: z.string().check(z.regex(linkAddress), z.maxLength(500)),
  }),
  z.strictObject({ kind: z.literal('contacts') }),
  z.strictObject({ kind: z.literal('app'), of: z.enum(appNames) }),
])
export type BlockInput = z.output<typeof BlockInput>

/** A page in one language. `{company}`, `{phone}` and `{site}` in its texts are filled in from the settings. */
export const InformationContent = z.strictObject({
  title: line(200),
  lead: line(1000),
  sections: z
    .array(
      z.strictObject({
        id: anchor,
        title: line(200),
        /** Only where the app is installed so; always when absent. */
        when: z.optional(z.strictObject({ app: z.enum(appNames), is: z.enum(installWays) })),
        blocks: z.array(BlockInput).check(z.minLength(1), z.maxLength(100)),
      }),
    )
    .check(
      z.minLength(1),
      z.maxLength(50),
      z.refine((sections) => areDifferent(idsOf(sections)), 'two places of a page have the same id'),
    ),
})
export interface InformationContent {
  readonly title: string
  readonly lead: string
  readonly sections: readonly {
    readonly id: string
    readonly title: string
    readonly when?: { readonly app: AppName; readonly is: InstallWay } | undefined
    readonly blocks: readonly Readonly<BlockInput>[]
  }[]
}
/** A page in both languages. */
export interface InformationTexts {
  readonly ru: InformationContent
  readonly uz: InformationContent
}

/** A page of an operator's file. */
export const PageInput = z.strictObject({
  slug: informationSlug,
  ru: InformationContent,
  uz: InformationContent,
})

/** Every id of a page that a link can target. */
function idsOf(
  sections: readonly { readonly id: string; readonly blocks: readonly Readonly<BlockInput>[] }[],
): string[] {
  return sections.flatMap(({ id, blocks }) => [
    id,
    ...blocks.flatMap((block) => (block.kind === 'answer' ? [block.id] : [])),
  ])
}

function areDifferent(ids: readonly string[]) {
  return new Set(ids).size === ids.length
}

/** The operator and its contacts; unset ones are undefined and not shown. */
export interface Contacts {
  readonly company: string
  readonly phone: string
  readonly telegram: string | undefined
  readonly email: string | undefined
  readonly address: BothLanguages | undefined
  readonly hours: BothLanguages | undefined
  readonly apps: Readonly<Record<'android' | 'lg' | 'samsung', string | undefined>>
  /** The host of the site, as `tv.example.uz`. */
  readonly site: string | undefined
}
/** The store address of an app, undefined for none yet, and remarks before the installation. */
export interface AppStore {
  readonly url: string | undefined
  readonly note: BothLanguages
}
export type AppStores = Readonly<Record<AppName, AppStore>>

interface BothLanguages {
  readonly ru: string
  readonly uz: string
}

const names = {
  ru: {
    phone: 'Телефон',
    email: 'Почта',
    address: 'Адрес',
    app: 'Приложение',
    store: 'Установить из магазина',
    file: 'Скачать файл приложения',
    site: 'адрес, который указан рядом с QR-кодом на этой странице',
  },
  uz: {
    phone: 'Telefon',
    email: 'Pochta',
    address: 'Manzil',
    app: 'Ilova',
    store: 'Doʻkondan oʻrnatish',
    file: 'Ilova faylini yuklab olish',
    site: 'shu sahifadagi QR-kod yonidagi manzil',
  },
} as const

/** The values that are filled into a page. */
interface PageFacts {
  readonly language: 'ru' | 'uz'
  readonly contacts: Contacts
  readonly stores: AppStores
}

/**
 * A page in the contract's format: names filled in, contacts in place of their marks, apps with their way of
 * installation.
 */
export function shownSections(content: InformationContent, facts: PageFacts) {
  const { contacts, language, stores } = facts
  const values = { ...contacts, site: contacts.site ?? names[language].site }
  const fill = (text: string) =>
    text.replace(/\{(company|phone|site)\}/g, (_, name: 'company' | 'phone' | 'site') => values[name])
  return {
    title: fill(content.title),
    lead: fill(content.lead),
    sections: content.sections
      .filter(({ when }) => when === undefined || installWayOf(stores[when.app].url) === when.is)
      .map(({ id, title, blocks }) => ({
        id,
        title: fill(title),
        blocks: blocks.flatMap((block) => shownBlocks(block, facts, fill)),
      }))
      .filter(({ blocks }) => blocks.length > 0),
  }
}

/** An address that is no package file is a store page. */
function installWayOf(url: string | undefined): InstallWay {
  if (url === undefined) return 'browser'
  return /\.(?:apk|ipk|wgt|tpk)$/i.test(url.split(/[?#]/, 1)[0] ?? '') ? 'file' : 'store'
}

function appBlocks({ url, note }: AppStore, language: 'ru' | 'uz'): Block[] {
  const name = names[language]
  const text = installWayOf(url) === 'file' ? name.file : name.store
  return [
    ...(url === undefined ? [] : [{ kind: 'link' as const, name: name.app, text, href: url }]),
    ...(note[language] === '' ? [] : [{ kind: 'text' as const, text: note[language] }]),
  ]
}

function shownBlocks(
  block: Readonly<BlockInput>,
  { language, contacts, stores }: PageFacts,
  fill: (text: string) => string,
): Block[] {
  switch (block.kind) {
    case 'contacts':
      return contactBlocks(language, contacts)
    case 'app':
      return appBlocks(stores[block.of], language)
    case 'text':
      return [{ kind: 'text', text: fill(block.text) }]
    case 'answer':
      return [{ ...block, text: fill(block.text) }]
    case 'list':
    case 'steps':
      return [{ ...block, items: block.items.map(fill) }]
    default:
      return [{ ...block, text: fill(block.text) }]
  }
}

function contactBlocks(language: 'ru' | 'uz', contacts: Contacts): Block[] {
  const { phone, telegram, email, address, hours } = contacts
  const name = names[language]
  return [
    {
      kind: 'link',
      name: name.phone,
      text: hours === undefined ? phone : `${phone}, ${hours[language]}`,
      href: `tel:${phone.replace(/(?!^\+)\D/g, '')}`,
    },
    ...(telegram === undefined
      ? []
      : [
          {
            kind: 'link' as const,
            name: 'Telegram',
            text: `@${telegram.slice('https://t.me/'.length)}`,
            href: telegram,
          },
        ]),
    ...(email === undefined
      ? []
      : [{ kind: 'link' as const, name: name.email, text: email, href: `mailto:${email}` }]),
    ...(address === undefined
      ? []
      : [{ kind: 'text' as const, text: `${name.address}: ${address[language]}` }]),
  ]
}
