import { describe, expect, it } from 'vitest'
import { en } from '#console/i18n/en/subscriber-why.ts'
import { ru } from '#console/i18n/ru/subscriber-why.ts'
import { makeConsoleTexts } from '#console/i18n/texts.ts'
import { uz } from '#console/i18n/uz/subscriber-why.ts'
import { whyReasons } from '#contract/console/subscriber-why.ts'
import { payText, type WhyAnswer, whySentence } from './why-words.ts'

const texts = makeConsoleTexts(ru, uz, en)
const nowSec = Date.UTC(2026, 10, 28, 9) / 1000
const at = Date.UTC(2026, 2, 3, 9) / 1000
const nothing = { ru: '', uz: '', en: '' }
const plain: WhyAnswer = {
  ...{ reason: 'nothing', remedy: 'try_again', programme: nothing, since: 0, until: 0, days: 0, limit: 0 },
  ...{ item: { ru: 'Севимли', uz: 'Sevimli', en: 'Sevimli' }, missing: 0, abonement: '30000001' },
  ...{
    tariffs: [],
    streams: [],
    paused_tariff_id: 0,
    blackout_id: 0,
    words: nothing,
    version: '',
    app: '',
    device: null,
  },
  ...{ profile: '', age: 0, hours_from: '', hours_to: '', minutes: 0 },
  ...{ address: '', region: 'inside', max_height: 0, checks: [], last_failure: null },
}

function say(answer: Partial<WhyAnswer>): readonly string[] {
  return (['ru', 'uz', 'en'] as const).map((language) =>
    whySentence({ ...plain, ...answer }, { t: texts(language), language, nowSec }).replaceAll('\u00a0', ' '),
  )
}

describe('[CARE-03] the answer in one sentence', () => {
  it('names the tariffs that have it, with their prices', () => {
    const kino = { tariff_id: 57, name: { ru: 'Кино+', uz: 'Kino+', en: 'Kino+' }, price: 49_000 }
    expect(say({ reason: 'not_subscribed', tariffs: [kino] })).toEqual([
      '«Севимли» не подключён. Он есть в тарифе: Кино+, 49 000 сум в месяц',
      '«Sevimli» ulanmagan. U bor tarif: Kino+, oyiga 49 000 soʻm',
      '“Sevimli” is not connected. It is in: Kino+, 49 000 UZS a month',
    ])
    expect(say({ reason: 'not_subscribed' })[2]).toBe(
      '“Sevimli” is not connected, and no tariff on offer has it',
    )
  })

  it('says since when and what is missing', () => {
    expect(say({ reason: 'suspended', since: at, missing: 12_000 })[2]).toBe(
      'The tariff is suspended since 3 March, 12 000 UZS short',
    )
    expect(payText({ ...plain, missing: 12_000 }, texts('ru'), 'ru').replaceAll('\u00a0', ' ')).toBe(
      'Абонентский номер 30000001, сумма 12 000 сум',
    )
  })

  it('says where the device is, how much the archive has, how many streams there are', () => {
    expect(say({ reason: 'outside_region', address: '8.8.8.8' })[2]).toContain('address 8.8.8.8')
    expect(say({ reason: 'archive_over', days: 7 })[2]).toBe(
      'The archive of “Sevimli” has 7 days: this programme is older',
    )
    expect(say({ reason: 'too_many_streams', limit: 3 })[0]).toBe('Заняты все потоки тарифа: 3')
  })

  it('names the profile and its limit', () => {
    expect(say({ reason: 'profile_age', age: 16, profile: 'Дети' })[0]).toBe(
      '«Севимли» — от 16 лет, профиль «Дети» младше',
    )
    expect(
      say({ reason: 'profile_hours', hours_from: '08:00', hours_to: '20:00', profile: 'Bolalar' })[1],
    ).toBe('«Bolalar» profili faqat 08:00 dan 20:00 gacha ochiq')
    expect(say({ reason: 'profile_minutes', minutes: 90 })[2]).toBe(
      'The profile “the main one” has watched enough for today: 90 minutes a day',
    )
  })

  it('is whole for every reason, with figures and without', () => {
    for (const reason of whyReasons)
      for (const figures of [
        {},
        { since: at, until: at, days: 7, limit: 2, version: '1.3.0', app: 'webos 1.0' },
      ])
        for (const sentence of say({ reason, ...figures })) {
          expect(sentence, reason).toMatch(/\p{L}{3}/u)
          expect(sentence, reason).not.toMatch(/[{}]|undefined|NaN/)
        }
  })
})
