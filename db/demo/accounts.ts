import type { profileAges, profileColours, profilePictures } from '#contract/accounts/profiles.ts'

export const accountKinds = ['subscribed', 'unsubscribed', 'suspended', 'family'] as const

/** The accounts of the demo: one for each state of a subscriber, and a family with profiles. */
export interface DemoAccount {
  readonly kind: (typeof accountKinds)[number]
  /** As it is typed: +998 and nine digits, no spaces. */
  readonly phone: string
  readonly abonement: string
  readonly password: string
  readonly name_ru: string
  readonly name_uz: string
  /** In whole sums. */
  readonly balance: number
  /** The tariff and sub-tariff it has, if any. */
  readonly tariffIds: readonly number[]
}

const accounts: readonly DemoAccount[] = [
  {
    kind: 'subscribed',
    phone: '+998900000001',
    abonement: '10000001',
    password: 'registon-2026',
    name_ru: 'Дильшод (с подпиской)',
    name_uz: 'Dilshod (obunasi bor)',
    balance: 120_000,
    tariffIds: [58, 61, 62],
  },
  {
    kind: 'unsubscribed',
    phone: '+998900000002',
    abonement: '10000002',
    password: 'chorsu-2026',
    name_ru: 'Нигора (без подписки)',
    name_uz: 'Nigora (obunasiz)',
    balance: 65_000,
    tariffIds: [],
  },
  {
    kind: 'suspended',
    phone: '+998900000003',
    abonement: '10000003',
    password: 'chimyon-2026',
    name_ru: 'Камила (приостановлена)',
    name_uz: 'Komila (toʻxtatilgan)',
    balance: 4_500,
    tariffIds: [57],
  },
  {
    kind: 'family',
    phone: '+998900000004',
    abonement: '10000004',
    password: 'zarafshon-2026',
    name_ru: 'Семья Каримовых (профили)',
    name_uz: 'Karimovlar oilasi (profillar)',
    balance: 150_000,
    tariffIds: [58, 61, 62],
  },
]

/** The PIN of the family's account: a child leaves its profile with it, and parents change profiles. */
export const familyPin = '2580'

/** A profile of the demo's family, with what a child may see and when. */
interface DemoProfile {
  readonly name: string
  readonly picture: (typeof profilePictures)[number]
  readonly colour: (typeof profileColours)[number]
  readonly language: 'ru' | 'uz'
  readonly isChild: boolean
  readonly ageLimit: (typeof profileAges)[number]
  readonly aboveLimit: 'hide' | 'ask'
  readonly channelIds: readonly number[]
  /** Minutes from midnight in Tashkent. */
  readonly hoursFrom: number
  readonly hoursTo: number
  readonly minutesPerDay: number
}

/** The family's profiles: the parents’ one is the first of the account. */
export function familyProfiles(): readonly DemoProfile[] {
  const whole = { isChild: false, ageLimit: 18, aboveLimit: 'hide', channelIds: [] } as const
  const child = { isChild: true, ageLimit: 6, aboveLimit: 'hide', channelIds: [] } as const
  return [
    {
      ...{ ...whole, name: 'Родители', picture: 'stork', colour: 'lapis', language: 'ru' },
      ...{ hoursFrom: 0, hoursTo: 0, minutesPerDay: 0 },
    },
    {
      ...{ ...child, name: 'Малика', picture: 'owl', colour: 'saffron', language: 'ru' },
      ...{ hoursFrom: 7 * 60, hoursTo: 21 * 60, minutesPerDay: 120 },
    },
  ]
}

export function demoAccounts(): readonly DemoAccount[] {
  return accounts
}
