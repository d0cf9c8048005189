export const accountKinds = ['subscribed', 'unsubscribed', 'suspended'] as const

/** The accounts of the demo: one for each state of a subscriber. */
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
]

export function demoAccounts(): readonly DemoAccount[] {
  return accounts
}
