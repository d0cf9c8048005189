import { describe, expect, it } from 'vitest'
import type { ShownStanding } from '#contract/console/subscribers.ts'
import { en } from '#console/i18n/en/subscribers.ts'
import { ru } from '#console/i18n/ru/subscribers.ts'
import { makeConsoleTexts } from '#console/i18n/texts.ts'
import { uz } from '#console/i18n/uz/subscribers.ts'
import { entryWords, spacedPhone, standingSentence } from './subscriber-words.ts'

const texts = makeConsoleTexts(ru, uz, en)
const nowSec = Date.UTC(2026, 10, 28, 9) / 1000
const at = Date.UTC(2026, 2, 3, 9) / 1000

function say(standing: ShownStanding): readonly string[] {
  return (['ru', 'uz', 'en'] as const).map((language) =>
    standingSentence(standing, texts(language), language, nowSec).replaceAll('\u00a0', ' '),
  )
}

describe('[CARE-02] the state in one sentence', () => {
  it.each<[ShownStanding, readonly string[]]>([
    [{ kind: 'active', at, missing: 0 }, ['Активен до 3 марта', '3-martgacha faol', 'Active until 3 March']],
    [
      { kind: 'suspended', at, missing: 12_000 },
      [
        'Приостановлен с 3 марта, не хватает 12 000 сум',
        '3-martdan beri toʻxtatilgan, 12 000 soʻm yetmayapti',
        'Suspended since 3 March, 12 000 UZS short',
      ],
    ],
    [
      { kind: 'suspended', at, missing: 0 },
      [
        'Приостановлен с 3 марта, денег на балансе хватает',
        '3-martdan beri toʻxtatilgan, balansda pul yetarli',
        'Suspended since 3 March; the balance is sufficient',
      ],
    ],
    [
      { kind: 'trial', at, missing: 0 },
      [
        'Пользуется без оплаты до 3 марта: ещё ни разу не платил',
        '3-martgacha toʻlovsiz foydalanadi: hali bir marta ham toʻlamagan',
        'Watches without payment until 3 March: never paid so far',
      ],
    ],
    [
      { kind: 'due', at, missing: 0 },
      [
        'Оплаченный период закончился 3 марта, списание ещё не прошло',
        'Toʻlangan davr 3-mart kuni tugadi, pul hali yechilmagan',
        'The paid period ended on 3 March; the charge has not gone through yet',
      ],
    ],
    [
      { kind: 'ended', at, missing: 0 },
      [
        'Тариф закончился 3 марта, сейчас ничего не подключено',
        'Tarif 3-mart kuni tugagan, hozir hech narsa ulanmagan',
        'The tariff ended on 3 March; nothing is connected now',
      ],
    ],
    [
      { kind: 'never_paid', at: 0, missing: 0 },
      [
        'Ни разу не платил, ничего не подключено',
        'Hech qachon toʻlamagan, hech narsa ulanmagan',
        'Never paid; nothing is connected',
      ],
    ],
    [
      { kind: 'blocked', at, missing: 0 },
      ['Заблокирован с 3 марта', '3-martdan beri bloklangan', 'Blocked since 3 March'],
    ],
    [{ kind: 'blocked', at: 0, missing: 0 }, ['Заблокирован', 'Bloklangan', 'Blocked']],
    [{ kind: 'closed', at, missing: 0 }, ['Закрыт 3 марта', '3-mart kuni yopilgan', 'Closed on 3 March']],
  ])('%o', (standing, sentences) => {
    expect(say(standing)).toEqual(sentences)
  })

  it('explains entries of the ledger', () => {
    const t = texts('ru')
    expect(entryWords({ kind: 'top_up', tariff: '', source: 'payme' }, t)).toBe('Пополнение через Payme')
    expect(entryWords({ kind: 'top_up', tariff: '', source: 'atmos' }, t)).toBe(
      'Пополнение банковской картой',
    )
    expect(entryWords({ kind: 'charge', tariff: 'Оптимал', source: '' }, t)).toBe('Списание за «Оптимал»')
    expect(entryWords({ kind: 'refund', tariff: 'Оптимал', source: 'change' }, t)).toBe(
      'Зачёт неиспользованных дней «Оптимал»',
    )
    expect(entryWords({ kind: 'adjustment', tariff: '', source: 'trial' }, t)).toBe('Корректировка вручную')
    expect(spacedPhone('+998901114567')).toBe('+998 90 111-45-67')
    expect(spacedPhone('+998•••••4567')).toBe('+998•••••4567')
  })
})
